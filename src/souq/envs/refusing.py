"""The reward for an illegal action, and an explanation of why the action is illegal."""

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
    """Return a sentence on why an action is illegal, with the rule that forbids it if there is one."""
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
