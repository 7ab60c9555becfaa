"""Assignment packs: what a folder of files must hold to be one, and the pack that it makes.

Reads and checks; runs nothing. The format is documented, key by key, in reference/README.md.
"""

from grader.packs.disk import Found, look_into, read_folder
from grader.packs.folder import (
    CHAPTERS,
    EXPLORER,
    GENERATED,
    MOST_BYTES,
    MOST_FILES,
    bad_character,
    bundled_folders,
    chapter_file,
    digest,
    is_path,
    title_of,
)
from grader.packs.locate import find_lines
from grader.packs.parse import Examined, examine, parse, read_questions
from grader.packs.problem import Problem, Severity

__all__ = [
    "CHAPTERS",
    "EXPLORER",
    "GENERATED",
    "MOST_BYTES",
    "MOST_FILES",
    "Examined",
    "Found",
    "Problem",
    "Severity",
    "bad_character",
    "bundled_folders",
    "chapter_file",
    "digest",
    "examine",
    "find_lines",
    "is_path",
    "look_into",
    "parse",
    "read_folder",
    "read_questions",
    "title_of",
]
