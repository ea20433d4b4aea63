"""How fast the client is, beside hand-written httpx and the peers. `python -m bench --help`."""
