"""The build templates call what is there, and do what they say."""

from __future__ import annotations

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "ci").glob("*.yml"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_is_yaml_and_calls_sessions_and_files_that_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert isinstance(yaml.safe_load(text), dict)
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    sessions = {name.replace("-", "_") for name in re.findall(r"nox -s ([\w-]+)", text)}
    assert sessions
    assert sessions <= set(re.findall(r"^def (\w+)\(session", noxfile, re.MULTILINE))
    for name in re.findall(r"(?:-r|python) ([\w./]+\.(?:txt|py))", text):
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("name", ["update.github.yml", "update.gitlab.yml"])
def test_an_update_opens_a_request_with_the_report(name: str) -> None:
    text = (ROOT / "ci" / name).read_text(encoding="utf-8")
    for part in ("nox -s update", "nox -s second-opinion", "change-report.md"):
        assert part in text
    assert "git add --all openapi released generated" in text


@pytest.mark.parametrize("name", ["update.gitlab.yml", "package.gitlab.yml"])
def test_gitlab_templates_can_be_included_together(name: str) -> None:
    """Stages of a template's own would take those of the other away."""
    jobs = yaml.safe_load((ROOT / "ci" / name).read_text(encoding="utf-8"))
    assert "stages" not in jobs
    own = [job["stage"] for job in jobs.values() if "stage" in job]
    assert set(own) <= {"build", "test", "deploy"}


@pytest.mark.parametrize("path", sorted((ROOT / "ci").glob("*.github.yml")), ids=lambda p: p.name)
def test_actions_are_commits_and_each_job_asks_for_what_it_needs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used
    for action in used:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {}
    for name, job in workflow["jobs"].items():
        assert "permissions" in job, name
        writes = {scope for scope, access in job["permissions"].items() if access != "read"}
        wanted = {"contents", "pull-requests"} if path.name == "update.github.yml" else set()
        assert writes == wanted, name


def test_gitlab_publishes_from_protected_tags_alone() -> None:
    jobs = yaml.safe_load((ROOT / "ci" / "package.gitlab.yml").read_text(encoding="utf-8"))
    publishing = {
        name: [rule["if"].split(" && ") for rule in job["rules"]]
        for name, job in jobs.items()
        if "nox -s publish" in "".join(job.get("script", ()))
    }
    assert list(publishing) == ["publish"]
    for conditions in publishing["publish"]:
        assert {"$CI_COMMIT_TAG", '$CI_COMMIT_REF_PROTECTED == "true"'} <= set(conditions)


def test_no_package_of_npm_runs_code_while_it_is_installed() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for path in (*TEMPLATES, ROOT / "noxfile.py", *(ROOT / "parity").glob("*.py"))
    ]
    calls = [call for text in texts for call in re.findall(r"npm\W+(?:ci|install)\b.*", text)]
    assert len(calls) >= 2
    assert all("--ignore-scripts" in call for call in calls), calls


class Forge:
    """A bare repository, a clone with an update in it, and stand-ins for what a job calls."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin, self.clone = folder / "project.git", folder / "clone"
        git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(self.origin))
        git(folder, "clone", "--quiet", str(self.origin), str(self.clone))
        for name in ("openapi", "released", "generated", "ci"):
            (self.clone / name).mkdir()
            (self.clone / name / "file").write_text("old", encoding="utf-8")
        self.commit("first", "me@example.org", self.clone)
        git(self.clone, "push", "--quiet", "origin", "HEAD:main")
        tools = folder / "tools"
        tools.mkdir()
        self.state, self.calls = folder / "state", folder / "calls"
        self.state.write_text("NONE", encoding="utf-8")
        self.calls.touch()
        stand_in = f'#!/bin/bash\necho "$@" >> {self.calls}\n'
        gh = f'{stand_in}[ "$2" != view ] || cat {self.state}\n'
        python = f'{stand_in}[ "$2" != --is-open ] || grep --quiet OPEN {self.state}\n'
        for name, text in (("gh", gh), ("python", python)):
            (tools / name).write_text(text, encoding="utf-8")
            (tools / name).chmod(0o755)
        self.path = f"{tools}{os.pathsep}{os.environ['PATH']}"

    def commit(self, text: str, email: str, where: Path) -> None:
        (where / "openapi" / "file").write_text(text, encoding="utf-8")
        git(where, "add", "--all")
        author = ("-c", "user.name=x", "-c", f"user.email={email}")
        git(where, *author, "commit", "--quiet", "--message", text)

    def run(self, script: str, text: str) -> str:
        """Run a script on the main branch, as a job after an update does."""
        git(self.clone, "checkout", "--quiet", "--force", "--detach", "origin/main")
        (self.clone / "openapi" / "file").write_text(text, encoding="utf-8")
        variables = {
            "PATH": self.path,
            "VERSION": "0.1.1",
            "VERDICT": "compatible",
            "EMAIL": "bot@example.org",
            "PUSH_TOKEN": "pa55",
            "CI_PROJECT_URL": str(self.origin.with_suffix("")),
            "version": "0.1.1",
            "verdict": "compatible",
        }
        done = subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=self.clone,
            env={**os.environ, **variables},
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def branch(self) -> str:
        return git(self.origin, "show", "update:openapi/file")


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def _github_script() -> str:
    steps = yaml.safe_load((ROOT / "ci" / "update.github.yml").read_text("utf-8"))["jobs"]
    script: str = steps["update"]["steps"][-1]["run"]
    return script


def _gitlab_script() -> str:
    """All that follows the update itself."""
    job = yaml.safe_load((ROOT / "ci" / "update.gitlab.yml").read_text("utf-8"))["update"]
    lines: list[str] = job["script"]
    first = next(n for n, line in enumerate(lines) if line.startswith("git config"))
    return "\n".join(lines[first:])


@pytest.mark.skipif(sys.platform == "win32", reason="these jobs run on Linux")
@pytest.mark.parametrize("script", [_github_script, _gitlab_script])
def test_the_branch_is_made_anew_until_people_work_on_it(
    script: Callable[[], str], tmp_path: Path
) -> None:
    forge = Forge(tmp_path)
    forge.run(script(), "new")
    assert forge.branch() == "new"
    assert "pa55" not in forge.calls.read_text("utf-8")
    forge.state.write_text("OPEN", encoding="utf-8")
    # In the same clone, as a runner that keeps it does.
    forge.run(script(), "newer")
    assert forge.branch() == "newer"
    theirs = tmp_path / "theirs"
    git(tmp_path, "clone", "--quiet", "--branch=update", str(forge.origin), str(theirs))
    forge.commit("mended", "person@example.org", theirs)
    git(theirs, "push", "--quiet", "origin", "update")
    assert "left as it is" in forge.run(script(), "newest")
    assert forge.branch() == "mended"
    forge.state.write_text("MERGED", encoding="utf-8")
    forge.run(script(), "newest")
    assert forge.branch() == "newest"
    assert git(forge.origin, "log", "--format=%s", "update").splitlines() == [
        "Update to 0.1.1 (compatible)",
        "first",
    ]


@dataclass
class Api:
    """GitLab's API on loopback: what it answers, and what it was asked."""

    url: str = ""
    requests: list[dict[str, int]] = field(default_factory=list)
    status: int = 200
    body: bytes = b"{}"
    location: str = ""
    asked: list[tuple[str, str, str | None, object]] = field(default_factory=list)


@pytest.fixture
def api() -> Iterator[Api]:
    site = Api()

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            sent = json.loads(self.rfile.read(length)) if length else None
            token = self.headers.get("private-token")
            site.asked.append((self.command, self.path, token, sent))
            body = json.dumps(site.requests).encode() if self.command == "GET" else b"{}"
            moved = site.location and not self.path.startswith("/elsewhere")
            status = 302 if moved else site.status
            self.send_response(status)
            if moved:
                self.send_header("location", site.location)
            body = body if status == 200 else site.body
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            self.answer()

        def do_PUT(self) -> None:
            self.answer()

        def do_POST(self) -> None:
            self.answer()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        site.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield site
        server.shutdown()


def _merge_request(api: Api, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    variables = {
        "CI_API_V4_URL": api.url,
        "CI_PROJECT_ID": "7",
        "CI_DEFAULT_BRANCH": "main",
        "PUSH_TOKEN": "pa55-word",
    }
    return subprocess.run(
        [sys.executable, str(ROOT / "ci" / "merge_request.py"), *arguments],
        env={**os.environ, **variables, **env},
        capture_output=True,
        encoding="utf-8",
    )


def test_a_merge_request_is_opened_and_then_brought_up_to_date(api: Api, tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    report.write_text("# Words", encoding="utf-8")
    text = {"title": "Update", "description": "# Words"}
    fork = {"iid": 3, "source_project_id": 99}
    api.requests = [fork]
    assert _merge_request(api, "--is-open").returncode == 1
    assert _merge_request(api, "Update", str(report)).returncode == 0
    path = "/projects/7/merge_requests"
    branches = {"source_branch": "update", "target_branch": "main"}
    assert api.asked[-1] == ("POST", path, "pa55-word", branches | text)
    api.requests = [fork, {"iid": 4, "source_project_id": 7}]
    assert _merge_request(api, "--is-open").returncode == 0
    assert _merge_request(api, "Update", str(report)).returncode == 0
    assert api.asked[-1] == ("PUT", f"{path}/4", "pa55-word", text)


def test_what_gitlab_refuses_is_told_without_the_token(api: Api) -> None:
    api.status, api.body = 403, b'{"message": "no \x1b[31m for pa55-word"}'
    done = _merge_request(api, "Update", "none.md")
    assert done.returncode == 2
    assert "403" in done.stderr
    assert "PUSH_TOKEN expired" in done.stderr
    assert not {"pa55-word", "\x1b", "Traceback"} & set(
        re.findall(r"pa55-word|\x1b|Trace\w+", done.stderr)
    )


def test_a_variable_that_is_missing_is_named(api: Api) -> None:
    done = _merge_request(api, "Update", "none.md", PUSH_TOKEN="")
    assert (done.returncode, done.stdout) == (2, "")
    assert "PUSH_TOKEN is not set" in done.stderr
    assert api.asked == []


def test_the_token_does_not_follow_a_redirect(api: Api) -> None:
    api.location = f"{api.url.replace('127.0.0.1', 'localhost')}/elsewhere"
    assert _merge_request(api, "--is-open").returncode == 1
    assert [token for *_, token, _ in api.asked] == ["pa55-word", None]
