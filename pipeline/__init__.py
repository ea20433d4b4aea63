"""The build pipeline: vendor documents in, a publishable Python client out.

Each step is a pure function in a module of its own (`read`, `merge`, `overlay`, `lint`,
`generate`, `compose`, `verify`); `pipeline.build` chains them and `noxfile.py` calls that.
"""

# Travels in every client that is generated. pyproject.toml says the same.
__version__ = "0.1.0"
