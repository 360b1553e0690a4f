"""OpenSpiel's states of souq's games: positions with the methods that OpenSpiel's algorithms call."""

from __future__ import annotations

import functools
import json
from typing import Any, Protocol

import numpy as np
import pyspiel

from souq.engine.errors import IllegalChoice, SouqError
from souq.engine.match import hooks
from souq.engine.match.decision import SPECTATOR
from souq.engine.rules.record import SPARE, Batch, clone
from souq.envs import errors
from souq.envs.errors import GameOver
from souq.envs.openspiel.history import History
from souq.envs.openspiel.nodes import CHANCE, Node, settle
from souq.envs.openspiel.rules import OVER, Rules

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
INNER = frozenset(("key", "draws", "n_events", "event", SPARE))
"""Fields of a record that are technical and not part of the game's position, such as the list of events."""


class Loaded(Protocol):
    """The part of a loaded game that its states use."""

    @property
    def shared(self) -> Rules:
        """The rules and parameters, which all states of the game share."""

    def state(self, node: Node) -> SouqState:
        """Return an OpenSpiel state that represents a node of the game's tree."""


class SouqState(pyspiel.State):
    """A state of a game in which chance has its own nodes, and players remember what they saw and chose."""

    def __init__(self, game: Loaded, node: Node) -> None:
        super().__init__(game)
        self._node = node

    @classmethod
    def of(cls, game: Loaded, record: Batch) -> SouqState:
        """Return a state for a record of the full position, without a history. The record is changed."""
        record["n_events"] = -1
        return game.state(settle(game.shared, record, OVER, None, (OVER, 0)))

    # ---- what every game of OpenSpiel says

    def current_player(self) -> int:
        """Return the deciding seat, or OpenSpiel's number for chance or for a finished game."""
        player = self._node.player
        return player if player >= 0 else TERMINAL if player == OVER else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._node.player == OVER

    def is_chance_node(self) -> bool:
        """Return whether this is a chance node."""
        return self._node.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions in ascending order; empty for a seat that isn't deciding."""
        if player is None or player == self._node.player or self._node.player == CHANCE:
            return list(self._node.legal)  # a copy, because callers modify it
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._node.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return list(self._node.chances)  # a copy, because OpenSpiel's searches shuffle it

    def _apply_action(self, action: int) -> None:
        node = self._node
        if action not in node.legal:
            raise refused(node.rules, node.record, node.player, node.legal, action)
        self._node = node.child(int(action))

    def returns(self) -> list[float]:
        """Return each seat's result as :func:`paid` defines it, or zeros before the end of the game."""
        shared = self._node.rules
        return paid(shared, self._node.record) if self.is_terminal() else [0.0] * shared.players

    def _action_to_string(self, player: int, action: int) -> str:
        if player != int(pyspiel.PlayerId.CHANCE):
            return self._node.rules.game.choices.name(action)
        return f"{self._node.cause.what if self._node.cause else 'outcome'} {action}"

    def __str__(self) -> str:
        """Return the player and the whole position, including what is hidden."""
        shared, player = self._node.rules, self._node.player
        who = "over" if player == OVER else "chance" if player == CHANCE else f"seat {player}"
        return f"{shared.game.name}, {who}: {words(self._node.record)}"

    # ---- what a seat may know

    def observation_string(self, player: int | None = None) -> str:
        """Return what a seat sees now, as text with the fields of the position by name."""
        seat = self._seat(player)
        return describe(seat, self.hidden(seat))

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a seat sees now as text, with a hash of everything that it saw and chose before."""
        seat, history = self._seat(player), self._node.history
        seen = self.observation_string(seat)
        return f"{seen} | after {history.trail(seat)}" if history is not None else seen

    def hidden(self, seat: int) -> Batch:
        """Return a copy of the record with only what a seat (-1: a spectator) may know.

        Before cards and the like are dealt, that is what everyone knows.
        """
        errors.seat(seat, self._node.rules.players)
        dealt = self._node.cause is None or self._node.cause.what == "choice"
        return self._node.rules.bindings.hidden(self._node.record, seat if dealt else SPECTATOR)

    def _seat(self, player: int | None) -> int:
        return self._node.player if player is None else int(player)

    # ---- other futures

    def sampled(self) -> Rollout:
        """Return a copy for random play, without a history. Chance is drawn as part of the actions."""
        return self._rollout(clone(self._node.record), self._node.legal)

    def resample_from_infostate(self, player: int, sampler: Any = None) -> SouqState:
        """Return a random state that the seat could be in instead, as it sees and remembers the same."""
        node, shared = self._node, self._node.rules
        errors.seat(player, shared.players)
        game: Loaded = self.get_game()
        if node.cause is not None and node.cause.what != "choice":
            return game.state(node)
        record, legal = _guess(shared, node.record, player, node.player, node.legal, sampler)
        record["key"], record["draws"] = shared.key(sampler), 0
        history = _recalled(shared, record, node.history)
        return game.state(Node(shared, record, node.player, legal, history, node.made, node.cause, waited=node.waited))

    def _rollout(self, record: Batch, legal: list[int], sampler: Any = None) -> Rollout:
        """Return a state for random play from ``record``; at a chance node, chance is drawn first."""
        node, shared, game = self._node, self._node.rules, self.get_game()
        if node.cause is None:
            return Rollout(game, shared, record, node.player, legal, node.waited, sampler)
        record, waited = shared.drawn(record, node.cause, shared.key(sampler))
        return Rollout.of(game, record, node.cause.seat, waited, sampler)


class Unremembered(SouqState):
    """A state without a history, for searches. It is faster, because fewer calls cross into OpenSpiel's C++."""

    def apply_action(self, action: int) -> None:
        """Make a choice or, at a chance node, choose an outcome.

        Raises:
            IllegalChoice, GameOver: the action isn't legal now.
        """
        self._apply_action(action)

    def clone(self) -> SouqState:
        """Return a copy."""
        return type(self)(self.get_game(), self._node)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a seat sees now, as a compact text that is fast to make."""
        seat = self._seat(player)
        return brief(seat, self.hidden(seat))

    def resample_from_infostate(self, player: int, sampler: Any = None) -> Rollout:
        """Return a random state that the seat could be in instead, as it sees the same. It is for random play."""
        node = self._node
        errors.seat(player, node.rules.players)
        if node.cause is not None and node.cause.what != "choice":
            return self._rollout(node.record, node.legal, sampler)
        return self._rollout(*_guess(node.rules, node.record, player, node.player, node.legal, sampler), sampler)


class Rollout(pyspiel.State):
    """A state for random play: it draws chance as part of actions, and every copy draws differently.

    Searches use it as well if they replace what a seat can't see by a random guess (a determinization) each time. The
    methods that OpenSpiel's Python code calls most are overridden completely, so that they never go through C++; there
    is no history.
    """

    def __init__(
        self,
        game: Loaded,
        shared: Rules,
        record: Batch,
        player: int,
        legal: list[int],
        waited: int = 0,
        sampler: Any = None,
    ) -> None:
        super().__init__(game)
        record["key"], record["draws"] = shared.key(sampler), 0
        self._rules, self._record = shared, record
        self._player, self._legal, self._waited = player, legal, waited

    @classmethod
    def of(cls, game: Loaded, record: Batch, last: int = OVER, waited: int = 0, sampler: Any = None) -> Rollout:
        """Return a state for a record of the full position, after forced decisions. The record is changed."""
        record["n_events"] = -1
        player, legal = game.shared.decider(record, last)
        made = cls(game, game.shared, record, player, legal, waited, sampler)
        if len(legal) == 1:
            made.apply_action(legal[0])
        return made

    def current_player(self) -> int:
        """Return the deciding seat, or OpenSpiel's constant for a finished game."""
        return self._player if self._player >= 0 else TERMINAL

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._player < 0

    def is_chance_node(self) -> bool:
        """Return False: there are no chance nodes."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions in ascending order; empty for a seat that isn't deciding."""
        return list(self._legal) if player is None or player == self._player else []

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal)

    def apply_action(self, action: int) -> None:
        """Make a choice, and all forced decisions after it.

        Raises:
            IllegalChoice, GameOver: the action isn't legal now.
        """
        if action not in self._legal:
            raise refused(self._rules, self._record, self._player, self._legal, action)
        reached = self._rules.advance(self._record, self._player, int(action), self._waited, through=True)
        self._player, self._legal, self._waited = reached.player, reached.legal, reached.waited

    _apply_action = apply_action

    def returns(self) -> list[float]:
        """Return each seat's result as :func:`paid` defines it, or zeros before the end of the game."""
        return paid(self._rules, self._record) if self._player < 0 else [0.0] * self._rules.players

    def _action_to_string(self, player: int, action: int) -> str:
        return self._rules.game.choices.name(action)

    def clone(self) -> Rollout:
        """Return a copy, which draws other random numbers."""
        return Rollout(self.get_game(), self._rules, clone(self._record), self._player, self._legal, self._waited)

    def sampled(self) -> Rollout:
        """Return a copy, which draws other random numbers."""
        return self.clone()

    def resample_from_infostate(self, player: int, sampler: Any = None) -> Rollout:
        """Return a random state that the seat could be in instead, as it sees the same."""
        errors.seat(player, self._rules.players)
        record, legal = _guess(self._rules, self._record, player, self._player, self._legal, sampler)
        return Rollout(self.get_game(), self._rules, record, self._player, legal, self._waited, sampler)

    def hidden(self, seat: int) -> Batch:
        """Return a copy of the record with only what a seat may know."""
        errors.seat(seat, self._rules.players)
        return self._rules.bindings.hidden(self._record, seat)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a seat sees now, as a compact text that is fast to make."""
        seat = self._player if player is None else player
        return brief(seat, self.hidden(seat))

    def observation_string(self, player: int | None = None) -> str:
        """Return what a seat sees now, as text with the fields of the position by name."""
        seat = self._player if player is None else player
        return describe(seat, self.hidden(seat))

    def __str__(self) -> str:
        return f"{self._rules.game.name}, seat {self._player}: {words(self._record)}"


def _guess(
    shared: Rules, record: Batch, player: int, decider: int, legal: list[int], sampler: Any
) -> tuple[Batch, list[int]]:
    """Return a record in which all that a seat can't see is guessed, and the deciding seat's legal choices in it."""
    made = shared.bindings.determinized(record, player, shared.key(sampler))
    if decider >= 0 and decider != player:
        legal = shared.bindings.legal(made, decider).tolist()
    return made, legal


def refused(shared: Rules, record: Batch, player: int, legal: list[int], action: Any) -> SouqError:
    """Return the error for an illegal action: the game is over, there is no such action, or a rule forbids it."""
    game = shared.game
    if player == OVER:
        return GameOver("The game is over: new_initial_state() begins another.")
    if player == CHANCE:
        return IllegalChoice(f"Chance does not bring {action!r} here: its outcomes go from {legal[0]} to {legal[-1]}.")
    if not isinstance(action, int | np.integer) or not 0 <= action < game.n_choices:
        return IllegalChoice(f"There is no action {action!r}: they go from 0 to {game.n_choices - 1}.")
    rule = hooks.rule(game, shared.bindings.refusal(record, player, int(action)))
    return IllegalChoice(f"{game.choices.name(int(action))!r} cannot be chosen now.", rule)


def _recalled(shared: Rules, record: Batch, history: History | None) -> History | None:
    """Return a history for a guessed record, in which all seats have seen and chosen the same as in the true one."""
    return None if history is None else History(shared, record, seen=history.trails())


def paid(shared: Rules, record: Batch) -> list[float]:
    """Return each seat's result at the end: its points, or its share of victory, as the parameter ``returns`` says."""
    if shared.parameters.returns == "points":
        return [float(points) for points in shared.bindings.points(record)]
    return victory(shared, record)


def victory(shared: Rules, record: Batch) -> list[float]:
    """Return each seat's share of victory: 1 for a win, and equal losses for the others, so that the sum is 0.

    Seats that tie for the first place share the win.
    """
    ranks = shared.bindings.ranks(record)
    share = shared.players / ranks.count(1)
    return [((share if rank == 1 else 0.0) - 1.0) / (shared.players - 1) for rank in ranks]


def describe(seat: int, seen: Batch) -> str:
    """Return what a seat (-1: everybody) sees, as text with the fields of the record by name."""
    return f"{f'seat {seat}' if seat >= 0 else 'everybody'}: {words(seen)}"


def brief(seat: int, seen: Batch) -> str:
    """Return what a seat sees as hexadecimal bytes. It is fast, because searches call it at every step."""
    return f"seat {seat}: {seen.tobytes().hex()}"


def words(record: Batch) -> str:
    """Return the fields of a record as text, ``name=value``, without those that are all zero."""
    return _words(record.dtype, record.tobytes())


@functools.lru_cache(maxsize=4096)
def _words(kind: Any, held: bytes) -> str:
    one = np.ndarray((1,), kind, held)
    fields = ((name, one[name][0]) for name in kind.names if name not in INNER)
    texts = ((name, json.dumps(value.tolist(), separators=(",", ":"))) for name, value in fields if np.any(value))
    return " ".join(f"{name}={value}" for name, value in texts)
