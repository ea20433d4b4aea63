"""Update: from what the vendor publishes now to a reviewed, versioned, tested client, or a reason.

`incoming` fetches and matches documents, `plan` says what would change, `workspace` makes it so in
one step or not at all, `gates` tests it, `run` is all of it.
"""

from pipeline.update.run import Outcome, update

__all__ = ["Outcome", "update"]
