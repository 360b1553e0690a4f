"""The rules that refuse single choices, by pending question and kind of choice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from souq.engine.game import Game
from souq.engine.rules.record import Batch

Reasons = dict[tuple[Any, str], set[str]]


def reasons(game: Game, states: Iterable[Batch], end: str, waits: set[str]) -> Reasons:
    """Return the IDs of rules that refuse choices to the player, by phase and group of the choice.

    Args:
        game: what is played.
        states: positions in which one seat is asked, or none.
        end: the rule that refuses everything once a game is over.
        waits: rules that refuse whatever the next seat chooses.
    """
    found: Reasons = defaultdict(set)
    for state in states:
        seat, players = int(state["player"][0]), int(state["players"][0])
        refused = {
            choice: game.rule_id(rule)
            for choice in range(game.n_choices)
            if (rule := game.bindings.refusal(state, seat, choice))
        }
        if state["over"][0]:
            assert {*refused.values()} == {end}
            continue
        for choice, rule in refused.items():
            found[game.state.Phase(int(state["phase"][0])), game.choices.group_of(choice)[0]].add(rule)
        legal = game.bindings.legal(state, seat)
        assert game.rule_id(game.bindings.refusal(state, (seat + 1) % players, int(legal[0]))) in waits
    return found
