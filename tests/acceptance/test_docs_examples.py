"""Every example of /docs does what it says when somebody pastes it into a shell."""

from __future__ import annotations

import html
import json
import re
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.service import PATH, Service, clean_environment
from tests.acceptance.sources import SLOW

pytestmark = [pytest.mark.docker, pytest.mark.timeout(300)]
REQUEST = re.compile(r'<pre [^>]*aria-label="Request of: [^>]*><code>(.*?)</code></pre>', re.DOTALL)
ANSWER = re.compile(r"Answer (\d{3})")
HOOK = {"url": "https://lms.example.org/hooks/grades"}
PACK = {"files": {"pack.toml": ""}}


@pytest.fixture(scope="module")
def service(start: Any, folder: Callable[[], Path]) -> Iterator[Service]:
    """One that the examples may change."""
    started: Service = start(folder())
    yield started
    started.end()


def page_of(service: Service) -> str:
    with urllib.request.urlopen(f"{service.url}/docs", timeout=30) as response:
        return html.unescape(response.read().decode())


def ids_of(service: Service) -> dict[str, str]:
    """Of things that are there, in the place of those that the examples name."""
    course = "/api/v1/courses/demo"
    hook = service.call("POST", f"{course}/webhooks", HOOK, who="instructor")
    upload = service.call("POST", f"{course}/packs", PACK, who="instructor")
    submission = service.call("POST", f"{PATH}/runs", {"source": SLOW}, who="instructor")
    (here,) = service.call("GET", "/api/v1/me", who="instructor")["courses"]
    versions = {one["assignment"]: one["pack_version"] for one in here["assignments"]}
    made = {one["id"][:4]: one["id"] for one in (hook, upload, submission)}
    return {**made, "version": versions["prefix-sharing"]}


def status_of(example: str, service: Service) -> str:
    token = service.tokens()["instructor"]
    script = example.replace("curl", "curl -s -o /dev/null -w '%{http_code}'", 1)
    done = subprocess.run(
        ["bash", "-euc", script],
        env=clean_environment(GRADER_SERVER=service.url, GRADER_TOKEN=token),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout


def test_every_example_of_the_docs_can_be_pasted(service: Service) -> None:
    page, ids = page_of(service), ids_of(service)
    examples, answers = REQUEST.findall(page), ANSWER.findall(page)
    paths = json.loads(urllib.request.urlopen(f"{service.url}/openapi.json").read())["paths"]
    assert len(examples) == len(answers) == sum(len(operations) for operations in paths.values())
    for example, answer in zip(examples, answers, strict=True):
        known = with_what_is_there(example, ids)
        assert status_of(known, service) == answer, known


def with_what_is_there(example: str, ids: dict[str, str]) -> str:
    known = re.sub(r"(sub_|pku_|whk_)\w{26}", lambda found: ids[found[1]], example)
    known = re.sub(r"\b[0-9a-f]{64}\b", ids["version"], known)
    return re.sub(r'"pack": "[^"]+"', '"pack": "block-basics"', known)
