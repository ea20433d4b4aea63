"""The key shows in nothing that tools print of an exception, local variables included.

Each tool runs in a process of its own, which has the key in its environment only.
"""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path

import pytest

KEY = "sk-test-0123456789-secret"
ROOT = Path(__file__).parents[2]

# Every one ends with an exception, from different layers.
PROGRAM = """
import asyncio, httpx, os, signal
from evolink_kimi import AsyncKimi, Hooks, Kimi
from tests.support.fault_server import (
    CLOSE, HOLD, RESET, FaultServer, answer, chunked, closed_port, sse
)

ASK = {"model": "kimi-k3", "messages": []}


def serve(*script):
    return FaultServer([script]).__enter__().url


def quoting():
    told = '{"error": {"type": "authentication_error", "message": "Bad KEY"}}'
    return told.replace("KEY", os.environ["EVOLINK_API_KEY"]).encode()


def completions(url, **options):
    return Kimi(base_url=url, max_retries=0, **options).chat.completions


def fail(info):
    raise ZeroDivisionError


# The server does it, once it has the request.
def interrupt():
    # Programs that run in the background of a shell are started with it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    completions(serve(lambda: os.kill(os.getpid(), signal.SIGINT), HOLD)).create(**ASK)


def interrupt_early():
    def load(*given, **named):
        environment = dict(os.environ)
        raise KeyboardInterrupt

    plain, httpx.create_ssl_context = httpx.create_ssl_context, load
    try:
        completions("http://h").create(**ASK)
    finally:
        httpx.create_ssl_context = plain


async def cancel():
    loop = asyncio.get_running_loop()
    url = serve(lambda: loop.call_soon_threadsafe(lambda: task.cancel()), HOLD)
    async with AsyncKimi(base_url=url, max_retries=0) as client:
        task = asyncio.create_task(client.chat.completions.create(**ASK))
        await task


async def refuse():
    async with AsyncKimi(base_url=f"http://127.0.0.1:{closed_port()}", max_retries=0) as client:
        await client.chat.completions.create(**ASK)


# These take functions, so that no frame of theirs has what is sent.
def stream(script):
    return list(completions(serve(sse(), *script())).create(**ASK, stream=True))


def raw(script):
    return completions(serve(*script())).with_raw_response.create(**ASK).parse()


SITUATIONS = {
    "refused": lambda: completions(f"http://127.0.0.1:{closed_port()}").create(**ASK),
    "reset": lambda: completions(serve(RESET)).create(**ASK),
    "no HTTP": lambda: completions(serve(b"SSH-2.0\\r\\n", CLOSE)).create(**ASK),
    "error answer": lambda: completions(serve(answer(401, quoting()))).create(**ASK),
    "no JSON": lambda: completions(serve(answer(200, quoting()[:-1]))).create(**ASK),
    "silence": lambda: completions(serve(HOLD), timeout=0.1).create(**ASK),
    "stream cut off": lambda: stream(lambda: [chunked(b"data: {}\\n\\n", last=False), CLOSE]),
    "stream silent": lambda: list(
        completions(serve(sse(), HOLD), timeout=0.1).create(**ASK, stream=True)
    ),
    "error in a stream": lambda: stream(lambda: [chunked(b"data: " + quoting() + b"\\n\\n")]),
    "bad event": lambda: stream(lambda: [chunked(b"data: " + quoting()[:-1] + b"\\n\\n")]),
    "raw error": lambda: raw(lambda: [answer(200, quoting())]),
    "raw no JSON": lambda: raw(lambda: [answer(200, quoting()[:-1])]),
    "hook": lambda: completions("http://h", hooks=Hooks(on_request=fail)).create(**ASK),
    "late hook": lambda: completions(
        serve(answer()), hooks=Hooks(on_response=fail)
    ).create(**ASK),
    "bad option": lambda: completions("https://h", default_headers={"a b": "x"}),
    "bad header": lambda: completions("https://h").create(**ASK, extra_headers={"X": "\\n"}),
    "bad path": lambda: Kimi(base_url="https://h").request("GET", "/\\0"),
    "interrupted": interrupt,
    "interrupted early": interrupt_early,
    "cancelled": lambda: asyncio.run(cancel()),
    "async refused": lambda: asyncio.run(refuse()),
}
"""

EACH = """
for name, situation in SITUATIONS.items():
    try:
        situation()
    except BaseException as error:
        print("=" * 30, name)
        SHOW
"""

TOOLS = {
    "traceback": """
        import traceback
        shown = traceback.TracebackException.from_exception(error, capture_locals=True)
        print("".join(shown.format()))
    """,
    "rich": """
        from rich.console import Console
        from rich.traceback import Traceback
        console = Console(width=500)
        console.print(Traceback.from_exception(
            type(error), error, error.__traceback__,
            show_locals=True, locals_max_string=9999, locals_max_length=999,
        ))
    """,
    "cgitb": """
        import cgitb
        print(cgitb.text((type(error), error, error.__traceback__), context=9))
    """,
    "stackprinter": """
        import stackprinter
        if isinstance(error, Exception):  # it takes no others
            print(stackprinter.format(error, truncate_vals=99999))
        else:
            print("test_program")
    """,
}


def output(folder: Path, code: str, *command: str) -> str:
    """What a program prints; it is `test_program.py` in the folder."""
    file = folder / "test_program.py"
    file.write_text(code)
    path = os.pathsep.join([str(ROOT), str(ROOT / "generated"), *sys.path])
    done = subprocess.run(
        [sys.executable, *command, str(file)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path, "EVOLINK_API_KEY": KEY},
        cwd=folder,
        timeout=600,
    )
    return done.stdout + done.stderr


def situations() -> list[str]:
    return [line.split('"')[1] for line in PROGRAM.splitlines() if line.startswith('    "')]


def show(text: str, at: int) -> str:
    return text[max(0, at - 600) : at + 100]


@pytest.mark.parametrize("tool", TOOLS)
def test_no_tool_that_prints_local_variables_shows_the_key(tmp_path: Path, tool: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            import_module(tool)
        except ImportError:
            pytest.skip(f"{tool} is not there")
    text = output(tmp_path, PROGRAM + EACH.replace("SHOW", TOOLS[tool].strip()), "-W", "ignore")
    assert KEY not in text, show(text, text.index(KEY))
    for name in situations():
        section = text.partition(f"{'=' * 30} {name}\n")[2].partition("=" * 30)[0]
        assert "test_program" in section, (name, text[-2000:])


def test_pytest_shows_no_key_with_its_local_variables(tmp_path: Path) -> None:
    test = """
import pytest

@pytest.mark.parametrize("name", [name for name in SITUATIONS if "interrupted" not in name])
def test_it(name):
    try:
        SITUATIONS[name]()
    except asyncio.CancelledError as error:
        raise AssertionError from error
"""
    text = output(
        tmp_path,
        PROGRAM + test,
        *("-m", "pytest", "--showlocals", "--tb=long", "--verbosity=3", "--rootdir=."),
        *("-p", "no:cacheprovider", "--import-mode=importlib", "--color=no"),
    )
    assert KEY not in text, show(text, text.index(KEY))
    assert f"{len(situations()) - 2} failed" in text, text[-2000:]
