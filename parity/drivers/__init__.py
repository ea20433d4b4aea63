"""One small program for each SDK, driven by JSON lines; see the README of the folder above."""
