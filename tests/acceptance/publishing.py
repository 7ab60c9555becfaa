"""Give a running service an assignment of a test's own."""

from __future__ import annotations

from collections.abc import Mapping

from grader.actions.courses import create_assignment
from grader.cli.course import OPERATOR
from grader.cli.services import opened_services
from grader.settings import Settings
from tests.acceptance.service import Service, wait_until

PACKS = "/api/v1/courses/demo/packs"


def publish(service: Service, name: str, files: Mapping[str, str]) -> str:
    """Send a pack as the instructor and assign it. Returns the assignment's path in the API."""
    sent = service.call("POST", PACKS, {"files": dict(files)}, who="instructor")

    def state() -> str:
        return str(service.call("GET", sent["url"], who="instructor")["state"])

    wait_until(lambda: state() not in ("waiting", "checking"), "the pack was checked", 300)
    report = service.call("GET", sent["url"], who="instructor")
    assert report["state"] == "published", report
    with opened_services(Settings(data=service.data)) as services:
        create_assignment(services, OPERATOR, "demo", slug=name, title=name, pack_name=name)
    return f"/api/v1/courses/demo/assignments/{name}"
