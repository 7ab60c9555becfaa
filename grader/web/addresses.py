"""The addresses of our own pages, so that no page spells another's."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

HOME = "/"
SIGN_IN = "/sign-in"
ASSIGNMENT = "/courses/{course}/assignments/{assignment}"
SUBMISSION = "/submissions/{submission}"
EXPLORER = "/packs/{pack}/{version}/explorer/{file}"
EMBED = "/embed/{course}/{assignment}"
EMBED_SIGN_IN = EMBED + "/sign-in"
EMBED_OPEN = EMBED + "/open"
LONGEST_NEXT = 500
_LESSON = re.compile(r"/courses/([^/?#]+)/assignments/([^/?#]+)([?#].*)?")


def assignment_url(course: str, assignment: str) -> str:
    return f"/courses/{quote(course, safe='')}/assignments/{quote(assignment, safe='')}"


def lesson_in(url: str) -> tuple[str, str] | None:
    """Course and assignment of the lesson page at this address, if it is one."""
    found = _LESSON.fullmatch(url)
    return (unquote(found[1]), unquote(found[2])) if found else None


def embed_url(course: str, assignment: str) -> str:
    return f"/embed/{quote(course, safe='')}/{quote(assignment, safe='')}"


def results_url(course: str, assignment: str) -> str:
    return assignment_url(course, assignment) + "/results"


def submission_url(submission_id: str) -> str:
    return f"/submissions/{quote(submission_id, safe='')}"


def result_url(course: str, assignment: str, submission_id: str, look: int = 0) -> str:
    """The lesson page with this result beside the code."""
    again = f"&look={look}" if look else ""
    query = f"?result={quote(submission_id, safe='')}{again}#results"
    return assignment_url(course, assignment) + query


def explorer_url(pack: str, version: str, file: str) -> str:
    return f"/packs/{quote(pack, safe='')}/{quote(version, safe='')}/explorer/{file}"


def sign_in_url(next_url: str) -> str:
    return f"{SIGN_IN}?next={quote(next_url, safe='/')}"


def is_for_frame(url: str) -> bool:
    """Whether it is a window that an embedded part opens to sign in."""
    return url.startswith("/embed/") and url.endswith("/sign-in")


def own_address(url: str) -> str:
    """The address when it is a path of ours, else the home page: no way out through `next`."""
    is_path = url.startswith("/") and not url.startswith("//") and len(url) <= LONGEST_NEXT
    is_plain = all("!" <= character <= "~" and character != "\\" for character in url)
    return url if is_path and is_plain else HOME
