"""What changed between two releases: of the documents, on the wire, and in the Python API.

`documents` compares texts, `wire` says what a client may now send or receive, `api` what a program
that uses the package may now write; each change names whom it breaks. `version` makes a version of
them and `report` a report.
"""
