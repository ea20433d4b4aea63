"""The recipe for OpenTelemetry, with its in-memory exporter."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("opentelemetry.sdk")

from evolink_kimi import AsyncKimi, Kimi, RateLimitError
from evolink_kimi.testing import MockGateway, Reply, Usage
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

KEY = "sk-test-0123456789"
MODEL = "kimi-k3.1-pro"
ASK: dict[str, dict[str, Any]] = {
    "chat": {"messages": [{"role": "user", "content": "A secret of mine"}]},
    "messages": {"max_tokens": 99, "messages": [{"role": "user", "content": "A secret of mine"}]},
    "responses": {"input": "A secret of mine"},
}
REPLY = Reply(
    reasoning="Hm.",
    text="An answer of mine",
    usage=Usage(input=20, output=9, reasoning=4, cached=5),
)


@pytest.fixture(scope="module")
def telemetry() -> tuple[InMemorySpanExporter, InMemoryMetricReader]:
    exporter, reader = InMemorySpanExporter(), InMemoryMetricReader()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    metrics.set_meter_provider(MeterProvider([reader]))
    return exporter, reader


@pytest.fixture
def spans(
    telemetry: tuple[InMemorySpanExporter, InMemoryMetricReader],
) -> Iterator[InMemorySpanExporter]:
    telemetry[0].clear()
    yield telemetry[0]


@pytest.fixture(scope="module")
def recipe(telemetry: object) -> ModuleType:
    path = Path(__file__).parents[2] / "examples" / "tracing.py"
    spec = importlib.util.spec_from_file_location("tracing", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def gateway() -> Iterator[MockGateway]:
    with MockGateway(REPLY) as running:
        yield running


def resource(client: Kimi | AsyncKimi, protocol: str) -> Any:
    return client.chat.completions if protocol == "chat" else getattr(client, protocol)


def attributes(span: ReadableSpan) -> dict[str, Any]:
    assert "secret" not in span.to_json()
    assert "An answer" not in span.to_json()
    assert KEY not in span.to_json()
    return dict(span.attributes or {})


REASONS = {"chat": "stop", "messages": "end_turn", "responses": "completed"}


@pytest.mark.parametrize("protocol", ASK)
@pytest.mark.parametrize("stream", [False, True])
def test_a_call_is_a_span(
    recipe: ModuleType,
    spans: InMemorySpanExporter,
    gateway: MockGateway,
    protocol: str,
    stream: bool,
) -> None:
    with Kimi(api_key=KEY, base_url=gateway.base_url, hooks=recipe.HOOKS) as client:
        with recipe.generation(MODEL, stream=stream) as call:
            if stream:
                more = {"stream_options": {"include_usage": True}} if protocol == "chat" else {}
                with resource(client, protocol).stream(
                    model=MODEL, **ASK[protocol], **more
                ) as events:
                    for _ in events:
                        call.chunk()
                    call.answered(events.get_final())
            else:
                call.answered(resource(client, protocol).create(model=MODEL, **ASK[protocol]))
    [span] = spans.get_finished_spans()
    assert (span.name, span.kind) == (f"chat {MODEL}", trace.SpanKind.CLIENT)
    assert span.status.is_unset
    told = attributes(span)
    assert ("gen_ai.response.time_to_first_chunk" in told) == stream
    assert told.pop("gen_ai.response.time_to_first_chunk", 1) > 0
    host, _, port = gateway.base_url.removeprefix("http://").partition(":")
    identifier = told.pop("gen_ai.response.id")
    assert identifier
    assert told == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "evolink",
        "gen_ai.request.model": MODEL,
        "gen_ai.request.stream": stream,
        "gen_ai.response.model": MODEL,
        "gen_ai.response.finish_reasons": (REASONS[protocol],),
        "gen_ai.usage.input_tokens": 20,
        "gen_ai.usage.cache_read.input_tokens": 5,
        "gen_ai.usage.output_tokens": 9,
        **({"gen_ai.usage.reasoning.output_tokens": 4} if protocol != "messages" else {}),
        "server.address": host,
        "server.port": int(port),
        "http.request.resend_count": 0,
        "http.response.status_code": 200,
        "evolink.request_id": "mock-000001",
    }


def test_retries_and_errors_are_in_the_span(
    recipe: ModuleType, spans: InMemorySpanExporter, gateway: MockGateway
) -> None:
    gateway.reply = Reply.error(429, headers={"retry-after-ms": "1"})
    with Kimi(api_key=KEY, base_url=gateway.base_url, hooks=recipe.HOOKS, max_retries=1) as client:
        with pytest.raises(RateLimitError), recipe.generation(MODEL):
            client.chat.completions.create(model=MODEL, **ASK["chat"])
    [span] = spans.get_finished_spans()
    told = attributes(span)
    assert told["error.type"] == "RateLimitError"
    assert told["http.response.status_code"] == 429
    assert told["http.request.resend_count"] == 1
    assert told["evolink.request_id"] == "mock-000002"
    assert span.status.status_code is trace.StatusCode.ERROR
    [event] = span.events
    assert event.name == "evolink.retry"
    assert dict(event.attributes or {})["evolink.wait_seconds"] == 0.001


def test_concurrent_calls_keep_their_spans(
    recipe: ModuleType, spans: InMemorySpanExporter, gateway: MockGateway
) -> None:
    async def one(client: AsyncKimi, number: int) -> None:
        with recipe.generation(f"model-{number}") as call:
            ask = {**ASK["chat"], "model": f"model-{number}"}
            call.answered(await client.chat.completions.create(**ask))

    async def main() -> None:
        async with AsyncKimi(api_key=KEY, base_url=gateway.base_url, hooks=recipe.HOOKS) as client:
            await asyncio.gather(*(one(client, number) for number in range(10)))

    asyncio.run(main())
    found = [attributes(span) for span in spans.get_finished_spans()]
    assert len(found) == 10
    assert all(t["gen_ai.request.model"] == t["gen_ai.response.model"] for t in found)
    assert len({told["evolink.request_id"] for told in found}) == 10


def test_metrics(
    recipe: ModuleType,
    telemetry: tuple[InMemorySpanExporter, InMemoryMetricReader],
    gateway: MockGateway,
) -> None:
    with Kimi(api_key=KEY, base_url=gateway.base_url, hooks=recipe.HOOKS) as client:
        with recipe.generation("of-metrics") as call:
            call.answered(client.messages.create(model="of-metrics", **ASK["messages"]))
    data = telemetry[1].get_metrics_data()
    assert data is not None
    sums: dict[tuple[str, Any], float] = {}
    for metric in data.resource_metrics[0].scope_metrics[0].metrics:
        for point in metric.data.data_points:
            told = dict(point.attributes or {})
            if told["gen_ai.request.model"] == "of-metrics":
                sums[metric.name, told.get("gen_ai.token.type")] = point.sum  # type: ignore[union-attr]  # both are histograms
    assert sums["gen_ai.client.token.usage", "input"] == 20
    assert sums["gen_ai.client.token.usage", "output"] == 9
    assert sums["gen_ai.client.operation.duration", None] > 0


def test_without_a_span_the_hooks_do_nothing(
    recipe: ModuleType, spans: InMemorySpanExporter, gateway: MockGateway
) -> None:
    with Kimi(api_key=KEY, base_url=gateway.base_url, hooks=recipe.HOOKS) as client:
        client.chat.completions.create(model=MODEL, **ASK["chat"])
    assert spans.get_finished_spans() == ()
