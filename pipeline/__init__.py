"""The build pipeline: vendor documents in, a publishable Python client out.

Each step is a pure function in a module or package of its own (`read`, `merge`, `overlay`,
`surface`, which lints, `generate`, `format`, `compose`, `verify`); `build` chains them.
"""

# Travels in every client that is generated. pyproject.toml says the same.
__version__ = "0.1.0"
