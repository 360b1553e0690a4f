"""The examples of environments in the README and on the page for researchers run."""

from __future__ import annotations

import re

import pytest

from .blocks import ROOT, Block, blocks

SHOWN = [
    (page, block)
    for page in ("README.md", "docs/explanation/research.md")
    for block in blocks(ROOT / page)
    if block.language == "python" and not block.text.startswith(">>>")
]


def block_id(shown: object) -> str:
    """Return the ID of a block's test."""
    return shown if isinstance(shown, str) else getattr(shown, "text", "").splitlines()[0]


def test_every_interface_has_an_example() -> None:
    text = "".join(block.text for page, block in SHOWN if page == "docs/explanation/research.md")
    for door in ("gymnasium.make(", "souq.envs.aec(", "pyspiel.load_game("):
        assert door in text


@pytest.mark.parametrize(("page", "block"), SHOWN, ids=block_id)
def test_examples_run(page: str, block: Block) -> None:
    for library in re.findall(r"^import (gymnasium|pyspiel)", block.text, re.M):
        pytest.importorskip(library, reason=f"{library} is not installed.")
    if ".aec(" in block.text:
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed.")
    exec(compile(block.text, page, "exec"), {})


def test_the_page_leads_to_every_notebook() -> None:
    text = (ROOT / "docs" / "explanation" / "research.md").read_text("utf-8")
    for notebook in (ROOT / "docs" / "tutorials" / "notebooks").glob("*.md"):
        assert f"(../tutorials/notebooks/{notebook.name})" in text
