"""Reports on the progress of a training run: a table, JSON values, and a chart."""

from __future__ import annotations

import io
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from souq.arena.plots import COLOURS, INK, STYLE
from souq.engine.learn.packed import put
from souq.training.run import NET, Run, Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURE = "progress.svg"

HEADINGS = ("round", "samples", "result", "choices", "gate", "95 %", "ms", "verdict", "hours")


@dataclass(frozen=True)
class TrainedRound:
    """Results of a round whose net is trained: its losses on held-out games in nats, and whether it was stronger."""

    round: int
    samples: int
    by_hand: tuple[float, float]
    before: tuple[float, float]
    after: tuple[float, float]
    verdict: Verdict | None
    hours: float

    @property
    def row(self) -> tuple[str, ...]:
        """The texts in this round's row of the progress table."""
        surprises = (f"{hand:.3f} → {now:.3f}" for hand, now in zip(self.by_hand, self.after, strict=True))
        said = ("", "", "", "to come")
        if v := self.verdict:
            between = f"{100 * v.share.low:.1f} – {100 * v.share.high:.1f}"
            paces = f"{v.milliseconds[0]:.2f} → {v.milliseconds[1]:.2f}"
            said = (f"{100 * v.share.value:.1f} %", between, paces, "passed" if v.passed else "refused")
        return (str(self.round), f"{self.samples:,}", *surprises, *said, f"{self.hours:.2f}")


def trained_rounds(run: Run) -> list[TrainedRound]:
    """Return the results of the rounds of a run whose nets are trained, in order."""
    made = []
    for number in range(1, run.plan.rounds + 1):
        path = run.round(number) / NET
        if not path.exists():
            break
        about = run.learned(path).about
        samples = about["learned"] + about["held"]
        hand, before, after = ((about[name][0], about[name][1]) for name in ("by_hand", "before", "after"))
        made.append(TrainedRound(number, samples, hand, before, after, run.verdict(number), about["hours"]))
    return made


def to_json(run: Run) -> dict[str, Any]:
    """Return the plan of a run and the results of its rounds as JSON values."""
    return {"plan": run.plan.model_dump(mode="json"), "rounds": [asdict(each) for each in trained_rounds(run)]}


def draw(run: Run) -> None:
    """Draw the chart of a run into its folder; do nothing without Matplotlib."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        return
    rounds = trained_rounds(run)
    with rc_context(STYLE):
        figure = Figure(figsize=(8, 9), layout="constrained")
        value, policy, gate = figure.subplots(3, 1, sharex=True)
        _surprise(value, rounds, 0, "Surprise at who won, in nats")
        _surprise(policy, rounds, 1, "Surprise at what was looked into, in nats")
        _gates(gate, rounds, run.plan.gate.share)
        gate.xaxis.get_major_locator().set_params(integer=True)
        drawn = io.BytesIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None})
    put(run.folder / PICTURE, drawn.getvalue())


def _surprise(axes: Axes, rounds: list[TrainedRound], which: int, title: str) -> None:
    at = [each.round for each in rounds]
    axes.set_title(title)
    axes.plot(at, [each.by_hand[which] for each in rounds], "--", color=INK, label="judgement by hand")
    axes.plot(at, [each.before[which] for each in rounds], "o", color=COLOURS[1], label="best before")
    axes.plot(at, [each.after[which] for each in rounds], "o-", color=COLOURS[0], label="learned")
    axes.legend(frameon=False)


def _gates(axes: Axes, rounds: list[TrainedRound], share: float) -> None:
    axes.set_title("Games won at the gate, in %, with 95 % intervals; filled: passed")
    axes.axhline(50, color=INK, linewidth=1)
    axes.axhline(100 * share, color=COLOURS[1], linewidth=1, linestyle="--")
    for each in rounds:
        if v := each.verdict:
            axes.plot([each.round] * 2, [100 * v.share.low, 100 * v.share.high], color=COLOURS[0], alpha=0.5)
            face = COLOURS[0] if v.passed else "none"
            axes.plot(each.round, 100 * v.share.value, "o", color=COLOURS[0], markerfacecolor=face)
    axes.set_xlabel("round")
