"""Charts of a report: ratings, first places by seat, lengths of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from souq.arena.report import Report, title
from souq.extras import importing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PAPER, GRID = "#3b3630", "#ffffff", "#ddd6ca"
COLOURS = ("#1f6f8b", "#c8553d", "#588157", "#b08900", "#7a4e8a", "#3d5a80", "#a4467d", "#5c5c5c")
"""Colours of the charts, in order of use.

They differ in print and for colour-blind readers, and no information depends on colour alone.
"""

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GRID,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 13,
    "grid.color": GRID,
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.major.size": 0,
    "figure.facecolor": PAPER,
    "figure.constrained_layout.w_pad": 0.12,
    "figure.constrained_layout.h_pad": 0.12,
    "axes.facecolor": PAPER,
    "svg.hashsalt": "souq",
}


def pictures(report: Report, folder: Path, stem: str) -> dict[Path, str]:
    """Return the path and caption of every chart of a report, whether or not the chart has been drawn."""
    return {folder / f"{stem}-{name}.svg": f"{what}: {report.title}" for name, what, _ in PICTURES}


def draw(report: Report, folder: Path, stem: str) -> None:
    """Draw all charts of a report as SVG files. The same report gives the same files.

    Raises:
        MissingExtra: Matplotlib is not installed.
    """
    with importing("arena", "Charts need"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    folder.mkdir(parents=True, exist_ok=True)
    for path, (_, what, plot) in zip(pictures(report, folder, stem), PICTURES, strict=True):
        with rc_context(STYLE):
            figure = Figure(layout="constrained")
            axes = figure.add_subplot()
            axes.set_title(f"{what}: {report.title}")
            rows = plot(axes, report)
            axes.set_yticks(range(len(rows)), rows)
            axes.set_ylim(-0.6, len(rows) - 0.3)
            axes.grid(visible=False, axis="y")
            figure.set_size_inches(8, 1.4 + 0.5 * len(rows))
            figure.savefig(path, format="svg", metadata={"Date": None})


def _ratings(axes: Axes, report: Report) -> list[str]:
    order = np.argsort([rating.value for rating in report.ratings], kind="stable")
    for y, bot in enumerate(order):
        rating = report.ratings[bot]
        axes.plot([rating.low, rating.high], [y, y], color=COLOURS[0], linewidth=5, alpha=0.35, solid_capstyle="round")
        axes.plot(rating.value, y, "o", color=COLOURS[0], markersize=9)
        axes.annotate(
            f"{rating.value:,.0f}", (rating.value, y), (0, 9), textcoords="offset points", ha="center", size=9
        )
    axes.set_xlabel("rating: 400 points are odds of ten to one; bars are 95 % intervals")
    return [title(report.tournament.bots[bot]) for bot in order]


def _seats(axes: Axes, report: Report) -> list[str]:
    seats = report.seats[::-1]
    for y, seat in enumerate(seats):
        axes.barh(y, seat.value, 0.55, color=COLOURS[0], alpha=0.8)
        axes.plot([seat.low, seat.high], [y, y], color=INK, linewidth=2, solid_capstyle="butt")
        axes.annotate(f"{seat.value:.1%}", (seat.high, y), (6, 0), textcoords="offset points", va="center", size=9)
    axes.axvline(1 / len(seats), color=COLOURS[1], linewidth=1.5, linestyle="--")
    axes.xaxis.set_major_formatter(_percents)
    axes.set_xlim(0, max(seat.high for seat in seats) * 1.12)
    axes.set_xlabel("share of first places, with 95 % intervals; dashed: an equal share")
    return [f"seat {len(seats) - i}" for i in range(len(seats))]


def _lengths(axes: Axes, report: Report) -> list[str]:
    for y, each in enumerate(reversed(report.lengths)):
        axes.plot([each.low, each.high], [y, y], color=COLOURS[2], linewidth=9, alpha=0.35, solid_capstyle="round")
        axes.plot(each.median, y, "|", color=COLOURS[2], markersize=15, markeredgewidth=3)
        axes.plot(each.longest, y, ".", color=COLOURS[2], markersize=6)
        axes.annotate(f"{each.median:,.0f}", (each.median, y), (0, 9), textcoords="offset points", ha="center", size=9)
    axes.set_xlim(left=0)
    axes.set_xlabel("decisions; bars hold nine games of ten, strokes are medians, dots the longest")
    return [each.of for each in reversed(report.lengths)]


def _percents(value: float, _: Any) -> str:
    return f"{value:.0%}"


PICTURES = (
    ("ratings", "Ratings", _ratings),
    ("seats", "First places by seat", _seats),
    ("lengths", "Decisions a game", _lengths),
)
"""Name, title and plotting function of each chart.

The function draws one row per label, and returns the labels from the bottom up.
"""
