"""One module a client, all with the same functions, so that they can be measured alike.

A module has an `Adapter` class, made with a base URL, whose methods read one whole answer each:
`stream`, `accumulate`, `call` and the same with `a` before their names. They return what they found
as a tuple: characters of text, characters of reasoning, the number of events. `keep` returns the
events themselves, and `close` is called at the end. What a client has nothing for raises
`UnsupportedError`. Nothing is imported before it is needed, since cold starts are measured too.
"""

from __future__ import annotations

__all__ = ["UnsupportedError"]


class UnsupportedError(Exception):
    """The client measured has no such feature."""
