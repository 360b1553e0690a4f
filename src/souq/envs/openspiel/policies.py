"""Strategies (policies) for positions that are small enough to be solved: those of bots, and those found by CFR+.

>>> from souq.envs.openspiel import load, policies
>>> game = load("grand_bazaar", small="last_sale", chance="exact")
>>> round(policies.nash_conv(game, policies.of_bot(game, "trader")), 2)
0.0
>>> [round(found, 2) for _, found in policies.cfr_plus(game, (1, 100))]
[1.0, 0.0]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, gambit

from souq.arena.entrants import entrant
from souq.bots.base import mixed
from souq.bots.learned import LearnedBot
from souq.bots.search import SearchBot
from souq.envs.openspiel.games import SouqGame
from souq.envs.openspiel.states import SouqState


class Tabulated(policy.Policy):
    """A policy as a table: for each information state of a seat, the probability of each choice."""

    def __init__(self, game: SouqGame, table: dict[str, dict[int, float]]) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.table = table

    def action_probabilities(self, state: SouqState, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of every choice in a state, from the table."""
        return self.table[state.information_state_string(player_id)]


def decisions(game: SouqGame) -> dict[str, SouqState]:
    """Return an example of each information state in which a player decides, by the information state's string."""
    found, waiting = dict[str, SouqState](), [game.new_initial_state()._node]
    while waiting:
        node = waiting.pop()
        if node.player >= 0:
            state = game.state(node)
            found.setdefault(state.information_state_string(), state)
        waiting.extend(node.child(action) for action in reversed(node.legal))
    return found


def of_bot(game: SouqGame, spec: str, draws: int = 8, seed: int = 0) -> Tabulated:
    """Measure how a bot plays: ask it several times at every information state, and count its choices.

    The bot remembers nothing from one question to the next.

    Args:
        game: a game whose whole tree fits into memory.
        spec: the bot: a level, ``search:400``, or ``package.module:object``, as in the arena.
        draws: number of times that it is asked at each information state.
        seed: the first seed; the others follow from it.

    Raises:
        UnknownLevel: there is no such bot.
    """
    shared, table = game.shared, dict[str, dict[int, float]]()
    entrant(spec)
    for number, (name, state) in enumerate(decisions(game).items()):
        seat, legal = state.current_player(), state.legal_actions()
        view = state.hidden(seat)
        chosen = Counter[int]()
        for draw in range(draws):
            bot = _forgetful(entrant(spec))
            chosen[int(bot.choose(shared.game, view, seat, legal, mixed(seed + number * draws + draw)))] += 1
        table[name] = {action: chosen[action] / draws for action in legal}
    return Tabulated(game, table)


def _forgetful(bot: Any) -> Any:
    """Make a bot forget earlier decisions, and return it."""
    if isinstance(bot, SearchBot | LearnedBot):
        bot.forget()
    return bot


def nash_conv(game: SouqGame, played: policy.Policy) -> float:
    """Return NashConv, which measures how far a policy is from an equilibrium (0).

    It is the sum of what each seat could gain by playing the best response to the policy.
    """
    return float(exploitability.nash_conv(game, played))


def gains(game: SouqGame, played: policy.Policy) -> list[float]:
    """Return what each seat could gain by playing the best response to the policy of the others."""
    result = exploitability.nash_conv(game, played, return_only_nash_conv=False)
    return [float(gain) for gain in result.player_improvements]


def cfr_plus(game: SouqGame, iterations: Sequence[int]) -> Iterator[tuple[int, float]]:
    """Solve a game with OpenSpiel's CFR+ and yield how good its average policy is after some numbers of iterations.

    Results are pairs of a number of iterations and a NashConv (0 in an equilibrium). The tree is exported as a whole in
    Gambit's format: OpenSpiel's C++ runs a thousand times as fast without Python states.
    """
    whole = pyspiel.load_efg_game(gambit.export_gambit(game))
    solver, done = pyspiel.CFRPlusSolver(whole), 0
    for wanted in sorted(iterations):
        for _ in range(wanted - done):
            solver.evaluate_and_update_policy()
        done = wanted
        yield wanted, float(pyspiel.nash_conv(whole, solver.average_policy()))
