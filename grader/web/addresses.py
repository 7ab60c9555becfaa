"""The addresses of our own pages, so that no page spells another's."""

from __future__ import annotations

from urllib.parse import quote

HOME = "/"
SIGN_IN = "/sign-in"
ASSIGNMENT = "/courses/{course}/assignments/{assignment}"
SUBMISSION = "/submissions/{submission}"
LONGEST_NEXT = 500


def assignment_url(course: str, assignment: str) -> str:
    return f"/courses/{quote(course, safe='')}/assignments/{quote(assignment, safe='')}"


def results_url(course: str, assignment: str) -> str:
    return assignment_url(course, assignment) + "/results"


def submission_url(submission_id: str) -> str:
    return f"/submissions/{quote(submission_id, safe='')}"


def sign_in_url(next_url: str) -> str:
    return f"{SIGN_IN}?next={quote(next_url, safe='/')}"


def own_address(url: str) -> str:
    """The address when it is a path of ours, else the home page: no way out through `next`."""
    is_path = url.startswith("/") and not url.startswith("//") and len(url) <= LONGEST_NEXT
    is_plain = all("!" <= character <= "~" and character != "\\" for character in url)
    return url if is_path and is_plain else HOME
