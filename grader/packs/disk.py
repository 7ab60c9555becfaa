"""Read a pack's folder: every file that belongs to it, and what is wrong with those that cannot be.

What lies there may be anything: a link out of the folder, a pipe, a file without end.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.errors import PackBroken
from grader.packs.folder import (
    CHAPTERS,
    EXPLORER,
    FOLDERS,
    MOST_BYTES,
    MOST_FILES,
    TOP,
    bad_character,
    chapter_file,
    is_path,
    load_toml,
    name_of,
)
from grader.packs.locate import find_lines
from grader.packs.problem import Problem, Severity
from grader.packs.schema import FILE

_LED_OUT = "is a link out of the pack's folder; put a copy in its place"
_KINDS = {EXPLORER: "index.html and its .js, .css and .svg", CHAPTERS: ".md files"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The files of a folder as text, by their path inside it, and problems with the others."""

    files: Mapping[str, str]
    problems: tuple[Problem, ...] = ()


class _Unreadable(Exception):
    """A file that cannot be part of a pack, and on which line."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def read_folder(folder: Path) -> dict[str, str]:
    """Return a pack's files by their path inside it, the chapter reference it names among them.

    Raises PackBroken, with every problem in its details, when one of them cannot be read or there
    is no pack.toml.
    """
    found = look_into(folder)
    broken = tuple(one for one in found.problems if one.severity is Severity.ERROR)
    if broken:
        raise PackBroken("\n".join(map(str, broken)), problems=broken)
    return dict(found.files)


def look_into(folder: Path) -> Found:
    """Return every file that can be read. Raises nothing.

    A chapter that several packs share lies in a folder `chapters` beside them and is brought in.
    """
    root = folder.resolve()
    if not root.is_dir():
        return Found(files={}, problems=(_error(FILE, f"there is no folder {root.name}"),))
    files: dict[str, str] = {}
    problems: list[Problem] = []
    for name, path in _paths(root, problems):
        _take(files, problems, name, path, root)
    for name in _shared_chapter(files):
        if name not in files and (beside := root.parent / name).is_file():
            _take(files, problems, name, beside, beside.resolve().parent)
    if FILE not in files and not any(problem.file == FILE for problem in problems):
        problems.append(_error(FILE, f"there is no such file in {root.name or 'this folder'}"))
    return Found(files=files, problems=(*problems, *_too_much(files), *_copied(files, root)))


def _paths(root: Path, problems: list[Problem]) -> Iterator[tuple[str, Path]]:
    """Yield what may be part of a pack, and note what cannot be."""
    for path in _listed(root, problems, ""):
        name = path.name
        if name in FOLDERS and not path.is_dir():
            problems.append(_error(name, "must be a folder"))
        elif name in FOLDERS and not path.resolve().is_relative_to(root):
            problems.append(_error(name, _LED_OUT))
        elif name in FOLDERS:
            yield from _inside(path, problems)
        elif any(path.match(pattern) for pattern in TOP):
            yield name, path
        else:
            problems.append(_strange(name, path))


def _inside(folder: Path, problems: list[Problem]) -> Iterator[tuple[str, Path]]:
    for path in _listed(folder, problems, f"{folder.name}/"):
        name = f"{folder.name}/{path.name}"
        if path.suffix.removeprefix(".") in FOLDERS[folder.name]:
            yield name, path
        else:
            problems.append(_strange(name, path))


def _listed(folder: Path, problems: list[Problem], prefix: str) -> list[Path]:
    """Return what lies there, but for what editors and tools leave behind."""
    try:
        found = sorted(folder.iterdir())
    except OSError as error:
        problems.append(_error(prefix or FILE, f"the folder cannot be read: {_reason(error)}"))
        return []
    return [p for p in found if not p.name.startswith((".", "__pycache__")) and p.name[-1:] != "~"]


def _take(
    files: dict[str, str], problems: list[Problem], name: str, path: Path, root: Path
) -> None:
    try:
        files[name] = _read(path, name, root)
    except _Unreadable as error:
        problems.append(_error(name, str(error), error.line))
    except OSError as error:
        problems.append(_error(name, f"cannot be read: {_reason(error)}"))


def _read(path: Path, name: str, root: Path) -> str:
    if not is_path(name):
        raise _Unreadable("its name may have letters, digits and `.`, `_`, `-` alone")
    if path.is_dir():
        raise _Unreadable("is a folder, but should be a file")
    if not path.exists():
        raise _Unreadable("is a link to nothing")
    if not path.resolve().is_relative_to(root):
        raise _Unreadable(_LED_OUT)
    if not path.is_file():
        raise _Unreadable("is no file with text in it")
    if (size := path.stat().st_size) > MOST_BYTES:
        raise _Unreadable(f"has {_mib(size)}; a whole pack has at most {_mib(MOST_BYTES)}")
    return _decoded(path.read_bytes())


def _decoded(raw: bytes) -> str:
    """Return the text, without the mark that some editors put before it."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise _Unreadable("is not UTF-8; save it with this encoding", line) from error
    if (bad := bad_character(text)) is not None:
        raise _Unreadable("holds a character that no text file may", bad)
    return text


def _shared_chapter(files: Mapping[str, str]) -> Iterator[str]:
    """Yield the chapter file that pack.toml names; what is wrong with pack.toml is said later."""
    try:
        chapter = load_toml(files.get(FILE, "")).get("chapter")
    except ValueError:
        return
    if isinstance(chapter, str) and is_path(chapter_file(chapter)):
        yield chapter_file(chapter)


def _too_much(files: Mapping[str, str]) -> Iterator[Problem]:
    if len(files) > MOST_FILES:
        yield _error(FILE, f"a pack has at most {MOST_FILES} files; this one has {len(files)}")
    sizes = {name: len(text.encode()) for name, text in files.items()}
    if sum(sizes.values()) > MOST_BYTES:
        largest = max(sizes, key=lambda name: sizes[name])
        total = f"this one has {_mib(sum(sizes.values()))}"
        yield _error(largest, f"a pack has at most {_mib(MOST_BYTES)}; {total}, most of it here")


def _copied(files: Mapping[str, str], root: Path) -> Iterator[Problem]:
    """A pack that began as a copy would be published as a version of the one it was copied from."""
    name = name_of(files)
    if name is not None and root.name not in {name, ""}:
        line = find_lines(files[FILE]).of(key="name")
        message = (
            f"`name` is {name!r}, and the folder is {root.name!r}; a pack is published as `name`"
        )
        yield Problem(severity=Severity.WARNING, file=FILE, line=line, message=message)


def _strange(name: str, path: Path) -> Problem:
    """A file that is left out without a word is looked for in vain on the page."""
    within = name.partition("/")[0] if "/" in name else ""
    known = _KINDS.get(within, ".py files") if within else f"{', '.join(TOP)}, {', '.join(FOLDERS)}"
    kind = "folder" if path.is_dir() else "file"
    message = f"this {kind} is no part of a pack and is left out; known there: {known}"
    return Problem(severity=Severity.WARNING, file=name, message=message)


def _reason(error: OSError) -> str:
    return "it is a link to itself" if error.errno == errno.ELOOP else error.strerror or str(error)


def _mib(size: int) -> str:
    return f"{size / 1024**2:.1f} MiB"


def _error(file: str, message: str, line: int = 1) -> Problem:
    return Problem(file=file, line=line, message=message)
