"""Bent streams, each made of a number."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final, NamedTuple

from overlays.runtime.operation import ProtocolName
from tests.support.bending.good import Good, good_streams
from tests.support.bending.rules import ANY, TYPED, Rule
from tests.support.bending.rules_chat import CHAT
from tests.support.bending.rules_messages import MESSAGES
from tests.support.bending.rules_responses import RESPONSES
from tests.support.bending.wire import Events

__all__ = ["RULES", "Bent", "Step", "bent_stream"]

# In the order in which they are applied. Those of any protocol come last: they bend whatever the
# others left.
RULES: Final[dict[ProtocolName, list[Rule]]] = {
    "chat": [*CHAT, *ANY],
    "messages": [*MESSAGES, *TYPED, *ANY],
    "responses": [*RESPONSES, *TYPED, *ANY],
}
# The protocol with most kinds of events has half of the streams.
_TURNS: Final[tuple[ProtocolName, ...]] = ("responses", "chat", "responses", "messages")


class Step(NamedTuple):
    """A rule, and what it takes its chances from."""

    rule: Rule
    seed: int


@dataclass(frozen=True)
class Bent:
    """A good stream after some steps."""

    good: Good
    steps: tuple[Step, ...] = ()
    number: int | None = field(default=None, compare=False)

    @cached_property
    def events(self) -> Events:
        events = self.good.events
        for rule, seed in self.steps:
            events = rule.bend(events, Random(seed))
        if self.good.has_halves:
            # Halves of characters that came together are one, as in all JSON.
            events = json.loads(json.dumps(events))
        return events

    @property
    def keeps_text(self) -> bool:
        return all(step.rule.keeps_text for step in self.steps)

    @property
    def keeps_calls(self) -> bool:
        return all(step.rule.keeps_calls for step in self.steps)

    def __str__(self) -> str:
        rules = ", ".join(step.rule.name for step in self.steps) or "not bent"
        return f"{self.number}: {self.good.protocol} {self.good.name!r}, {rules}"


def bent_stream(number: int) -> Bent:
    """The bent stream of a number: the same one everywhere."""
    random = Random(number)
    protocol = _TURNS[number % len(_TURNS)]
    good = random.choice(good_streams()[protocol])
    rules = RULES[protocol]
    chosen = random.sample(range(len(rules)), random.choice((1, 1, 1, 2, 2, 3)))
    steps = tuple(Step(rules[place], random.getrandbits(32)) for place in sorted(chosen))
    return Bent(good, steps, number)
