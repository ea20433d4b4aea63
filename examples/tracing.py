"""Traces and metrics of a client by OpenTelemetry: a recipe to copy. Needs opentelemetry-api.

    client = Kimi(hooks=HOOKS)

    with generation("kimi-k3.1-pro") as call:
        answer = client.chat.completions.create(model="kimi-k3.1-pro", messages=[...])
        call.answered(answer)

One span a call, retries included, with the names of the GenAI semantic conventions; of what was
asked and answered it has counts and reasons, never texts. `HOOKS` add to the span that is current
when something happens, so they do nothing where there is none.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from evolink_kimi import Hooks, KimiError, RequestInfo, ResponseInfo, RetryInfo
from opentelemetry import metrics, trace
from opentelemetry.trace import Span, SpanKind, StatusCode

__all__ = ["HOOKS", "Generation", "generation"]

PROVIDER = "evolink"

tracer = trace.get_tracer("evolink_kimi")
meter = metrics.get_meter("evolink_kimi")
duration = meter.create_histogram(
    "gen_ai.client.operation.duration", unit="s", description="Duration of calls."
)
tokens = meter.create_histogram(
    "gen_ai.client.token.usage", unit="{token}", description="Tokens of input and output."
)


class Generation:
    """A call under way.

    Attributes:
        span: Its span.
        shared: What its metrics are told apart by.
    """

    def __init__(self, span: Span, shared: dict[str, Any]) -> None:
        self.span = span
        self.shared = shared
        self._began = time.perf_counter()
        self._has_chunk = False

    def chunk(self) -> None:
        """Note that a piece of a stream came; only the first counts."""
        if not self._has_chunk:
            self._has_chunk = True
            self.span.set_attribute(
                "gen_ai.response.time_to_first_chunk", time.perf_counter() - self._began
            )

    def answered(self, answer: Any) -> None:
        """Note an answer of any of the protocols, or what `get_final()` of a stream gives."""
        wire = answer.to_dict()
        reasons = [choice.get("finish_reason") for choice in wire.get("choices") or ()]
        reasons += [wire.get("stop_reason"), wire.get("status")]
        told: dict[str, Any] = {
            "gen_ai.response.id": wire.get("id"),
            "gen_ai.response.model": wire.get("model"),
            "gen_ai.response.finish_reasons": [reason for reason in reasons if reason],
        }
        usage = answer.usage_summary
        if usage is not None:
            told |= {
                "gen_ai.usage.input_tokens": usage.input_tokens,
                "gen_ai.usage.output_tokens": usage.output_tokens,
                "gen_ai.usage.cache_read.input_tokens": usage.cached_tokens,
                "gen_ai.usage.reasoning.output_tokens": usage.reasoning_tokens,
            }
            for kind, count in (("input", usage.input_tokens), ("output", usage.output_tokens)):
                if count is not None:
                    tokens.record(count, {**self.shared, "gen_ai.token.type": kind})
        self.span.set_attributes({name: v for name, v in told.items() if v is not None})


@contextmanager
def generation(model: str, **request: Any) -> Iterator[Generation]:
    """A span for the call made inside.

    Args:
        model: The model asked.
        request: What else to tell of the request, by the last part of its name in the conventions:
            `max_tokens=2048`, `stream=True`.
    """
    shared: dict[str, Any] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": PROVIDER,
        "gen_ai.request.model": model,
    }
    asked = {f"gen_ai.request.{name}": value for name, value in request.items()}
    began = time.perf_counter()
    with tracer.start_as_current_span(
        f"chat {model}",
        kind=SpanKind.CLIENT,
        attributes={**shared, **asked},
        # An error's text may quote the request.
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        measured = dict(shared)
        try:
            yield Generation(span, shared)
        except BaseException as error:
            kind = type(error).__qualname__
            measured["error.type"] = kind
            span.set_attribute("error.type", kind)
            span.set_status(StatusCode.ERROR, kind)
            if isinstance(error, KimiError) and error.request_id:
                span.set_attribute("evolink.request_id", error.request_id)
            raise
        finally:
            duration.record(time.perf_counter() - began, measured)


def _sending(info: RequestInfo) -> None:
    span = trace.get_current_span()
    host, _, port = info.host.partition(":")
    span.set_attribute("server.address", host)
    span.set_attribute("server.port", int(port) if port else 443)
    span.set_attribute("http.request.resend_count", info.attempt - 1)


def _answered(info: ResponseInfo) -> None:
    span = trace.get_current_span()
    span.set_attribute("http.response.status_code", info.status_code)
    if info.request_id:
        span.set_attribute("evolink.request_id", info.request_id)


def _retrying(info: RetryInfo) -> None:
    trace.get_current_span().add_event(
        "evolink.retry",
        {
            "error.type": type(info.error).__qualname__,
            "server.address": info.request.host,
            "evolink.wait_seconds": info.wait,
        },
    )


HOOKS = Hooks(on_request=_sending, on_response=_answered, on_retry=_retrying)
