"""The client's runtime: transport, SSE, streams, accumulation, reasoning and errors.

Hand-written and tested as ordinary modules; the pipeline copies them into the client verbatim, so
they import one another relatively and nothing of the generated code.
"""
