# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The version of this package."""

__version__ = "0.1.0"
