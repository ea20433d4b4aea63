"""What only another system or machine would break: its modules, consoles and environment."""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem

ROOT = Path(__file__).parents[2]
# Not on Windows.
MODULES = frozenset("crypt fcntl grp posix pty pwd readline resource syslog termios tty".split())
FUNCTIONS = frozenset(
    "fork forkpty geteuid getgid getpgid getuid killpg mkfifo setsid uname SIGALRM SIGHUP SIGKILL "
    "SIGUSR1 AF_UNIX".split()
)


def names_used(path: Path) -> set[str]:
    """Modules imported and attributes read, by their last names, where no system is asked for."""
    found: set[str] = set()
    nodes: list[ast.AST] = [ast.parse(path.read_bytes())]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test).startswith(
            ("sys.platform", "os.name")
        ):
            continue
        nodes += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {(node.module or "").partition(".")[0], *(a.name for a in node.names)}
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


@pytest.mark.parametrize("folder", ["overlays", "pipeline"])
def test_nothing_that_one_system_lacks_is_used(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    used = {p.relative_to(ROOT).as_posix(): names_used(p) & (MODULES | FUNCTIONS) for p in paths}
    assert {path: names for path, names in used.items() if names} == {}


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_failures_are_told_on_any_console(encoding: str) -> None:
    """A redirected stream on Windows has the code page's characters only."""
    raw = io.BytesIO()
    console = Console(io.TextIOWrapper(raw, encoding=encoding))
    problem = Problem("moonshot: 月之暗面 is not “allowed”", document="d.yaml", remedy="Rename it.")
    console.failure(PipelineError(problem))
    said = raw.getvalue().decode(encoding)
    assert "d.yaml" in said
    assert "moonshot" in said
    assert "Rename it." in said


def test_no_test_takes_the_network_warnings_or_colours_of_the_machine() -> None:
    proxies = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
    others = ("SSL_CERT_FILE", "SSL_CERT_DIR", "NETRC", "EVOLINK_BASE_URL", "EVOLINK_API_KEY")
    told = dict.fromkeys(proxies, "http://127.0.0.1:9") | dict.fromkeys(others, "/nonsense")
    colours = {"FORCE_COLOR": "1", "CI": "1", "PYTHONWARNINGS": "error", "EVOLINK_LOG": "debug"}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"),
            "tests/sdk/test_client.py::test_no_key_is_told_at_construction",
            "tests/sdk/test_transport_hosts.py::test_rate_limits_stay_on_their_host",
            "tests/sdk/test_client_lifecycle.py::test_the_interpreter_ends_without_a_warning",
            "tests/pipeline/test_cli.py::test_colours",
        ],
        cwd=ROOT,
        env={**os.environ, **told, **colours},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
