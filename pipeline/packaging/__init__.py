"""From the generated project to an index: build, prove, publish, try as a consumer would.

Nothing in here has a say in what is generated; it only works on what is.
"""
