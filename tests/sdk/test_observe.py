"""What a client shows of its calls: hooks, log lines, recordings; the key in none of them."""

from __future__ import annotations

import asyncio
import gzip
import io
import logging
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import ConfigurationError, StreamTruncatedError
from overlays.runtime.observe import Hooks, RequestInfo, ResponseInfo, RetryInfo
from tests.support.drivers import DRIVERS, OPERATION, Driver
from tests.support.fault_server import CLOSE, FaultServer, Script, answer, chunked, closed_port, sse

KEY = "sk-test-key"
EVENT = b'data: {"id":"1","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'
DONE = b"data: [DONE]\n\n"
STREAM: Script = [sse({"X-Request-Id": "r1", "Set-Cookie": "s=1"}), chunked(EVENT, DONE)]
OK: Script = [answer()]


@pytest.fixture(params=list(DRIVERS))
def driver(request: pytest.FixtureRequest) -> Driver:
    return DRIVERS[request.param]()


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the client logs at debug level."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    logger = logging.getLogger("evolink_kimi")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield written
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


def test_hooks_see_every_attempt(driver: Driver) -> None:
    seen: list[Any] = []
    hooks = Hooks(on_request=seen.append, on_response=seen.append, on_retry=seen.append)
    scripts: list[Script] = [[answer(429, b"", {"retry-after-ms": "5"})], [CLOSE], OK]
    with FaultServer(scripts) as server:
        driver.run(["json"], base_url=server.url, hooks=hooks, default_headers={"X-Api-Key": KEY})
    assert [type(info) for info in seen] == [
        RequestInfo,
        ResponseInfo,
        RetryInfo,
        RequestInfo,
        RetryInfo,
        RequestInfo,
        ResponseInfo,
    ]
    assert [info.attempt for info in seen if isinstance(info, RequestInfo)] == [1, 2, 3]
    assert seen[0].method == "POST"
    assert seen[0].url == f"{server.url}/v1/test"
    assert seen[1].status_code == 429
    assert (type(seen[2].error).__name__, seen[2].wait) == ("RateLimitError", 0.005)
    assert type(seen[4].error).__name__ == "APIConnectionError"
    assert seen[-1].status_code == 200
    assert all(KEY not in f"{info!r} {getattr(info, 'headers', '')}" for info in seen)


class _AsyncCall:
    async def __call__(self, info: object) -> None: ...


async def _async_hook(other: object, info: object) -> None: ...


async def _async_generator(info: object) -> AsyncIterator[None]:
    yield


@pytest.mark.parametrize("name", ["on_request", "on_response", "on_retry", "on_event"])
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (5, "must be a function, not 5"),
        ([print], "must be a function, not "),
        (partial(_async_hook, 1), "is an async function"),
        (_AsyncCall(), "is an async function"),
        (_AsyncCall().__call__, "is an async function"),
        (_async_generator, "is an async function"),
    ],
)
def test_hooks_are_plain_functions(name: str, wrong: Any, told: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^{name} {told}"):
        Hooks(**{name: wrong})


@pytest.mark.parametrize("hook", [print, MagicMock(), partial(print, "x"), [].append, dict])
def test_whatever_can_be_called_is_a_hook(hook: Any) -> None:
    assert Hooks(on_event=hook).on_event is hook


def test_a_hook_sees_the_typed_events() -> None:
    seen: list[Any] = []
    hooks = Hooks(on_event=seen.append)
    with FaultServer([STREAM]) as server:
        with SyncClient(api_key=KEY, base_url=server.url, hooks=hooks) as client:
            events = list(client._open_stream(OPERATION, {}))
        assert len(events) == 1
        assert seen == events

        async def main() -> None:
            async with AsyncClient(api_key=KEY, base_url=server.url, hooks=hooks) as client:
                async with client._stream_manager(OPERATION, {}) as stream:
                    await stream.until_done()

        asyncio.run(main())
    assert seen == events * 2


def test_a_failing_hook_ends_the_call_as_itself(driver: Driver) -> None:
    def hook(info: RequestInfo) -> None:
        raise ZeroDivisionError

    with FaultServer([OK]) as server, pytest.raises(ZeroDivisionError):
        driver.run(["json"], base_url=server.url, hooks=Hooks(on_request=hook))


def test_log_lines_tell_attempts_and_never_the_key(driver: Driver, log: io.StringIO) -> None:
    quoting = answer(500, b'{"error":{"message":"key sk-test-key","type":"server_error"}}')
    with FaultServer([[quoting], OK]) as server:
        driver.run(["json"], base_url=server.url)
    text = log.getvalue()
    assert f"POST {server.url}/v1/test: 500 after" in text
    assert "InternalServerError 500 server_error, trying again in" in text
    assert '{"n":1}' in text
    assert KEY not in text
    driver.run(["json"], base_url=f"http://127.0.0.1:{closed_port()}", max_retries=0)
    assert "APIConnectionError, not tried again (attempt 1)" in log.getvalue()


def test_the_layers_below_log_no_key_either(
    driver: Driver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with FaultServer([[answer(500, b"")], OK]) as server:
        driver.run(["json"], base_url=server.url)
    assert any(record.name.startswith("httpcore") for record in caplog.records)
    assert KEY not in caplog.text
    assert KEY not in "".join(str(record.args) for record in caplog.records)


def test_no_body_is_logged_at_info(driver: Driver, log: io.StringIO) -> None:
    logging.getLogger("evolink_kimi").setLevel(logging.INFO)
    with FaultServer([OK]) as server:
        driver.run(["json"], base_url=server.url)
    assert "200 after" in log.getvalue()
    assert '{"n":1}' not in log.getvalue()


def test_the_environment_turns_on_logging(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    logger = logging.getLogger("evolink_kimi")
    monkeypatch.setenv("EVOLINK_LOG", "INFO")
    try:
        with FaultServer([OK]) as server:
            for _ in range(2):
                with SyncClient(api_key=KEY, base_url=server.url) as client:
                    client._call(OPERATION, {})
    finally:
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
        logger.propagate = True
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all("evolink_kimi INFO POST" in line for line in lines)
    monkeypatch.setenv("EVOLINK_LOG", "loud")
    with pytest.raises(ConfigurationError, match="EVOLINK_LOG must be debug or info"):
        SyncClient(api_key=KEY, base_url="https://h")


@pytest.mark.parametrize("compressed", [False, True])
def test_a_recording_is_the_stream_without_secrets(tmp_path: Path, compressed: bool) -> None:
    script = STREAM
    if compressed:
        script = [sse({"Content-Encoding": "gzip"}), chunked(gzip.compress(EVENT + DONE))]
    path = tmp_path / "bug.http"
    with FaultServer([script]) as server:
        with SyncClient(api_key=KEY, base_url=server.url) as client:
            recording = client.with_options(record=path)
            for _ in range(2):
                list(recording._open_stream(OPERATION, {}))
            list(client._open_stream(OPERATION, {}))

        async def main() -> None:
            async with AsyncClient(api_key=KEY, base_url=server.url, record=path) as client:
                async with await client._open_stream(OPERATION, {}) as stream:
                    assert len([event async for event in stream]) == 1

        asyncio.run(main())
    names = ["bug-2.http", "bug-3.http", "bug.http"]
    assert sorted(file.name for file in tmp_path.iterdir()) == names
    for name in names:
        content = (tmp_path / name).read_bytes()
        head, _, body = content.partition(b"\r\n\r\n")
        assert body == EVENT + DONE
        assert head.startswith(b"HTTP/1.1 200\r\ncontent-type: text/event-stream")
        assert b"chunked" not in head
        assert b"gzip" not in head
        assert b"cookie" not in head
        assert KEY.encode() not in content


def test_a_recording_of_a_broken_stream_holds_what_came(tmp_path: Path) -> None:
    path = tmp_path / "bug.http"
    with FaultServer([[sse(), chunked(EVENT, last=False), CLOSE]]) as server:
        with SyncClient(api_key=KEY, base_url=server.url, record=path) as client:
            with pytest.raises(StreamTruncatedError):
                list(client._open_stream(OPERATION, {}))
        assert server.wait_until_closed() == 0
    assert path.read_bytes().endswith(EVENT)
