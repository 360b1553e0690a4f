"""The penalty for an illegal action, and the reason in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from souq.engine.match import hooks
from souq.engine.present.wording import listed
from souq.envs.naming import agents

if TYPE_CHECKING:
    from souq.envs.play import Play

ILLEGAL = -1.0
"""Reward for an illegal action, which otherwise changes nothing."""


def refusal(play: Play, seat: int, action: int) -> str:
    """Return why an action is illegal: there is no such number, it is another seat's turn, or a rule forbids it."""
    game, names, deciders = play.game, agents(play.players), play.deciders
    if not 0 <= action < game.n_choices:
        return f"There is no action {action}: they go from 0 to {game.n_choices - 1}."
    choice = play.choice(action, seat)
    words = game.choices.name(choice)
    if seat not in deciders:
        others = listed([names[each] for each in deciders])
        return f"{names[seat]} cannot choose {words!r} now: it’s for {others} to choose."
    rule = hooks.rule(game, game.bindings.refusal(play.true, seat, choice))
    return f"{words!r} cannot be chosen now." + (f" {rule.id}: {rule.text}" if rule else "")
