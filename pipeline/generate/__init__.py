"""From a surface to Python modules: openapi-python-client parses, templates of our own write."""

from pipeline.generate.project import generate

__all__ = ["generate"]
