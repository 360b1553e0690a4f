"""Refuse English that doesn't read plainly: in docstrings, comments, names, documentation, templates and TOML texts.

``tools/plain_english.toml`` holds the patterns, the names and the exceptions, each with its reason. An exception that
excuses nothing is an error too, so that the list only shrinks. ``docs/contributing.md`` has the style guide. Without
paths on the command line the whole tree is checked.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CODE = ("src/**/*.py", "tools/*.py", "bench/**/*.py", "run.py")
DOCS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**/*.md")
TEXTS = (
    "src/souq/games/**/*.toml",
    "src/souq/server/**/*.html",
    "src/souq/server/**/*.toml",
    "src/souq/server/**/*.txt",
)
EVERYWHERE = ("code", "docs", "texts")


@dataclass(frozen=True, slots=True)
class Finding:
    """A place that doesn't read plainly."""

    path: str
    """Path from the root of the checkout."""
    line: int
    """Line number, from 1."""
    text: str
    """The words found, or the name."""
    use: str
    """Advice on what to write instead."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text!r} (use: {self.use})"


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of English: a docstring, a comment, a line of documentation or of a template."""

    line: int
    text: str
    opens: bool = False
    """Whether it is a docstring, whose first line must have a head."""


class Rules:
    """The patterns and exceptions of a TOML file."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.words = [
            (re.compile(word["pattern"], re.I | re.M), str(word["use"]), tuple(word.get("where", EVERYWHERE)))
            for word in settings["words"]
        ]
        self.headless, self.head = re.compile(settings["headless"]["pattern"]), str(settings["headless"]["use"])
        self.names, self.name = frozenset(settings["names"]["banned"]), str(settings["names"]["use"])
        self.allowed = settings.get("allow", [])
        missing = [each for each in self.allowed if not each.get("reason")]
        if missing:
            raise ValueError(f"an exception needs a reason: {missing[0]}")

    def check(self, path: str, text: str) -> Iterator[Finding]:
        """Yield the findings of a file, without regard to the exceptions."""
        kind = "code" if path.endswith(".py") else "docs" if path.endswith(".md") else "texts"
        passages = {"code": of_code, "docs": of_markdown, "texts": of_text}[kind](text)
        for passage in passages:
            for pattern, use, where in self.words:
                if kind in where:
                    for found in pattern.finditer(passage.text):
                        line = passage.line + passage.text.count("\n", 0, found.start())
                        yield Finding(path, line, found[0], use)
            if passage.opens and (found_ := self.headless.match(passage.text.strip().split("\n\n")[0])):
                yield Finding(path, passage.line, found_[0] + " …", self.head)
        if kind == "code":
            for line, name in names(path, text):
                if name.strip("_").lower() in self.names:
                    yield Finding(path, line, name, self.name)

    def excuse(self, findings: list[Finding]) -> tuple[list[Finding], list[dict[str, Any]]]:
        """Return the findings that no exception excuses, and the exceptions that excuse nothing."""
        left, used = [], set()
        for finding in findings:
            excuses = [n for n, each in enumerate(self.allowed) if _excuses(each, finding)]
            used.update(excuses)
            if not excuses:
                left.append(finding)
        return left, [each for n, each in enumerate(self.allowed) if n not in used]


def _excuses(exception: dict[str, Any], finding: Finding) -> bool:
    path = str(exception["path"])
    there = finding.path.startswith(path) if path.endswith("/") else finding.path == path
    return there and exception["text"] == finding.text


def of_code(text: str) -> Iterator[Passage]:
    """Yield the docstrings, attributes' docstrings and comments of a Python file."""
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            match statement:
                case ast.Expr(ast.Constant(str() as docstring)):
                    yield Passage(statement.lineno, docstring, opens=True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield Passage(token.start[0], token.string.lstrip("# "))


def of_markdown(text: str) -> Iterator[Passage]:
    """Yield the lines of a Markdown file that aren't code."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield Passage(number, re.sub(r"`[^`]*`|\]\([^)]*\)", "", line))


def of_text(text: str) -> Iterator[Passage]:
    """Yield the lines of a template or TOML file, without tags and expressions."""
    for number, line in enumerate(text.splitlines(), 1):
        yield Passage(number, re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<[^>]*>", "", line))


def names(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and name of the module and of every function and class."""
    yield 1, Path(path).stem
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def files(root: Path, wanted: list[str]) -> list[Path]:
    """Return the tracked files to check: all, or those under the wanted paths."""
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root, capture_output=True, check=True
    )
    known = {root / name for name in tracked.stdout.decode().split("\0") if name}
    found = {path for pattern in (*CODE, *DOCS, *TEXTS) for path in root.glob(pattern)} & known
    places = [(root / each).resolve() for each in wanted]
    return sorted(path for path in found if not places or any(path.is_relative_to(place) for place in places))


def main(wanted: list[str], root: Path = ROOT) -> int:
    """Print every finding and return the exit status: 1 if there is one."""
    rules = Rules(tomllib.loads((root / "tools" / "plain_english.toml").read_text()))
    findings = [
        finding
        for path in files(root, wanted)
        for finding in rules.check(path.relative_to(root).as_posix(), path.read_text())
    ]
    left, unused = rules.excuse(findings)
    for finding in left:
        print(finding)
    for each in [] if wanted else unused:
        print(
            f"tools/plain_english.toml: the exception for {each['text']!r} in {each['path']} excuses nothing; delete it"
        )
    return 1 if left or (unused and not wanted) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
