"""Open a merge request for the branch `update`, or bring the open one up to date.

`python ci/merge_request.py TITLE DESCRIPTION-FILE`, inside a GitLab job with PUSH_TOKEN set.
"""

from __future__ import annotations

import json
import os
import sys
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

BRANCH = "update"


def main(title: str, file: str) -> None:
    """Create or update the merge request; its description is the file's text."""
    base = f"{os.environ['CI_API_V4_URL']}/projects/{os.environ['CI_PROJECT_ID']}/merge_requests"
    description = Path(file).read_text(encoding="utf-8")
    query = urllib.parse.urlencode({"state": "opened", "source_branch": BRANCH})
    open_ones = call("GET", f"{base}?{query}")
    if open_ones:
        body = {"title": title, "description": description}
        call("PUT", f"{base}/{open_ones[0]['iid']}", body)
    else:
        target = os.environ["CI_DEFAULT_BRANCH"]
        branches = {"source_branch": BRANCH, "target_branch": target}
        call("POST", base, {**branches, "title": title, "description": description})


def call(method: str, url: str, body: dict[str, str] | None = None) -> Any:
    """One request to GitLab's API; its JSON answer."""
    request = urllib.request.Request(
        url,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"private-token": os.environ["PUSH_TOKEN"], "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
