"""The proof that SDKs in several languages agree on the wire: vectors, drivers and their report."""
