"""Notebooks are pages without outputs, and the built documentation shows the outputs of running them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from souq.arena import plots

from .blocks import ROOT, blocks
from .test_pages import LINK

NOTEBOOKS = sorted((ROOT / "docs" / "tutorials" / "notebooks").glob("*.md"))
each_notebook = pytest.mark.parametrize("page", NOTEBOOKS, ids=lambda page: page.stem)


def test_there_are_notebooks() -> None:
    assert {"match", "tournament", "equilibrium"} <= {page.stem for page in NOTEBOOKS}


@each_notebook
def test_notebook_blocks_are_cells_without_output(page: Path) -> None:
    text = page.read_text("utf-8")
    fences = re.findall(r"^```(.*)$", text, re.M)
    assert fences == ["python", ""] * (len(fences) // 2), "all else is what a run adds"
    assert "<table" not in text and "![" not in text and "data:" not in text


@each_notebook
def test_cells_are_valid_python(page: Path) -> None:
    for block in blocks(page):
        compile(block.text, page.name, "exec")


@each_notebook
def test_notebook_links_resolve(page: Path) -> None:
    targets = [target for target, _ in LINK.findall(page.read_text("utf-8"))]
    assert targets, "a notebook says where to go from there"
    for target in targets:
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_outputs_are_not_committed() -> None:
    listed = subprocess.run(["git", "ls-files", "docs/tutorials/notebooks"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("Needs a checkout with git.")
    assert all(name.endswith(".md") for name in listed.stdout.split())


# ---- running them

PAGE = """# Sums

## A picture

```python
x = 20
print("said", x + 1)
print("of this machine", file=__import__("sys").stderr)
```

```python
import matplotlib.pyplot as plt

figure, axes = plt.subplots()
axes.plot([1, 2])
plt.show()
```

```python
import souq

souq.new("desert_bazaar", players=3, seed=1)
```

```python
class Table:
    def _repr_html_(self):
        return '<style>p {}</style><table border="1"><tr style="x"><td>7</td></tr></table>'


Table()
```
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Return a notebook that has not been run."""
    for needed in ("nbclient", "ipykernel", "jupytext", "zensical"):
        pytest.importorskip(
            needed, reason="The documentation's tools are not installed: python -m pip install '.[docs]'."
        )
    made = tmp_path / "sums.md"
    made.write_text(PAGE)
    return made


@pytest.mark.slow
def test_a_page_shows_the_output_of_its_cells(page: Path) -> None:
    from tools.notebooks import main
    from tools.outputs import with_outputs

    assert with_outputs(page, PAGE) == PAGE, "nothing has been run"
    assert main([], page.parent) == 0
    text = with_outputs(page, PAGE)
    assert "```\n\n```{ .text .output }\nsaid 21\n```" in text
    assert "![A picture](sums-1.svg#only-light)![A picture](sums-1-dark.svg#only-dark)" in text
    assert "![A picture](sums-2.svg#only-light)![A picture](sums-2-dark.svg#only-dark)" in text
    board, by_night = (page.with_name(f"sums-2{which}.svg").read_text() for which in ("", "-dark"))
    assert board.startswith("<svg") and by_night.startswith("<svg") and board != by_night
    assert "<table><tr><td>7</td></tr></table>" in text
    assert "[sums.ipynb](sums.ipynb)" in text
    day, night = (page.with_name(f"sums-1{which}.svg").read_text() for which in ("", "-dark"))
    assert plots.INK in day and plots.PAPER in day
    assert plots.INK not in night and plots.PAPER not in night
    assert "of this machine\n" not in text
    changed = with_outputs(page, PAGE.replace("20", "30"))
    assert "said 21" not in changed and "sums-1.svg" in changed


@pytest.mark.slow
def test_unchanged_notebooks_are_not_run_again(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tools.notebooks import executed, main

    page.write_text("# Once\n\n```python\n1\n```\n")
    assert main([], page.parent) == 0
    made = executed(page).stat().st_mtime_ns
    assert main([], page.parent) == 0
    assert executed(page).stat().st_mtime_ns == made
    assert "No notebook has changed." in capsys.readouterr().out
    page.write_text("# Twice\n\n```python\n2\n```\n")
    assert main([], page.parent) == 0
    assert executed(page).stat().st_mtime_ns != made


@pytest.mark.slow
def test_a_cell_that_fails_is_shown_with_its_error(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tools.notebooks import executed, main

    page.write_text("# Wrong\n\n```python\nfine = 1\n```\n\n```python\nfine / 0\n```\n")
    assert main([], page.parent) == 1
    said = capsys.readouterr().out
    assert "A cell of sums.md fails." in said and "fine / 0" in said and "ZeroDivisionError" in said
    assert not executed(page).exists(), "so it is run again"


def test_dark_charts_map_every_light_colour() -> None:
    settings = (ROOT / "tools" / "matplotlibrc").read_text()
    tool = (ROOT / "tools" / "notebooks.py").read_text()
    for colour in (plots.INK, plots.PAPER, plots.GRID, plots.COLOURS[0]):
        assert colour.strip("#") in settings and f'"{colour}": "' in tool


@pytest.mark.slow
def test_a_kernel_starts_without_souq_imported(page: Path) -> None:
    from tools.notebooks import main
    from tools.outputs import with_outputs

    text = '# Bare\n\n```python\nimport sys\n\nsorted({"numpy", "souq"} & set(sys.modules))\n```\n'
    page.write_text(text)
    assert main([], page.parent) == 0
    assert "\n[]\n" in with_outputs(page, text), "how many threads NumPy has is said before it is imported"
