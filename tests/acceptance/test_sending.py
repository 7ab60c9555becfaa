"""`grader submit` and `grader run` against a running service, as somebody who read the README."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.service import PATH, PYTHON, Service, clean_environment, wait_until
from tests.acceptance.sources import SLOW

pytestmark = [pytest.mark.docker, pytest.mark.timeout(300)]
README = Path(__file__).parents[2] / "README.md"
WHERE = ("--course", "demo", "--assignment", "prefix-sharing")
WRONG = "def full_shared_blocks(prefix_len, block):\n    return -(-prefix_len // block)\n"
Sending = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def sending(run: Any, service: Service, tmp_path: Path) -> Sending:
    """Send a source as a learner."""

    def sending(command: str, source: str, *options: str, **environment: str) -> Any:
        file = tmp_path / "mine.py"
        file.write_text(source)
        environment = {**environment_of(service, "ada"), **environment}
        return run(command, *WHERE, *options, str(file), **environment)

    return sending


@pytest.fixture(scope="module")
def own_service(start: Any, folder: Callable[[], Path]) -> Iterator[Service]:
    service: Service = start(folder())
    yield service
    service.end()


def environment_of(service: Service, who: str) -> dict[str, str]:
    return {"GRADER_SERVER": service.url, "GRADER_TOKEN": service.tokens()["learners"][who]}


def attempts(service: Service, who: str) -> list[dict[str, Any]]:
    return list(service.call("GET", f"{PATH}/submissions", who=who)["items"])


def begun(service: Service, file: Path, who: str) -> subprocess.Popen[str]:
    """`grader submit` of a file, whose submission runs already."""
    before = len(attempts(service, who))
    process = subprocess.Popen(
        [PYTHON, "-m", "grader.cli", "submit", *WHERE, file],
        env=clean_environment(**environment_of(service, who)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    def runs() -> bool:
        found = attempts(service, who)
        return len(found) > before and found[0]["state"] == "running"

    wait_until(runs, "it runs")
    return process


def test_the_lines_of_the_readme_send_a_file(service: Service) -> None:
    text = README.read_text()
    (first, second) = re.findall(r"```sh\n(.*?)```", text.split("## Try it")[1], re.DOTALL)[:2]
    token = next(line for line in first.splitlines() if line.startswith("TOKEN="))
    field = next(line for line in first.splitlines() if line.startswith("field()"))
    script = "\n".join((field, token, f"export GRADER_SERVER={service.url}", second))
    script = script.replace("var/demo-tokens.json", str(service.data / "demo-tokens.json"))
    script = script.replace(".venv/bin/grader", f"{PYTHON} -m grader.cli")
    done = subprocess.run(
        ["bash", "-euc", script],
        cwd=README.parent,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "4 of 4 functions pass, 10 of 10 points." in done.stdout


def test_text_and_json_say_the_same(sending: Sending) -> None:
    text, as_json = sending("run", WRONG), sending("run", WRONG, "--json")
    assert (text.returncode, as_json.returncode) == (1, 1)
    told: dict[str, Any] = json.loads(as_json.stdout)
    assert (told["kind"], told["state"], told["attempt"]) == ("run", "graded", None)
    for function in told["grade"]["functions"]:
        assert function["name"] in text.stdout
        assert function["message"].splitlines()[0] in text.stdout
    assert "0 of 4 functions pass the visible cases." in text.stdout
    assert text.stderr == ""


def test_a_wrong_submission_is_told_with_the_smallest_case(sending: Sending) -> None:
    """A search of more than two seconds shows nothing, so a busy machine is asked again."""
    said = "Smallest case we found: `full_shared_blocks(1, 2)` returned 1, expected 0."
    sent = (sending("submit", f"{WRONG}# {n}\n") for n in range(20))
    done = next(done for done in sent if said in done.stdout)
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("options", "environment", "told"),
    [
        ((), {"GRADER_TOKEN": "grt_wrong"}, "This token is not known here"),
        ((), {"GRADER_TOKEN": ""}, "set GRADER_TOKEN to yours"),
        (("--course", "demx"), {}, "You asked for demx/prefix-sharing; you have: demo/block"),
        ((), {"GRADER_SERVER": "http://127.0.0.1:9"}, "http://127.0.0.1:9 does not answer"),
        ((), {"GRADER_SERVER": "127.0.0.1:8000"}, "must begin with https:// or http://"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    sending: Sending, options: Any, environment: Any, told: str
) -> None:
    done = sending("run", WRONG, *options, **environment)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("grader: ")
    assert told in line


def test_who_stops_waiting_finds_the_same_submission_again(
    service: Service, run: Any, tmp_path: Path
) -> None:
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    process = begun(service, file, "chi")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "What you sent is safe; the same command again shows its result." in said
    again = run("submit", *WHERE, str(file), **environment_of(service, "chi"))
    told = [line for line in again.stdout.splitlines() if line.startswith("Attempt ")]
    assert told == ["Attempt 1: 0 of 4 functions pass, 0 of 10 points."]
    assert [one["attempt"] for one in attempts(service, "chi")] == [1]
    meant = run("submit", *WHERE, "--again", str(file), **environment_of(service, "chi"))
    assert meant.stdout.startswith("Attempt 2: ")


def test_a_service_that_starts_anew_is_waited_for(own_service: Service, tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    process = begun(own_service, file, "ada")
    own_service.kill("web")
    told, said = process.communicate(timeout=240)
    assert process.returncode == 1, said
    assert told.startswith("Attempt 1: 0 of 4 functions pass")
    assert [one["attempt"] for one in attempts(own_service, "ada")] == [1]
