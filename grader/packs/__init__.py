"""Assignment packs: what a folder of files must hold to be one, and the pack that it makes.

Reads and checks; runs nothing. The format is documented, key by key, in reference/README.md.
"""

from grader.packs.folder import (
    GENERATED,
    bundled_folders,
    chapter_file,
    digest,
    read_folder,
    title_of,
)
from grader.packs.locate import find_lines
from grader.packs.parse import Examined, examine, parse, read_questions
from grader.packs.problem import Problem, Severity

__all__ = [
    "GENERATED",
    "Examined",
    "Problem",
    "Severity",
    "bundled_folders",
    "chapter_file",
    "digest",
    "examine",
    "find_lines",
    "parse",
    "read_folder",
    "read_questions",
    "title_of",
]
