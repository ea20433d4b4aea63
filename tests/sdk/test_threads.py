"""One client in many threads at once, also where Python has no global lock."""

from __future__ import annotations

import sys
import sysconfig
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from evolink_kimi import Kimi
from evolink_kimi.testing import MockGateway, RecordedRequest, Reply

THREADS = 16
ROUNDS = 4
MODEL = "kimi-k3.1-pro"


def echo(request: RecordedRequest) -> Reply:
    """The question, as reasoning and as text, which comes in small pieces."""
    body = request.json
    question = body["input"] if "input" in body else body["messages"][0]["content"]
    return Reply(reasoning=f"of {question}", text=f"{question}, " * 20)


def ask(client: Kimi, question: str) -> list[str]:
    """What all operations answer, called and streamed: reasoning and text of each."""
    messages: Any = [{"role": "user", "content": question}]
    answers: list[Any] = [
        client.chat.completions.create(model=MODEL, messages=messages),
        client.messages.create(model=MODEL, max_tokens=64, messages=messages),
        client.responses.create(model=MODEL, input=question),
    ]
    for manager in (
        client.chat.completions.stream(model=MODEL, messages=messages),
        client.messages.stream(model=MODEL, max_tokens=64, messages=messages),
        client.responses.stream(model=MODEL, input=question),
    ):
        with manager as stream:
            pieces = Counter[str]()
            for delta in stream.deltas():
                pieces[delta.kind] += 1
            assert pieces["text"] > 1
            answers.append(stream.get_final())
    return [f"{answer.reasoning_text}: {answer.output_text}" for answer in answers]


def test_sixteen_threads_share_one_client_and_get_their_own_answers() -> None:
    barrier = threading.Barrier(THREADS)

    def work(number: int) -> list[list[str]]:
        barrier.wait(60)
        return [ask(client, f"{number}.{turn}") for turn in range(ROUNDS)]

    with MockGateway(echo) as gateway:
        with (
            Kimi(api_key="test", base_url=gateway.base_url, max_retries=0) as client,
            ThreadPoolExecutor(THREADS) as threads,
        ):
            answers = list(threads.map(work, range(THREADS)))
        asked = Counter(
            request.json.get("input") or request.json["messages"][0]["content"]
            for request in gateway.requests
        )
        assert gateway.wait_idle(60)
    questions = [[f"{number}.{turn}" for turn in range(ROUNDS)] for number in range(THREADS)]
    assert answers == [
        [[f"of {question}: {f'{question}, ' * 20}"] * 6 for question in each] for each in questions
    ]
    assert asked == {question: 6 for each in questions for question in each}
    # Nothing that the client imports has brought the lock back.
    is_locked: Callable[[], bool] = getattr(sys, "_is_gil_enabled", lambda: True)
    assert is_locked() is not bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
