"""Documents that come in: from files, folders and servers, matched with what sources.toml lists."""

from __future__ import annotations

import http.server
import shutil
import threading
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.errors import PipelineError
from pipeline.sources import Source, load
from pipeline.update.incoming import gather
from pipeline.update.listing import with_source
from pipeline.update.plan import put
from tests.support.updating import ROOT, SOURCES, page, replaced, vendor_text

_OPENAPI = ROOT / "openapi"
_EDIT = replaced("Message role. Only user and assistant are supported.", "Who speaks.")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "openapi"
    shutil.copytree(_OPENAPI, copy)
    return copy


def _write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def _refusal(given: list[str]) -> str:
    with pytest.raises(PipelineError) as caught:
        gather(_OPENAPI, given)
    return str(caught.value)


def test_pages_that_hold_what_is_at_hand_are_no_news(tmp_path: Path) -> None:
    for file in SOURCES:
        _write(tmp_path, f"{Path(file).stem}.md", page(file))
    found, notes = gather(_OPENAPI, [str(tmp_path)])
    assert found == []
    assert [note.rpartition(": ")[2] for note in notes] == ["nothing new"] * 3


def test_a_page_is_matched_by_its_operation(tmp_path: Path) -> None:
    given = _write(
        tmp_path, "anything.md", page("messages.yaml", _EDIT(vendor_text("messages.yaml")))
    )
    ((item,), _) = gather(_OPENAPI, [given])
    assert (item.source.file, item.is_new) == ("messages.yaml", False)
    assert item.data.decode() == _EDIT(vendor_text("messages.yaml"))


@pytest.mark.parametrize("name", ["messages.yaml", "messages-quickstart.yaml", "other.yaml"])
def test_a_document_is_matched_by_its_name_or_operations(tmp_path: Path, name: str) -> None:
    given = _write(tmp_path, name, _EDIT(vendor_text("messages.yaml")))
    ((item,), _) = gather(_OPENAPI, [given])
    assert item.source.file == "messages.yaml"


def test_keys_in_another_order_are_no_news(tmp_path: Path) -> None:
    text = vendor_text("messages.yaml")
    moved = replaced("        request_id:\n          type: string\n", "")(text)
    moved = replaced(
        "    ErrorResponse:\n      type: object\n      properties:\n",
        "    ErrorResponse:\n      properties:\n        request_id:\n          type: string\n",
    )(moved)
    message = "              type: string\n            message:\n              type: string\n"
    moved = replaced(message, f"{message}      type: object\n")(moved)
    found, notes = gather(_OPENAPI, [_write(tmp_path, "messages.yaml", moved)])
    assert found == []
    assert "written differently, and says the same" in notes[0]


@pytest.mark.parametrize(
    "header",
    [
        "POST /v1/messages",
        "post /v1/messages",
        "other/folder/messages.yaml POST /v1/messages",
        "/en/api-manual/kimi/messages.json   POST   /v1/messages",
    ],
)
def test_a_fence_header_may_be_written_in_several_ways(tmp_path: Path, header: str) -> None:
    text = page("messages.yaml", _EDIT(vendor_text("messages.yaml")), header)
    ((item,), _) = gather(_OPENAPI, [_write(tmp_path, "page.md", text)])
    assert item.source.file == "messages.yaml"


def test_a_page_whose_header_names_no_operation_is_refused_by_line(tmp_path: Path) -> None:
    text = page("messages.yaml", header="messages.json")
    told = _refusal([_write(tmp_path, "page.md", text)])
    assert "page.md" in told
    assert "no OpenAPI fence" in told
    assert "````yaml messages.json (line 5)" in told


def test_a_page_that_turned_into_html_is_refused(tmp_path: Path) -> None:
    told = _refusal([_write(tmp_path, "page.md", "<!DOCTYPE html>\n<html><body>Hi</body></html>")])
    assert "page.md: this is an HTML page, not an API description" in told
    assert ".md at the end" in told


def test_an_empty_folder_and_a_missing_file_are_refused_together(tmp_path: Path) -> None:
    told = _refusal([str(tmp_path), str(tmp_path / "missing.md")])
    assert "there is no page and no document in this folder" in told
    assert "there is no such file" in told


def test_two_documents_for_one_source_are_refused(tmp_path: Path) -> None:
    one = _write(tmp_path, "one.md", page("messages.yaml", _EDIT(vendor_text("messages.yaml"))))
    two = _write(
        tmp_path, "two.md", page("messages.yaml", vendor_text("messages.yaml") + "x-a: 1\n")
    )
    assert "are both POST /v1/messages" in _refusal([one, two])


def test_a_document_with_operations_of_two_sources_is_refused(tmp_path: Path) -> None:
    text = vendor_text("messages.yaml").replace(
        "\npaths:\n", "\npaths:\n  /v1/responses:\n    post: {}\n"
    )
    assert "operations of several sources" in _refusal([_write(tmp_path, "both.yaml", text)])


def test_a_new_document_gets_names_that_are_free(tmp_path: Path) -> None:
    text = vendor_text("messages.yaml").replace("/v1/messages:", "/v2/messages:")
    ((item,), _) = gather(_OPENAPI, [_write(tmp_path, "new.yaml", text)])
    assert item.is_new
    assert (item.source.file, item.source.prefix) == ("messages-2.yaml", "Messages2")
    assert item.source.operation == "POST /v2/messages"


def test_the_list_is_changed_in_the_lines_that_changed(folder: Path) -> None:
    before = (folder / "sources.toml").read_text(encoding="utf-8")
    source = next(s for s in load(folder / "sources.toml") if s.file == "messages.yaml")
    new = replace(source, sha256="0" * 64, etag='W/"a\\b"', modified=None)
    text = with_source(before, new)
    assert text == before.replace(
        f'sha256 = "{source.sha256}"', f'sha256 = "{"0" * 64}"\netag = "W/\\"a\\\\b\\""'
    )
    assert with_source(text, replace(new, sha256=source.sha256, etag=None)) == before
    (folder / "sources.toml").write_text(text, encoding="utf-8")
    assert load(folder / "sources.toml")[1] == new


@pytest.mark.parametrize(("path", "file"), [("con", "con-api.yaml"), ("contact", "contact.yaml")])
def test_a_new_source_has_a_name_that_windows_takes(tmp_path: Path, path: str, file: str) -> None:
    text = vendor_text("messages.yaml").replace("/v1/messages:", f"/v1/{path}:")
    ((item,), _) = gather(_OPENAPI, [_write(tmp_path, "new.yaml", text)])
    assert item.source.file == file


def test_a_new_source_goes_to_the_end(folder: Path, tmp_path: Path) -> None:
    text = vendor_text("messages.yaml").replace("/v1/messages:", "/v1/others:")
    found, _ = gather(folder, [_write(tmp_path, "new.yaml", text)])
    before = (folder / "sources.toml").read_text(encoding="utf-8")
    put(found, folder)
    after = (folder / "sources.toml").read_text(encoding="utf-8")
    assert after.startswith(before)
    assert tomllib.loads(after)["source"][-1]["file"] == "others.yaml"
    assert (folder / "others.yaml").read_text(encoding="utf-8") == text


class _Pages(http.server.BaseHTTPRequestHandler):
    """Serves one page with validators, and keeps what it was asked."""

    text = ""
    asked: list[dict[str, str]]

    def do_GET(self) -> None:
        self.asked.append({name.lower(): value for name, value in self.headers.items()})
        if self.headers.get("if-none-match") == '"v1"':
            self.send_response(304)
            self.end_headers()
            return
        data = self.text.encode()
        self.send_response(200)
        self.send_header("content-type", "text/markdown")
        self.send_header("content-length", str(len(data)))
        self.send_header("etag", '"v1"')
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[tuple[str, type[_Pages]]]:
    handler = type("Pages", (_Pages,), {"asked": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        thread = threading.Thread(target=httpd.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{httpd.server_port}/messages.md", handler
        finally:
            httpd.shutdown()
            thread.join()


def test_a_page_is_fetched_once_and_asked_for_by_its_validator_after_that(
    folder: Path, server: tuple[str, type[_Pages]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVOLINK_API_KEY", "sk-secret")
    url, handler = server
    handler.text = page("messages.yaml", _EDIT(vendor_text("messages.yaml")))
    listing = folder / "sources.toml"

    def listed(path: Path) -> list[Source]:
        # A page is https; here the server is this machine's, so the source is told of directly.
        known = next(s for s in load(listing) if s.file == "messages.yaml")
        return [replace(known, page=url)]

    monkeypatch.setattr("pipeline.update.incoming.load", listed)
    found, _ = gather(folder, [])
    put(found, folder)
    (item,) = found
    assert (item.source.file, item.source.etag) == ("messages.yaml", '"v1"')
    found, notes = gather(folder, [])
    assert (found, notes) == ([], [f"{url}: nothing new"])
    first, second = handler.asked
    assert "if-none-match" not in first
    assert second["if-none-match"] == '"v1"'
    for asked in handler.asked:
        assert not {"authorization", "cookie", "x-api-key"} & asked.keys()
        assert "sk-secret" not in str(asked)


def test_a_validator_of_another_address_is_not_kept(
    folder: Path, server: tuple[str, type[_Pages]]
) -> None:
    """The listed page would be passed over if its server knew an older version by that name."""
    url, handler = server
    handler.text = page("messages.yaml", _EDIT(vendor_text("messages.yaml")))
    ((item,), _) = gather(folder, [url])
    assert (item.is_new, item.source.etag, item.source.modified) == (False, None, None)


def test_a_page_whose_header_and_document_differ_is_refused(tmp_path: Path) -> None:
    moved = vendor_text("messages.yaml").replace("/v1/messages:", "/v2/messages:")
    told = _refusal([_write(tmp_path, "page.md", page("messages.yaml", moved))])
    assert "page.md, #/paths: the page's header names POST /v1/messages" in told
    assert "The document's operations: POST /v2/messages." in told


def test_a_listed_page_whose_operation_moved_is_no_new_source(tmp_path: Path) -> None:
    moved = vendor_text("messages.yaml").replace("/v1/messages:", "/v2/messages:")
    text = page("messages.yaml", moved, "POST /v2/messages")
    told = _refusal([_write(tmp_path, "messages-quickstart.md", text)])
    assert "about POST /v2/messages, and sources.toml lists it for POST /v1/messages" in told
    ((item,), _) = gather(_OPENAPI, [_write(tmp_path, "another.md", text)])
    assert item.is_new


@pytest.mark.parametrize(
    "url", ["http://example.com/a.md", "ftp://127.0.0.1/a.md", "file:///etc/passwd"]
)
def test_only_https_and_this_machine_are_read(url: str) -> None:
    assert "only https URLs are read" in _refusal([url])


def test_a_page_about_another_operation_than_listed_is_refused(
    folder: Path, server: tuple[str, type[_Pages]], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, handler = server
    handler.text = page("responses.yaml")
    known = next(s for s in load(folder / "sources.toml") if s.file == "messages.yaml")
    monkeypatch.setattr("pipeline.update.incoming.load", lambda path: [replace(known, page=url)])
    with pytest.raises(PipelineError, match=r"sources\.toml lists it for POST /v1/messages"):
        gather(folder, [])


def test_the_order_of_what_is_given_is_of_no_account(tmp_path: Path) -> None:
    text = vendor_text("messages.yaml")
    names = [path.replace("/", "") for path in ("/v1/zebras", "/v1/apes", "/v1/messages")]
    for name in names:
        new = text.replace("/v1/messages", name.replace("v1", "/v1/"))
        _write(tmp_path, f"{name}.yaml", _EDIT(new))
    paths = [str(tmp_path / f"{name}.yaml") for name in names]
    one, _ = gather(_OPENAPI, [*paths, paths[0]])
    other, _ = gather(_OPENAPI, paths[::-1])
    assert [item.source for item in one] == [item.source for item in other]
    assert [item.source.file for item in one] == ["apes.yaml", "messages.yaml", "zebras.yaml"]


def test_what_systems_leave_in_a_folder_is_no_page(tmp_path: Path) -> None:
    _write(tmp_path, "messages.md", page("messages.yaml", _EDIT(vendor_text("messages.yaml"))))
    (tmp_path / "._messages.md").write_bytes(b"\x00\x05\x16\x07")
    (tmp_path / ".#messages.md").symlink_to("someone@somewhere")
    ((item,), _) = gather(_OPENAPI, [str(tmp_path)])
    assert item.source.file == "messages.yaml"
