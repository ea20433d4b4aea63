"""`python -m tests.peers.compare`: a table of what clients make of broken streams.

Each client reads each stream of `tests.support.faults` synchronously, with its default retries and
a time limit of a second; what it gave and how it ended is compared with what should be.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from tests.support.answers import Protocol, request
from tests.support.fault_server import FaultServer
from tests.support.faults import FAULTS, READ_SECONDS, TEXT, Fault, scripts

__all__ = ["main"]

TABLE: Final = Path(__file__).parents[2] / "docs" / "streaming-compared.md"
_HANG_SECONDS: Final = 10.0


@dataclass
class Outcome:
    """What came of reading a stream.

    Attributes:
        texts: The pieces of text that the caller got.
        failures: The types of events that report a failure, given to the caller as any other.
        final: Text and tool calls of the response that the client built, if it builds one.
        error: What it raised.
        ended: Whether it came to an end in reasonable time.
        requests: How often the server was asked.
    """

    texts: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    final: tuple[str, tuple[tuple[str, Any], ...]] | None = None
    error: BaseException | None = None
    ended: bool = False
    requests: int = 0


@dataclass(frozen=True)
class Client:
    """One client for one protocol.

    Attributes:
        package: The package it is from.
        protocol: What it speaks.
        base: The class of its own errors.
        events: The events of a stream, given the server's URL.
        final: Has a response built from the stream and puts it into an outcome.
    """

    package: str
    protocol: Protocol
    base: type[BaseException]
    events: Callable[[str], Iterator[Any]]
    final: Callable[[str, Outcome], None]


# --- the clients: by name, for they are requirements of peers-compare alone ----------------------


def _ours(protocol: Protocol) -> Client:
    from evolink_kimi import Kimi, KimiError

    from tests.support.answers import calls_in, resource_of

    def client(url: str) -> Any:
        made = Kimi(api_key="test", base_url=url, timeout=READ_SECONDS)
        return resource_of(made, protocol)

    def final(url: str, outcome: Outcome) -> None:
        with client(url).stream(**request(protocol, "answer")) as stream:
            for event in stream:
                outcome.texts += texts_of(protocol, event)
            response = stream.get_final()
        outcome.final = (response.output_text, calls_in(response))

    return Client(
        "evolink-kimi",
        protocol,
        KimiError,
        lambda url: client(url).create(**request(protocol, "answer"), stream=True),
        final,
    )


def _openai(protocol: Protocol) -> Client:
    openai = import_module("openai")

    def client(url: str) -> Any:
        made = openai.OpenAI(api_key="test", base_url=f"{url}/v1", timeout=READ_SECONDS)
        return made.chat.completions if protocol == "chat" else made.responses

    def final(url: str, outcome: Outcome) -> None:
        with client(url).stream(**request(protocol, "answer")) as stream:
            for event in stream:
                if protocol == "chat" and event.type == "chunk":
                    event = event.chunk
                outcome.texts += texts_of(protocol, event)
            if protocol == "responses":
                outcome.final = (stream.get_final_response().output_text, ())
                return
            message = stream.get_final_completion().choices[0].message
        calls = [call.function for call in message.tool_calls or ()]
        outcome.final = (
            message.content or "",
            tuple((call.name, _json(call.arguments)) for call in calls),
        )

    return Client(
        "openai",
        protocol,
        openai.OpenAIError,
        lambda url: client(url).create(**request(protocol, "answer"), stream=True),
        final,
    )


def _anthropic() -> Client:
    anthropic = import_module("anthropic")
    arguments = request("messages", "answer")

    def client(url: str) -> Any:
        return anthropic.Anthropic(api_key="test", base_url=url, timeout=READ_SECONDS).messages

    def final(url: str, outcome: Outcome) -> None:
        with client(url).stream(**arguments) as stream:
            for event in stream:
                outcome.texts += texts_of("messages", event)
            outcome.final = (stream.get_final_text(), ())

    return Client(
        "anthropic",
        "messages",
        anthropic.AnthropicError,
        lambda url: client(url).create(**arguments, stream=True),
        final,
    )


def clients() -> list[Client]:
    return [
        _ours("chat"),
        _openai("chat"),
        _ours("messages"),
        _anthropic(),
        _ours("responses"),
        _openai("responses"),
    ]


def texts_of(protocol: Protocol, event: Any) -> list[str]:
    """The text in an event: the attributes have the same names in all clients."""
    if protocol == "chat":
        choices = getattr(event, "choices", None) or ()
        found = [getattr(choice.delta, "content", None) for choice in choices]
    elif protocol == "messages":
        is_delta = getattr(event, "type", None) == "content_block_delta"
        found = [getattr(event.delta, "text", None)] if is_delta else []
    else:
        is_delta = getattr(event, "type", None) == "response.output_text.delta"
        found = [event.delta] if is_delta else []
    return [text for text in found if isinstance(text, str) and text]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# --- reading and judging ------------------------------------------------------------------------


def read(client: Client, fault: Fault) -> Outcome:
    """Have a client read a broken stream."""
    outcome = Outcome()

    def work(url: str) -> None:
        try:
            if fault.final:
                client.final(url, outcome)
            else:
                for event in client.events(url):
                    outcome.texts += texts_of(client.protocol, event)
                    if getattr(event, "type", None) in ("error", "response.failed"):
                        outcome.failures.append(event.type)
        except Exception as error:
            outcome.error = error
        outcome.ended = True

    with FaultServer(scripts(fault, client.protocol)) as server:
        thread = threading.Thread(target=work, args=(server.url,), daemon=True)
        thread.start()
        thread.join(_HANG_SECONDS)
        outcome.requests = len(server.requests)
    return outcome


def judge(client: Client, fault: Fault, outcome: Outcome) -> tuple[bool, str]:
    """Whether that is right, and what happened in a few words."""
    text = "".join(outcome.texts)
    error = outcome.error
    if not outcome.ended:
        return False, "hangs"
    if error is not None:
        return _judge_error(client, fault, outcome, error)
    if outcome.requests > 1:
        return False, f"asks again; gives `{text}`"
    if fault.ending == "error" and outcome.failures:
        return False, f"gives a `{outcome.failures[0]}` event, and ends"
    if fault.ending == "error":
        return False, f"ends as if all were well, with {_quoted(text)}"
    if outcome.final is not None:
        shown, calls = outcome.final
        if outcome.final != (fault.text, fault.calls):
            return False, f"builds {_quoted(shown) if not calls else f'`{calls}`'}"
    elif text != fault.text:
        return False, f"gives {_quoted(text)}, ends as if all were well"
    return True, "whole"


def _judge_error(
    client: Client, fault: Fault, outcome: Outcome, error: BaseException
) -> tuple[bool, str]:
    name = type(error).__name__
    again = f", after {outcome.requests} requests" if outcome.requests > 1 else ""
    if not isinstance(error, client.base):
        module = type(error).__module__.partition(".")[0]
        return False, f"`{module}.{name}`{again}"
    if fault.ending == "whole":
        return False, f"`{name}`{again}"
    return outcome.requests == 1, f"`{name}`{again}"


def _quoted(text: str) -> str:
    return f"`{text.encode('unicode_escape').decode()}`" if text else "nothing"


# --- the table ----------------------------------------------------------------------------------


def table(used: list[Client]) -> Iterator[str]:
    """The document, line by line; tells on the way how far it is."""
    packages = sorted({client.package for client in used} - {"evolink-kimi"})
    versions = ", ".join(f"{name} {version(name)}" for name in packages)
    yield "# Broken streams: what clients make of them"
    yield ""
    yield from (
        "Written by `nox -s peers-compare`. Each stream is played on loopback to this client and",
        f"to {versions}, with their default retries. Gateways",
        "translate between protocols, so errors of each come over all of them.",
        "",
        f"A stream that is whole says `{''.join(TEXT)}`. ✓ is as it should be: the whole text, or",
        "an error of the client's own, after one request. ✗ is anything else. Exceptions of other",
        "packages that come through are shown with the package's name.",
    )
    totals = {id(client): [0, 0] for client in used}
    for protocol in ("chat", "messages", "responses"):
        columns = [client for client in used if client.protocol == protocol]
        yield ""
        yield f"## {protocol.capitalize()}"
        yield ""
        names = [client.package for client in columns]
        yield "| the server | " + " | ".join(names) + " | report |"
        yield "|---|" + "---|" * (len(names) + 1)
        for fault in FAULTS.values():
            if protocol not in fault.protocols:
                continue
            cells: list[str] = []
            for client in columns:
                right, shown = judge(client, fault, read(client, fault))
                totals[id(client)][0] += right
                totals[id(client)][1] += 1
                cells.append(f"{'✓' if right else '✗'} {shown}")
            link = f"[{_short(fault.source)}]({fault.source})"
            yield f"| {fault.title} | " + " | ".join(cells) + f" | {link} |"
            print(f"{protocol}: {fault.title}", file=sys.stderr)
        sums = [f"{totals[id(client)][0]} of {totals[id(client)][1]}" for client in columns]
        yield "| **right** | " + " | ".join(f"**{each}**" for each in sums) + " | |"


def _short(url: str) -> str:
    parts = url.removeprefix("https://").split("/")
    if parts[0] != "github.com":
        return parts[0]
    return parts[2] if len(parts) == 3 else f"{parts[2]}#{parts[-1]}"


def main() -> int:
    """Write the table; return the exit code: 1 if this client is not right everywhere."""
    text = "\n".join(table(clients())) + "\n"
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(text, encoding="utf-8")
    ours = [line.split(" | ")[1] for line in text.splitlines() if line.startswith("| ")]
    wrong = [cell for cell in ours if cell.startswith("✗")]
    for cell in wrong:
        print(f"error: evolink-kimi: {cell}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
