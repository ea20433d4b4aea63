"""What lies between a client and its host: TLS, proxies, redirects, as the environment says."""

from __future__ import annotations

import os
import ssl
import traceback
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from overlays.runtime.errors import APIConnectionError, APIStatusError, ConfigurationError
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
        ("HTTPS_PROXY", "http://u:secret@h:port", "(HTTPS_PROXY): one is no URL"),
        ("HTTPS_PROXY", "ftp://u:secret@h", "(HTTPS_PROXY): one is no URL"),
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
