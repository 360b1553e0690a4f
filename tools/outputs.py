"""Markdown extension that shows the outputs of a notebook's cells on its page; enabled in zensical.toml.

The page is the notebook's source; the outputs are in the file that :mod:`tools.notebooks` writes next to it. Cells that
have changed since then, and pages that have not been run, have no outputs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from nbformat import NotebookNode
from zensical.extensions.context import ContextPreprocessor

from tools.notebooks import ROOT, executed, names

DOCS = ROOT / "docs"
_HEADING = re.compile(r"^#+ (.*)$", re.M)
_CELL = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
_TABLE = re.compile(r"<table.*?</table>", re.S)
_STYLED_TAG = re.compile(r"<(table|tr)\b[^>]*>")
_ESCAPE = re.compile(r"\x1b\[[\d;]*m")


def with_outputs(page: Path, text: str) -> str:
    """Return the Markdown of a page with the outputs of its cells."""
    if not executed(page).exists():
        return text
    notebook = nbformat.read(executed(page), as_version=4)
    cells = iter([cell for cell in notebook.cells if cell.cell_type == "code"])
    files = names(page.stem, notebook)

    def add(found: re.Match[str]) -> str:
        cell = next(cells, None)
        if cell is None or cell.source.strip() != found[1].strip():
            return found[0]
        about = _HEADING.findall(text[: found.start()])[-1]
        said = [_output(output, files.get(id(output), ()), about) for output in cell.outputs]
        return "\n\n".join([found[0], *filter(None, said)])

    return _download(page, _CELL.sub(add, text))


def _download(page: Path, text: str) -> str:
    """Add a link to the notebook below the title."""
    title, _, rest = text.partition("\n")
    name = executed(page).name
    return f"{title}\n\nThis page is a notebook. Take it home: [{name}]({name}){{ download }}\n{rest}"


def _output(output: NotebookNode, pictures: tuple[str, ...], about: str) -> str:
    """Convert an output to Markdown: pictures, tables, or text. Pictures have the heading ``about`` as their alt text.

    Warnings are left out, because they differ between machines.
    """
    if output.get("name") == "stderr":
        return ""
    if pictures:
        themes = ("#only-light", "#only-dark") if len(pictures) > 1 else ("",)
        return "".join(f"![{about}]({name}{theme})" for name, theme in zip(pictures, themes, strict=True))
    data: dict[str, Any] = output.get("data", {})
    if table := _TABLE.search(data.get("text/html", "")):
        return _STYLED_TAG.sub(r"<\1>", table[0])
    said = _ESCAPE.sub("", output.get("text") or data.get("text/plain", ""))
    return f"```{{ .text .output }}\n{said.rstrip()}\n```" if said.strip() else ""


class _Outputs(Preprocessor):
    """Preprocessor that adds outputs to pages that are notebooks."""

    def run(self, lines: list[str]) -> list[str]:
        context = ContextPreprocessor.from_markdown(self.md)
        page = DOCS / context.page.path if context else DOCS
        return with_outputs(page, "\n".join(lines)).split("\n") if page.parent.name == "notebooks" else lines


class Outputs(Extension):
    """The extension."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the preprocessor before those that read fences."""
        md.preprocessors.register(_Outputs(md), "outputs", 100)


def makeExtension(**given: Any) -> Outputs:
    """Return the extension; Markdown looks this function up by name."""
    return Outputs(**given)
