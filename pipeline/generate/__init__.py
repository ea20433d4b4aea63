"""From a surface to Python modules, with openapi-python-client as parser and templates of our own."""

from pipeline.generate.project import generate

__all__ = ["generate"]
