"""Streams as servers break them: each ends whole, or with an error that has what came before.

`nox -s peers-compare` plays the same to other clients.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from evolink_kimi import (
    APIStatusError,
    AsyncKimi,
    Hooks,
    Kimi,
    KimiError,
    StreamError,
    StreamProtocolError,
)

from tests.support.answers import PROTOCOLS, Protocol, calls_in, request, resource_of
from tests.support.clock import Clock
from tests.support.fault_server import HOLD, FaultServer, Script, answer, chunked, sse
from tests.support.faults import FAULTS, Fault, scripts

CASES = [
    pytest.param(fault, protocol, id=f"{protocol}-{fault.title}")
    for fault in FAULTS.values()
    for protocol in fault.protocols
]


def settings(server: FaultServer, clock: Clock) -> dict[str, Any]:
    """Time passes once there is an event: what is to come by then is there, or never comes."""
    hooks = Hooks(on_event=clock.hurry)
    return {"api_key": "test", "base_url": server.url, "timeout": 60, "hooks": hooks}


def read(server: FaultServer, protocol: Protocol, clock: Clock) -> Any:
    """The final response, or the error."""
    with Kimi(**settings(server, clock)) as client:
        try:
            with resource_of(client, protocol).stream(**request(protocol, "answer")) as stream:
                return stream.get_final()
        except KimiError as error:
            return error


def read_async(server: FaultServer, protocol: Protocol, clock: Clock) -> Any:
    async def main() -> Any:
        async with AsyncKimi(**settings(server, clock)) as client:
            resource = resource_of(client, protocol)
            try:
                async with resource.stream(**request(protocol, "answer")) as stream:
                    return await stream.get_final()
            except KimiError as error:
                return error

    return asyncio.run(main())


@pytest.mark.parametrize("reader", [read, read_async], ids=["sync", "async"])
@pytest.mark.parametrize(("fault", "protocol"), CASES)
def test_a_broken_stream_is_whole_or_an_error(
    fault: Fault, protocol: Protocol, reader: Any, clock: Clock
) -> None:
    with FaultServer(scripts(fault, protocol)) as server:
        outcome = reader(server, protocol, clock)
        assert len(server.requests) == 1
    if fault.ending == "error":
        assert isinstance(outcome, KimiError)
        assert isinstance(outcome, StreamError) or "Busy" in str(outcome) or "Over" in str(outcome)
        outcome = outcome.partial
        assert (outcome is None) == (fault.text == "")
        if outcome is None:
            return
    assert outcome.output_text == fault.text
    assert calls_in(outcome) == fault.calls


ENDLESS: Script = [sse(), *[chunked(b"data: " + b"x" * 10_000, last=False)] * 20, HOLD]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_line_without_end_is_refused_before_it_fills_the_memory(protocol: Protocol) -> None:
    asked = request(protocol, "answer")

    async def main(url: str) -> None:
        async with AsyncKimi(api_key="test", base_url=url, max_event_bytes=50_000) as client:
            resource = resource_of(client, protocol)
            with pytest.raises(StreamProtocolError, match="longer than 50000 bytes"):
                _ = [event async for event in await resource.create(**asked, stream=True)]
            with pytest.raises(StreamProtocolError, match="longer than 50000 bytes"):
                async with resource.stream(**asked) as stream:
                    await stream.until_done()

    with FaultServer([ENDLESS]) as server:
        with Kimi(api_key="test", base_url=server.url, max_event_bytes=50_000) as client:
            resource = resource_of(client, protocol)
            with pytest.raises(StreamProtocolError, match="longer than 50000 bytes"):
                list(resource.create(**asked, stream=True))
            smaller = resource_of(client.with_options(max_event_bytes=20_000), protocol)
            with pytest.raises(StreamProtocolError, match="longer than 20000 bytes"):
                with smaller.stream(**asked) as stream:
                    stream.until_done()
        asyncio.run(main(server.url))
        assert server.wait_until_closed() == 0
        assert len(server.requests) == 4


REFUSALS = {
    "page": (answer(502, b"<html>Bad gateway</html>", content_type="text/html"), 502),
    "error": (answer(429, b'{"error":{"type":"rate_limit_error","message":"Slow down"}}'), 429),
    "event stream": (answer(503, b"data: {}\n\n", content_type="text/event-stream"), 503),
}


@pytest.mark.parametrize("name", REFUSALS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_status_comes_before_the_type_of_the_body(protocol: Protocol, name: str) -> None:
    # https://github.com/florimondmanca/httpx-sse/issues/11
    script, status = REFUSALS[name]
    asked = request(protocol, "answer")
    raised: list[APIStatusError] = []

    async def main(url: str) -> None:
        async with AsyncKimi(api_key="test", base_url=url, max_retries=0) as client:
            with pytest.raises(APIStatusError) as error:
                await resource_of(client, protocol).create(**asked, stream=True)
            raised.append(error.value)

    with FaultServer([[script]]) as server:
        with Kimi(api_key="test", base_url=server.url, max_retries=0) as client:
            with pytest.raises(APIStatusError) as error:
                with resource_of(client, protocol).stream(**asked):
                    pass
        asyncio.run(main(server.url))
    for refused in (error.value, *raised):
        assert refused.status_code == status
        assert refused.partial is None
        assert {"page": "Bad gateway", "error": "Slow down", "event stream": ""}[name] in str(
            refused
        )
