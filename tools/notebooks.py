"""Run the notebooks of the documentation; ``python3 run.py docs`` and ``check`` do it before building the pages.

    python -m tools.notebooks [--again]

A notebook is a page in ``docs/tutorials/notebooks``: Markdown whose ``python`` blocks are its cells. Running
``match.md`` writes the notebook with its outputs, ``match.ipynb``, and its pictures, such as ``match-1.svg``, next to
it; the page shows them (:mod:`tools.outputs`). None of that is committed. A failing cell stops the build and is printed
with its error. A notebook is run again when anything has changed that its outputs could depend on: its page, the
package, the pinned versions, or this tool.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "tutorials" / "notebooks"
AT_ONCE = 2
LONGEST = 300
"""Seconds that a cell may take; compiling a game takes half a minute."""

CHARTS, NIGHT = ROOT / "tools" / "matplotlibrc", ROOT / "tools" / "by_night.py"
KERNEL = [
    "--InlineBackend.figure_formats={'svg'}",
    "--IPKernelApp.log_level=40",
    f"--IPKernelApp.exec_files={[str(NIGHT)]}",
]
SVG, DARK_SVG = "image/svg+xml", "image/svg+xml;theme=dark"
PICTURES = {SVG, "image/png"}
DARK = {"#3b3630": "#e9e3d8", "#ffffff": "#14161c", "#ddd6ca": "#3a3e49", "#1f6f8b": "#5cb3d1"}
"""Colours of charts (souq.arena.plots.STYLE, tools/matplotlibrc) in the dark theme."""


def pages(folder: Path) -> list[Path]:
    """Return the pages that are notebooks."""
    return sorted(folder.glob("*.md"))


def stamp(page: Path) -> str:
    """Return a hash of everything that the outputs of a page could depend on."""
    house = (path for path in sorted((ROOT / "src").rglob("*")) if path.suffix in {".py", ".toml", ".svg", ".css"})
    other_files = ROOT / "constraints.txt", CHARTS, NIGHT, Path(__file__)
    parts = (hashlib.sha256(path.read_bytes()).digest() for path in (page, *other_files, *house))
    return hashlib.sha256(sys.version.encode() + b"".join(parts)).hexdigest()


def executed(page: Path) -> Path:
    """Return the path of a page's notebook with outputs."""
    return page.with_suffix(".ipynb")


def fresh(page: Path, wanted: str) -> bool:
    """Return whether the outputs of a page have this stamp."""
    try:
        made = nbformat.read(executed(page), as_version=4)
    except (OSError, nbformat.reader.NotJSONError):
        return False
    return bool(made.metadata.get("souq") == wanted)


async def run(page: Path, turn: asyncio.Semaphore) -> str:
    """Run a notebook and write its outputs. Return an error message, or "" on success."""
    notebook = jupytext.read(page)
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    )
    where = {"metadata": {"path": str(page.parent)}}
    client = NotebookClient(notebook, timeout=LONGEST, kernel_name="python3", extra_arguments=KERNEL, resources=where)
    async with turn:
        try:
            await client.async_execute(env={**os.environ, "MATPLOTLIBRC": str(CHARTS)})
        except CellExecutionError as error:
            return f"A cell of {page.name} fails.\n{error}"
    notebook.metadata["souq"] = stamp(page)
    for old in page.parent.glob(f"{page.stem}-*.*"):
        old.unlink()
    for _, files in drawn(page.stem, notebook):
        for name, picture in files:
            (page.parent / name).write_bytes(picture)
    nbformat.write(notebook, executed(page))
    return ""


def names(stem: str, notebook: NotebookNode) -> dict[int, tuple[str, ...]]:
    """Return the picture files of each output by its ``id``: one, or one each for the light and the dark theme."""
    return {id(output): tuple(name for name, _ in files) for output, files in drawn(stem, notebook)}


def drawn(stem: str, notebook: NotebookNode) -> Iterator[tuple[NotebookNode, list[tuple[str, bytes]]]]:
    """Yield every output that is a picture, with its files."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    found = (output for output in outputs if PICTURES & output.get("data", {}).keys())
    for number, output in enumerate(found, 1):
        name, data = f"{stem}-{number}", output.data
        if SVG not in data:
            yield output, [(f"{name}.png", base64.b64decode(data["image/png"]))]
        elif night := data.get(DARK_SVG) or _chart_by_night(data[SVG]):
            yield output, [(f"{name}.svg", data[SVG].encode()), (f"{name}-dark.svg", night.encode())]
        else:
            yield output, [(f"{name}.svg", data[SVG].encode())]


def _chart_by_night(drawing: str) -> str:
    """Return a chart in the colours of the dark theme; "" for other drawings."""
    return re.sub("|".join(DARK), lambda colour: DARK[colour[0]], drawing) if "Matplotlib" in drawing else ""


async def run_all(wanted: Sequence[Path]) -> list[str]:
    """Run notebooks concurrently; return the error messages."""
    turn = asyncio.Semaphore(AT_ONCE)
    return [said for said in await asyncio.gather(*(run(page, turn) for page in wanted)) if said]


def main(words: Sequence[str] | None = None, folder: Path = PAGES) -> int:
    """Run the notebooks that have changed; return 1 if a cell fails."""
    parser = argparse.ArgumentParser(prog="python -m tools.notebooks", description="Run the notebooks of the pages.")
    parser.add_argument("--again", action="store_true", help="also those that have not changed")
    given = parser.parse_args(words)
    wanted = [page for page in pages(folder) if given.again or not fresh(page, stamp(page))]
    print(f"Running {', '.join(page.stem for page in wanted)}" if wanted else "No notebook has changed.", flush=True)
    failed = asyncio.run(run_all(wanted))
    print(*failed, sep="\n", end="\n" * bool(failed))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
