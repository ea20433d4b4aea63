"""What lies between a client and its host: TLS, proxies, redirects, as the environment says."""

from __future__ import annotations

import os
import socket
import ssl
import threading
import traceback
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import pytest

from overlays.runtime.errors import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    ConfigurationError,
)
from overlays.runtime.options import CallOptions, Timeout
from tests.support.drivers import DRIVERS, Driver, descriptors
from tests.support.fault_server import CLOSE, FaultServer, Script, answer, closed_port

pytestmark = pytest.mark.usefixtures("quick_backoff")
OK: Script = [answer()]


@pytest.fixture(params=list(DRIVERS))
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    made: Driver = DRIVERS[request.param]()
    made.run([], base_url="http://127.0.0.1:1")
    before = descriptors()
    yield made
    assert descriptors() <= before


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, Path]:
    """A server's TLS, and the file of the authority that its certificate is from."""
    trustme = pytest.importorskip("trustme")
    ca = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ca.issue_cert("127.0.0.1").configure_cert(context)
    path = tmp_path_factory.mktemp("ca") / "ca.pem"
    ca.cert_pem.write_to_path(str(path))
    return context, path


def test_a_certificate_that_is_not_trusted(
    driver: Driver, authority: tuple[ssl.SSLContext, Path]
) -> None:
    with FaultServer([OK], tls=authority[0]) as server:
        [outcome] = driver.run(["json"], base_url=server.url)
        assert type(outcome.error) is APIConnectionError
        assert "certificate verify failed" in str(outcome.error)
        assert outcome.error.attempts == 3
        assert server.requests == []
        assert server.wait_until_closed() == 0


def test_an_authority_that_the_environment_names(
    driver: Driver, authority: tuple[ssl.SSLContext, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[1]))
    with FaultServer([OK], tls=authority[0]) as server:
        outcomes = driver.run(["json", "json"], base_url=server.url)
        assert [outcome.value for outcome in outcomes] == [{"ok": True}] * 2
        assert server.accepted == 1


def test_a_host_without_tls_is_left_for_the_next(
    driver: Driver, authority: tuple[ssl.SSLContext, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[1]))
    with FaultServer([[CLOSE]], on_accept=CLOSE) as first:
        with FaultServer([OK], tls=authority[0]) as second:
            urls = [first.url.replace("http:", "https:"), second.url]
            outcomes = driver.run(["json", "json"], base_url=urls)
            assert [outcome.value for outcome in outcomes] == [{"ok": True}] * 2
            assert (first.accepted, first.requests, len(second.requests)) == (1, [], 2)


def test_a_proxy_of_the_environment(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultServer([OK]) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        [outcome] = driver.run(["json"], base_url="http://api.example")
        assert outcome.value == {"ok": True}
        assert proxy.requests[0].target == "http://api.example/v1/test"
        assert proxy.wait_until_closed() == 0


def test_a_proxy_that_refuses_a_tunnel_never_sees_the_key(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FaultServer([[answer(403, b""), CLOSE]]) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        [outcome] = driver.run(["json"], base_url="https://api.example")
        assert type(outcome.error) is APIConnectionError
        assert outcome.error.attempts == 3
        assert [request.method for request in proxy.requests] == ["CONNECT"] * 3
        assert all("authorization" not in request.headers for request in proxy.requests)
        assert f"through the proxy {proxy.url}: 403 " in str(outcome.error)
        assert proxy.wait_until_closed() == 0


def test_hosts_that_the_environment_takes_from_the_proxy(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALL_PROXY", f"http://127.0.0.1:{closed_port()}")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with FaultServer([OK]) as server:
        [outcome] = driver.run(["json"], base_url=server.url)
        assert outcome.value == {"ok": True}


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("SSL_CERT_FILE", "/nowhere.pem", "SSL_CERT_FILE=/nowhere.pem): [Errno 2] No such file"),
        ("SSL_CERT_FILE", os.devnull, f"SSL_CERT_FILE={os.devnull}): "),
        ("HTTPS_PROXY", "http://u:secret@h:port", "used: HTTPS_PROXY has a port that is no number"),
        ("https_proxy", "u:secret@h:port", "used: https_proxy has a port that is no number"),
        ("HTTPS_PROXY", "ftp://u:secret@h", "used: HTTPS_PROXY begins with 'ftp://', and not with"),
        (
            "ALL_PROXY",
            "socks://u:secret@h:1",
            "begins with 'socks://', and not with one of http://,",
        ),
        ("HTTPS_PROXY", "http://u:secret@h\x7f", "(HTTPS_PROXY): one is no URL"),
        ("NO_PROXY", "h,[::1]", "used: NO_PROXY has '[::1]', where an IPv6 address goes without"),
        ("NO_PROXY", "[::1]:80 , ::1", "used: NO_PROXY has '[::1]:80', where an IPv6 address"),
        ("NO_PROXY", "::1, h:x", "used: NO_PROXY has 'h:x', whose port is no number"),
    ],
)
@pytest.mark.parametrize("twin", DRIVERS)
def test_an_environment_that_cannot_be_used_is_told(
    twin: str, name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "SSL_CERT_FILE" and twin != "aiohttp" and version("httpx").startswith("0.27."):
        pytest.skip("this httpx takes its own certificates where there are none")
    monkeypatch.setenv(name, value)
    [outcome] = DRIVERS[twin]().run(["json"], base_url="https://127.0.0.1:1")
    assert type(outcome.error) is ConfigurationError
    assert told in str(outcome.error)
    shown = traceback.TracebackException.from_exception(outcome.error, capture_locals=True)
    locals_of = [str(frame.locals) for frame in shown.stack]
    assert "secret" not in "".join([str(outcome.error), *locals_of])


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("given", [False, True])
def test_a_dead_proxy_is_named_and_its_password_is_not(
    scheme: str, given: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"127.0.0.1:{closed_port()}"
    proxy = f"http://user:secret@{place}"
    clients: dict[str, Any] = {"sync": httpx.Client, "async": httpx.AsyncClient}
    for name, driver in DRIVERS.items():
        settings: dict[str, Any] = {}
        if given:
            settings["http_client"] = clients[name](proxy=proxy)
        else:
            monkeypatch.setenv(f"{scheme}_proxy", proxy)
        [outcome] = driver().run(["json"], base_url=f"{scheme}://api.example", **settings)
        assert type(outcome.error) is APIConnectionError
        told = str(outcome.error)
        assert f"Cannot connect to api.example through the proxy http://{place}: " in told
        assert "secret" not in told


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("step", ["json", "stream"])
def test_no_redirect_is_followed(driver: Driver, status: int, step: str) -> None:
    with FaultServer([OK]) as other:
        script: Script = [answer(status, b"", {"Location": f"{other.url}/v1/test"})]
        with FaultServer([script]) as server:
            [outcome] = driver.run([step], base_url=server.url)
            error = outcome.error
            assert type(error) is APIStatusError
            assert (error.status_code, error.attempts) == (status, 1)
            assert f"redirects to {other.url}" in str(error)
            assert server.wait_until_closed() == 0
        assert other.accepted == 0


class Resolver:
    """Knows `many.example`; what it is asked of `slow.example` it answers when it is awake."""

    def __init__(self) -> None:
        self.plain = socket.getaddrinfo
        self.addresses = ["127.0.0.1"]
        self.is_awake = threading.Event()
        self.asked: list[str] = []

    def __call__(self, host: Any, port: Any, *more: Any, **named: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if not str(name).endswith(".example"):
            return self.plain(host, port, *more, **named)
        self.asked.append(name)
        if name == "slow.example":
            self.is_awake.wait(60)
        if name == "none.example":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [answer for at in self.addresses for answer in self.plain(at, port, *more, **named)]


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Resolver]:
    """The system's resolver, which a machine cannot be relied on to have be slow."""
    made = Resolver()
    monkeypatch.setattr("socket.getaddrinfo", made)
    yield made
    made.is_awake.set()


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"connect": 0.3}, "No connection to slow.example within 0.3 s"),
        ({"deadline": 3.0}, "within its deadline of 3 s"),
    ],
)
def test_a_name_is_resolved_within_the_limits(
    driver: Driver, limits: dict[str, float], said: str, resolver: Resolver
) -> None:
    told = CallOptions(timeout=Timeout(**limits), max_retries=0)
    # asyncio waits for its threads when it ends.
    waking = threading.Timer(9, resolver.is_awake.set)
    waking.start()
    [outcome] = driver.run(["json"], told, base_url="http://slow.example")
    waking.cancel()
    assert type(outcome.error) is APITimeoutError
    assert said in str(outcome.error)
    assert resolver.asked == ["slow.example"]


def test_each_address_of_a_name_is_tried(driver: Driver, resolver: Resolver) -> None:
    resolver.addresses = ["127.0.0.2", "127.0.0.1"]  # the server listens on the last alone
    with FaultServer([OK]) as server:
        url = f"http://many.example:{server.port}"
        outcomes = driver.run(["json", "json"], CallOptions(max_retries=0), base_url=url)
        assert [outcome.value for outcome in outcomes] == [{"ok": True}] * 2
        assert server.accepted == 1
        assert server.requests[0].headers["host"] == f"many.example:{server.port}"
    assert resolver.asked == ["many.example"]


def test_a_name_that_is_not_known_is_told(driver: Driver, resolver: Resolver) -> None:
    [outcome] = driver.run(["json"], base_url="http://none.example")
    assert type(outcome.error) is APIConnectionError
    assert outcome.error.attempts == 3
    assert "Cannot connect to none.example: " in str(outcome.error)
    assert resolver.asked == ["none.example"] * 3


def test_without_a_limit_a_name_may_take_long(driver: Driver, resolver: Resolver) -> None:
    resolver.is_awake.set()
    with FaultServer([OK]) as server:
        url = f"http://slow.example:{server.port}"
        [outcome] = driver.run(["json"], CallOptions(timeout=None), base_url=url)
        assert outcome.value == {"ok": True}
