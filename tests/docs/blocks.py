"""The code blocks of the documentation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("tutorials", "how-to", "reference", "explanation")
PAGES = [*map(ROOT.joinpath, ("README.md", "CONTRIBUTING.md", "SECURITY.md")), *sorted((ROOT / "docs").glob("*.md"))]
PAGES += sorted(page for kind in KINDS for page in (ROOT / "docs" / kind).glob("*.md"))
_FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.M | re.S)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the file it claims to be (or ""), and its text."""

    language: str
    title: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    return [Block(*found) for found in _FENCE.findall(page.read_text(encoding="utf-8"))]


def files(page: Path) -> dict[str, str]:
    """Return the blocks of a page that are whole files, by name."""
    return {block.title: block.text for block in blocks(page) if block.title}


def example_game() -> dict[str, str]:
    """Return the files of Dates, the game that the documentation builds, by name."""
    pages = [page for page in PAGES if page.stem == "new-game" or page.stem.startswith("game-")]
    return {title: text for page in pages for title, text in files(page).items()}
