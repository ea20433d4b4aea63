"""Open a merge request for the branch `update`, or bring the open one up to date.

`python ci/merge_request.py TITLE DESCRIPTION-FILE`, inside a GitLab job with PUSH_TOKEN set;
`--is-open` instead says by its exit code whether one is open.
"""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

BRANCH = "update"


def main(arguments: list[str]) -> int:
    """Create or update the merge request; its description is the file's text."""
    try:
        request = open_request()
        if arguments == ["--is-open"]:
            return 0 if request else 1
        title, file = arguments
        body = {"title": title, "description": Path(file).read_text(encoding="utf-8")}
        if request:
            call("PUT", f"/{request['iid']}", body)
        else:
            branches = {"source_branch": BRANCH, "target_branch": setting("CI_DEFAULT_BRANCH")}
            call("POST", "", {**branches, **body})
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"error: the merge request cannot be made or read: {reason(error)}", file=sys.stderr)
        return 2
    return 0


def open_request() -> Any:
    """The open request of this project's own branch, or None.

    Anybody's fork may have a branch of this name too, with an open request: that is another one.
    """
    query = urllib.parse.urlencode({"state": "opened", "source_branch": BRANCH, "per_page": "100"})
    own = setting("CI_PROJECT_ID")
    found = call("GET", f"?{query}")
    return next((r for r in found if str(r["source_project_id"]) == own), None)


def call(method: str, path: str, body: dict[str, str] | None = None) -> Any:
    """One request to GitLab's API; its JSON answer."""
    base = f"{setting('CI_API_V4_URL')}/projects/{setting('CI_PROJECT_ID')}/merge_requests"
    request = urllib.request.Request(
        base + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"content-type": "application/json"},
    )
    # Unredirected: another host must not get it.
    request.add_unredirected_header("private-token", setting("PUSH_TOKEN"))
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def setting(name: str) -> str:
    """A variable of the job."""
    value = os.environ.get(name)
    if not value:
        raise ValueError(f"the variable {name} is not set; see the head of update.gitlab.yml")
    return value


def reason(error: Exception) -> str:
    """What went wrong, with GitLab's own words, on one line."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, urllib.error.HTTPError):
        said = error.read(1000).decode("utf-8", "replace")
        text = f"GitLab answered {error.code} {error.reason}: {said}"
        if error.code in (401, 403):
            text += " (has PUSH_TOKEN expired, or does it lack `api`?)"
    shown = "".join(c if c.isprintable() else " " for c in text)
    token = os.environ.get("PUSH_TOKEN")
    return shown.replace(token, "[PUSH_TOKEN]") if token else shown


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
