"""An independent reading of the protocols: httpx, json and a decoder that follows the standards.

It shares no code with the client: nothing here imports `evolink_kimi` or `overlays`. It is written
for the vectors, plainly rather than fast, and is no client to use.
"""
