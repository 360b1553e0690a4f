"""Texts of a puzzle: labels of choices, and why the likely wrong choice is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from souq.bots.reasons import Reasons
from souq.engine.present.wording import listed, opened

if TYPE_CHECKING:
    from souq.engine.match.match import Match
    from souq.puzzles.looking import Spot


def is_said(match: Match, seat: int, choice: int) -> bool:
    """Return whether the table offers a choice by itself, and not only as the first of several choices."""
    picks = [pick for pick in match.scene(seat).picks if pick.choice == choice]
    return bool(picks) and not any(pick.then for pick in picks)


def called(match: Match, seat: int, choice: int) -> str:
    """Return how the table labels a choice, or the choice's name in the game if it has no label of its own there.

    A label of several choices is that of the first if no other is offered at once that begins with it.
    """
    picks = [pick for pick in match.scene(seat).picks if pick.choice == choice]
    own, longer = [pick.label for pick in picks if not pick.then], [pick.label for pick in picks if not pick.group]
    return (own or longer[: len(longer) == 1] or [opened(match.game.choices.name(choice))])[0]


def instead(spot: Spot, best: Sequence[int], wrong: Sequence[int], chances: tuple[float, float]) -> str:
    """Return a sentence on what the wrong choice gains and loses, which doesn't give the best choice away."""
    reasons = Reasons(spot.game, spot.view, spot.seat)
    line = reasons.named(wrong)
    does = [each.phrase for each in reasons.does(line) if each.worth > 0]
    costs = [each.phrase for each in reasons.gained(line, reasons.named(best), avoided=False) if each.worth < 0]
    costs = costs or [each.phrase for each in reasons.does(line) if each.worth < 0]
    before, after = (round(100 * chance) for chance in chances)
    falls = f"your chance of winning drops from {before}% to {after}%"
    if costs:
        return f"It {f'{listed(does[:1])}, but ' if does else ''}{costs[-1]}. {opened(falls)}."
    return f"It {listed(does[:1])}, but {falls}." if does else f"With this choice, {falls}."
