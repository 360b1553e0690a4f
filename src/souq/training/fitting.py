"""A net learns from samples, by PyTorch. It begins where the one before stood, or as the judgement by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from souq.bots.learned import Net, shapes
from souq.engine.errors import SouqError
from souq.extras import importing
from souq.training.samples import Samples
from souq.training.seeing import Showing, Shown, scales, surprise

if TYPE_CHECKING:
    from souq.training.plan import Plan

HELD = 512
"""Decisions that are judged at a time."""

Tell = Callable[[], object]


@dataclass(frozen=True)
class Fitted:
    """A net that has learned, and how surprised it is by games it did not learn from.

    Surprises are pairs in nats a decision: of who won (mixed with the search's verdict), and of what was looked into.
    """

    net: Net
    learned: int
    held: int
    """Decisions learned from, and kept for judging."""
    by_hand: tuple[float, float]
    """The surprise of the judgement by hand, and ..."""
    before: tuple[float, float]
    """... of the net it began from, ..."""
    epochs: list[tuple[float, float]]
    """... and of this one after each epoch; the best of them was kept."""

    @property
    def after(self) -> tuple[float, float]:
        """The surprise of the net that was kept."""
        return min(self.epochs, key=sum)


def fitted(plan: Plan, samples: Samples, before: Net | None, seed: int, tell: Tell = lambda: None) -> Fitted:
    """Learn from samples.

    Args:
        plan: how.
        samples: decisions of the games that are learned from.
        before: the net to begin with, unless the plan begins anew; one that says nothing if left out.
        seed: the same seed learns the same.
        tell: called after each epoch.

    Raises:
        MissingExtra: PyTorch is not installed.
        SouqError: there are too few games to keep some for judging, or the steps were too large to end anywhere.
    """
    with importing("train", "Training needs"):
        import torch
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # sums in the same order give the same net
    game, fit = plan.found, plan.fit
    held = samples.games * round(fit.held * 1000) % 1000 < round(fit.held * 1000)
    learning, judging = np.flatnonzero(~held), np.flatnonzero(held)
    if not len(learning) or not len(judging):
        raise SouqError("There are too few games to learn from some and be judged on others. Ask for more a round.")
    start = before if before and not fit.anew else begun(plan, samples, seed)
    showing = Showing(game, plan.players, start.scale, plan.manner.temperature)
    names = [name for name in Net._fields if name != "scale"]
    numbers = {name: torch.tensor(getattr(start, name), requires_grad=True) for name in names}
    optimizer = torch.optim.AdamW(numbers.values(), lr=fit.rate, weight_decay=fit.decay)
    steps = -(-len(learning) // fit.batch)
    slower = _falling(torch, optimizer, fit.rate, steps * fit.epochs) if fit.falling else None
    order = np.random.default_rng(seed)
    nets: list[Net] = []
    epochs: list[tuple[float, float]] = []
    for _ in range(fit.epochs):
        for rows in np.array_split(order.permutation(learning), steps):
            shown = showing.batch(samples, np.sort(rows), fit.trust)
            optimizer.zero_grad()
            _loss(torch, numbers, shown, fit.results).backward()
            optimizer.step()
            if slower:
                slower.step()
        made = {name: tensor.detach().numpy().copy() for name, tensor in numbers.items()}
        if not all(np.isfinite(array).all() for array in made.values()):
            raise SouqError("Learning went astray: numbers grew beyond all bounds. Lower rate or decay under [fit].")
        nets.append(Net(scale=start.scale, **made))
        epochs.append(judged(showing, samples, judging, fit.trust, nets[-1]))
        tell()
    best = min(range(len(nets)), key=lambda k: sum(epochs[k]))
    nothing = shapes(game, plan.players, (1, 1))._replace(scale=start.scale)
    by_hand = judged(showing, samples, judging, fit.trust, nothing)
    early = judged(showing, samples, judging, fit.trust, start)
    return Fitted(nets[best], len(learning), len(judging), by_hand, early, epochs)


def begun(plan: Plan, samples: Samples, seed: int) -> Net:
    """A net that says nothing yet, and is ready to learn: its heads are zero, its layers drawn (He et al. 2015)."""
    net, dice = shapes(plan.found, plan.players, plan.fit.hidden), np.random.default_rng([seed, 1])

    def drawn(layer: NDArray[np.float32], inputs: int) -> NDArray[np.float32]:
        return dice.normal(0, np.sqrt(2 / max(1, inputs)), layer.shape).astype(np.float32)

    scale = scales(plan.found, plan.players, samples)
    rows = np.linspace(0, len(samples) - 1, min(HELD, len(samples))).astype(np.int64)
    shown = Showing(plan.found, plan.players, scale, 1.0).batch(samples, rows, 0)
    busy = int((shown.inputs != 0).sum(1).mean())  # most inputs are 0, and add nothing
    return net._replace(scale=scale, first=drawn(net.first, busy), second=drawn(net.second, len(net.second)))


def _falling(torch: Any, optimizer: Any, rate: float, steps: int) -> Any:
    """Steps that grow for a moment and then become smaller, in half a cosine, down to nothing (Smith & Topin 2018)."""
    return torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.01, cycle_momentum=False)


def judged(showing: Showing, samples: Samples, rows: NDArray[np.int64], trust: float, net: Net) -> tuple[float, float]:
    """How surprised a net is on average by some decisions."""
    parts = np.array_split(rows, -(-len(rows) // HELD))
    found = [surprise(net, showing.batch(samples, part, trust)) for part in parts]
    value, policy = np.average(found, axis=0, weights=[len(part) for part in parts])
    return float(value), float(policy)


def _loss(torch: Any, numbers: dict[str, Any], shown: Shown, results: bool) -> Any:
    """Surprise of a batch, both heads together, or only that of choices."""
    at = {name: torch.from_numpy(array) for name, array in shown._asdict().items()}
    wide = torch.relu(at["inputs"] @ numbers["first"] + numbers["first_bias"])
    deep = torch.relu(wide @ numbers["second"] + numbers["second_bias"])
    n = len(shown.promising)
    policy = at["promising"] + deep[:n] @ numbers["policy"].T + numbers["policy_bias"]
    of_policy = -(at["looked"] * torch.log_softmax(policy, 1)).sum(1).mean()
    if not results:
        return of_policy
    value = at["chances"] + deep @ numbers["value"] + numbers["value_bias"]
    of_value = -(at["outcome"] * torch.log_softmax(value, 1)).sum(1).mean()
    return of_value + of_policy
