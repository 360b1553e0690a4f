"""Training of a net on samples with PyTorch. It starts from the best net so far, or from the handwritten evaluator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from souq.bots.learned import Net, shapes
from souq.engine.errors import SouqError
from souq.extras import importing
from souq.training.encoding import EncodedBatch, Encoder, scales, surprise
from souq.training.samples import Samples

if TYPE_CHECKING:
    from souq.training.plan import Plan

HELD = 512
"""Number of decisions that are evaluated at a time."""

AfterEpoch = Callable[[], object]


@dataclass(frozen=True)
class Fitted:
    """A trained net, and its losses on games that were held out from training.

    A loss is a pair of cross-entropies in nats per decision. The first measures the predicted value (who won, mixed
    with the search's value), the second the predicted policy (the search's visits).
    """

    net: Net
    learned: int
    held: int
    """``learned`` and ``held`` are numbers of decisions: those trained on, and those held out."""
    by_hand: tuple[float, float]
    """Losses of the handwritten evaluator."""
    before: tuple[float, float]
    """Losses of the net that training started from."""
    epochs: list[tuple[float, float]]
    """Losses after each epoch; ``net`` is the net of the best one."""

    @property
    def after(self) -> tuple[float, float]:
        """Losses of ``net``."""
        return min(self.epochs, key=sum)


def fitted(
    plan: Plan, samples: Samples, before: Net | None, seed: int, after_epoch: AfterEpoch = lambda: None
) -> Fitted:
    """Train a net on samples.

    Args:
        plan: the settings.
        samples: decisions; some of their games are held out.
        before: the net to start from, unless the plan starts each round from scratch; a new net if left out.
        seed: the same seed trains the same net.
        after_epoch: called after each epoch.

    Raises:
        MissingExtra: PyTorch is not installed.
        SouqError: there are too few games to hold some out, or training diverged.
    """
    with importing("train", "Training needs"):
        import torch
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # a fixed order of summation makes training deterministic
    game, fit = plan.found, plan.fit
    # Whole games are held out, since decisions of the same game are correlated. The number of a game decides, so that
    # the same games stay held out in all rounds.
    held = samples.games * round(fit.held * 1000) % 1000 < round(fit.held * 1000)
    learning, judging = np.flatnonzero(~held), np.flatnonzero(held)
    if not len(learning) or not len(judging):
        raise SouqError("There are too few games to learn from some and be judged on others. Ask for more a round.")
    start = before if before and not fit.anew else begun(plan, samples, seed)
    encoder = Encoder(game, plan.players, start.scale, plan.manner.temperature)
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
            encoded = encoder.batch(samples, np.sort(rows), fit.trust)
            optimizer.zero_grad()
            _loss(torch, numbers, encoded, fit.results).backward()
            optimizer.step()
            if slower:
                slower.step()
        made = {name: tensor.detach().numpy().copy() for name, tensor in numbers.items()}
        if not all(np.isfinite(array).all() for array in made.values()):
            raise SouqError("Learning went astray: numbers grew beyond all bounds. Lower rate or decay under [fit].")
        nets.append(Net(scale=start.scale, **made))
        epochs.append(judged(encoder, samples, judging, fit.trust, nets[-1]))
        after_epoch()
    best = min(range(len(nets)), key=lambda k: sum(epochs[k]))
    nothing = shapes(game, plan.players, (1, 1))._replace(scale=start.scale)
    by_hand = judged(encoder, samples, judging, fit.trust, nothing)
    early = judged(encoder, samples, judging, fit.trust, start)
    return Fitted(nets[best], len(learning), len(judging), by_hand, early, epochs)


def begun(plan: Plan, samples: Samples, seed: int) -> Net:
    """Return an untrained net, which at first changes nothing about the handwritten evaluator's predictions.

    Its output layers are zero, and the others random (He et al. 2015).
    """
    net, dice = shapes(plan.found, plan.players, plan.fit.hidden), np.random.default_rng([seed, 1])

    def drawn(layer: NDArray[np.float32], inputs: int) -> NDArray[np.float32]:
        return dice.normal(0, np.sqrt(2 / max(1, inputs)), layer.shape).astype(np.float32)

    scale = scales(plan.found, plan.players, samples)
    rows = np.linspace(0, len(samples) - 1, min(HELD, len(samples))).astype(np.int64)
    encoded = Encoder(plan.found, plan.players, scale, 1.0).batch(samples, rows, 0)
    busy = int((encoded.inputs != 0).sum(1).mean())  # He initialization counts only inputs that are usually active
    return net._replace(scale=scale, first=drawn(net.first, busy), second=drawn(net.second, len(net.second)))


def _falling(torch: Any, optimizer: Any, rate: float, steps: int) -> Any:
    """Return a schedule for the learning rate: a short rise, then a fall to nearly zero (Smith & Topin 2018)."""
    return torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.01, cycle_momentum=False)


def judged(encoder: Encoder, samples: Samples, rows: NDArray[np.int64], trust: float, net: Net) -> tuple[float, float]:
    """Return a net's mean losses (of value and policy) on the decisions with the numbers ``rows``."""
    parts = np.array_split(rows, -(-len(rows) // HELD))
    found = [surprise(net, encoder.batch(samples, part, trust)) for part in parts]
    value, policy = np.average(found, axis=0, weights=[len(part) for part in parts])
    return float(value), float(policy)


def _loss(torch: Any, numbers: dict[str, Any], encoded: EncodedBatch, results: bool) -> Any:
    """Return the loss of a batch: the cross-entropy of the policy, plus that of the value if ``results`` is true."""
    at = {name: torch.from_numpy(array) for name, array in encoded._asdict().items()}
    wide = torch.relu(at["inputs"] @ numbers["first"] + numbers["first_bias"])
    deep = torch.relu(wide @ numbers["second"] + numbers["second_bias"])
    n = len(encoded.promising)
    policy = at["promising"] + deep[:n] @ numbers["policy"].T + numbers["policy_bias"]
    of_policy = -(at["looked"] * torch.log_softmax(policy, 1)).sum(1).mean()
    if not results:
        return of_policy
    value = at["chances"] + deep @ numbers["value"] + numbers["value_bias"]
    of_value = -(at["outcome"] * torch.log_softmax(value, 1)).sum(1).mean()
    return of_value + of_policy
