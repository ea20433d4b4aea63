# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The API's operations, one module a resource."""
