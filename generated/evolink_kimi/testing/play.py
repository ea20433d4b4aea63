"""Sending an answer with the reply's timing, chunking and faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .answer import Answer
from .http1 import ClientLeft, Connection, Head
from .record import RecordedRequest
from .reply import Cut, Reply, Reset, Stall

__all__ = ["play"]

_BODILESS: Final = frozenset({204, 205, 304})


class _Struck(Exception):  # noqa: N818  (ends the playing from within)
    """A fault ended the answer and the connection."""


def play(
    connection: Connection, head: Head, request: RecordedRequest, reply: Reply, answer: Answer
) -> bool:
    """Send an answer; note in the request what became of it.

    Returns:
        Whether the connection can take another request.

    Raises:
        ClientLeft: The client left before the end.
    """
    connection.pause(reply.first_byte_delay)
    try:
        if reply.raw is None:
            return _play(connection, head, request, reply, answer)
        request.completed = True
        connection.send(reply.raw)
    except _Struck:
        pass
    except ClientLeft:
        request.completed = False
        raise
    return False


def _play(
    connection: Connection, head: Head, request: RecordedRequest, reply: Reply, answer: Answer
) -> bool:
    fault = _connection_fault(reply)
    if fault is not None and fault.after is None:
        _strike(connection, fault)
    has_body = head.method != "HEAD" and answer.status not in _BODILESS
    frames = _frames(reply, answer) if has_body else ()
    chunked = answer.is_stream and reply.transfer == "chunked" and head.version == "HTTP/1.1"
    by_length = not answer.is_stream or reply.transfer == "length"
    keeps_alive = head.keeps_alive and (chunked or by_length)
    headers = {"x-request-id": ("X-Request-Id", f"mock-{request.number:06d}")}
    headers.update((name.lower(), (name, value)) for name, value in answer.headers)
    request.status = answer.status
    connection.start(
        answer.status,
        headers.values(),
        length=sum(map(len, frames)) if by_length and has_body else None,
        chunked=chunked and has_body,
        close=not keeps_alive,
    )
    left = sum(map(len, frames))
    for part in _parts(connection, reply, frames, answer.is_stream):
        left -= len(part)
        # Noted before the client can have seen the end, so that a test may rely on it.
        request.completed = by_length and left == 0
        connection.write(part)
    request.completed = True
    connection.finish()
    return keeps_alive


def _frames(reply: Reply, answer: Answer) -> tuple[bytes, ...]:
    """Return the body in the pieces between which a fault may strike."""
    if answer.is_stream:
        comment = "" if reply.comment is None else f": {reply.comment}{reply.newline * 2}"
        return tuple(comment.encode() + frame for frame in answer.frames)
    body = b"".join(answer.frames)
    return (body[: len(body) // 2], body[len(body) // 2 :]) if _connection_fault(reply) else (body,)


def _parts(
    connection: Connection, reply: Reply, frames: tuple[bytes, ...], is_stream: bool
) -> Iterator[bytes]:
    """Yield the body in the parts to send, pausing and failing between them as told."""
    fault = _connection_fault(reply)
    strike = None
    if fault is not None and fault.after is not None:
        strike = min(fault.after, len(frames) if is_stream else 1)
    waiting = bytearray()
    for index in range(len(frames) + 1):
        if fault is not None and index == strike:
            yield bytes(waiting)
            waiting.clear()
            _strike(connection, fault)
        if index == len(frames):
            break
        if index and is_stream:
            connection.pause(reply.delay)
        if reply.chunking == "event" or not is_stream:
            yield frames[index]
            continue
        waiting += frames[index]
        while isinstance(reply.chunking, int) and len(waiting) >= reply.chunking:
            yield bytes(waiting[: reply.chunking])
            del waiting[: reply.chunking]
    yield bytes(waiting)


def _connection_fault(reply: Reply) -> Reset | Cut | Stall | None:
    """Return the fault if it is one of the connection; the others are in the answer already."""
    fault = reply.fault
    if isinstance(fault, Cut):
        return None if fault.clean and fault.after is not None else fault
    return fault if isinstance(fault, Reset | Stall) else None


def _strike(connection: Connection, fault: Reset | Cut | Stall) -> None:
    """Play a fault; returns only if the answer goes on after it.

    Raises:
        _Struck: The answer ends here.
        ClientLeft: The client left during a stall.
    """
    if isinstance(fault, Stall):
        connection.pause(fault.seconds)
        return
    if isinstance(fault, Reset):
        connection.reset()
    raise _Struck
