"""Positions as OpenSpiel's states."""

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
from souq.envs.openspiel.nodes import CHANCE, Node, settle
from souq.envs.openspiel.past import Past
from souq.envs.openspiel.rules import OVER, Rules

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
INNER = frozenset(("key", "draws", "n_events", "event", SPARE))
"""Fields that are no part of a position."""


class Loaded(Protocol):
    """What a position asks of its game, which knows the positions."""

    @property
    def shared(self) -> Rules:
        """What all its positions share."""

    def state(self, node: Node) -> SouqState:
        """Return a position of it."""


class SouqState(pyspiel.State):
    """A position of one of our games."""

    def __init__(self, game: Loaded, node: Node) -> None:
        super().__init__(game)
        self._node = node

    @classmethod
    def of(cls, game: Loaded, record: Batch) -> SouqState:
        """Make a position without a past of a complete record, which is taken over."""
        record["n_events"] = -1
        return game.state(settle(game.shared, record, OVER, None, (OVER, 0)))

    # ---- what every game of OpenSpiel says

    def current_player(self) -> int:
        """Return the deciding seat, or that it is chance, or the end."""
        player = self._node.player
        return player if player >= 0 else TERMINAL if player == OVER else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._node.player == OVER

    def is_chance_node(self) -> bool:
        """Return whether chance is to be drawn."""
        return self._node.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions, ascending."""
        if player is None or player == self._node.player or self._node.player == CHANCE:
            return list(self._node.legal)  # a copy, which callers may change
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._node.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance, and how likely each is."""
        return list(self._node.chances)  # OpenSpiel's searches shuffle it

    def _apply_action(self, action: int) -> None:
        node = self._node
        if action not in node.legal:
            raise refused(node.rules, node.record, node.player, node.legal, action)
        self._node = node.child(int(action))

    def returns(self) -> list[float]:
        """Return what a finished game pays, see :func:`paid`; nothing before its end."""
        shared = self._node.rules
        return paid(shared, self._node.record) if self.is_terminal() else [0.0] * shared.players

    def _action_to_string(self, player: int, action: int) -> str:
        if player != int(pyspiel.PlayerId.CHANCE):
            return self._node.rules.game.choices.name(action)
        return f"{self._node.cause.what if self._node.cause else 'outcome'} {action}"

    def __str__(self) -> str:
        """Return who decides, and the whole position, with what nobody knows."""
        shared, player = self._node.rules, self._node.player
        who = "over" if player == OVER else "chance" if player == CHANCE else f"seat {player}"
        return f"{shared.game.name}, {who}: {words(self._node.record)}"

    # ---- what a seat may know

    def observation_string(self, player: int | None = None) -> str:
        """Return what a seat can see now, field by field."""
        seat = self._seat(player)
        return told(seat, self.hidden(seat))

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a seat can see, and a digest of all it saw and chose before."""
        seat, past = self._seat(player), self._node.past
        seen = self.observation_string(seat)
        return f"{seen} | after {past.trail(seat)}" if past is not None else seen

    def hidden(self, seat: int) -> Batch:
        """Return the record of what a seat (-1: a spectator) may know: before the deal, what everybody may."""
        errors.seat(seat, self._node.rules.players)
        dealt = self._node.cause is None or self._node.cause.what == "choice"
        return self._node.rules.bindings.hidden(self._node.record, seat if dealt else SPECTATOR)

    def _seat(self, player: int | None) -> int:
        return self._node.player if player is None else int(player)

    # ---- other futures

    def sampled(self) -> Rollout:
        """Return a copy for random play: chance is drawn while applying, and nothing is remembered."""
        return self._rollout(clone(self._node.record), self._node.legal)

    def resample_from_infostate(self, player: int, sampler: Any = None) -> SouqState:
        """Return a position that the seat cannot tell from this one: it knows and remembers the same."""
        node, shared = self._node, self._node.rules
        errors.seat(player, shared.players)
        game: Loaded = self.get_game()
        if node.cause is not None and node.cause.what != "choice":
            return game.state(node)
        record, legal = _guess(shared, node.record, player, node.player, node.legal, sampler)
        record["key"], record["draws"] = shared.key(sampler), 0
        past = _recalled(shared, record, node.past)
        return game.state(Node(shared, record, node.player, legal, past, node.made, node.cause, waited=node.waited))

    def _rollout(self, record: Batch, legal: list[int], sampler: Any = None) -> Rollout:
        """Return a position for random play from such a record; chance that is due here is drawn."""
        node, shared, game = self._node, self._node.rules, self.get_game()
        if node.cause is None:
            return Rollout(game, shared, record, node.player, legal, node.waited, sampler)
        record, waited = shared.drawn(record, node.cause, shared.key(sampler))
        return Rollout.of(game, record, node.cause.seat, waited, sampler)


class Unremembered(SouqState):
    """A position without a past, as a search wants it: nothing of it ever leaves Python, so there is no history."""

    def apply_action(self, action: int) -> None:
        """Carry out a choice or, at a chance node, an outcome.

        Raises:
            IllegalChoice, GameOver: there is none such now.
        """
        self._apply_action(action)

    def clone(self) -> SouqState:
        """Return a copy."""
        return type(self)(self.get_game(), self._node)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a seat can see, in the fewest letters."""
        seat = self._seat(player)
        return brief(seat, self.hidden(seat))

    def resample_from_infostate(self, player: int, sampler: Any = None) -> Rollout:
        """Return a position that the seat cannot tell from this one; chance is drawn while applying."""
        node = self._node
        errors.seat(player, node.rules.players)
        if node.cause is not None and node.cause.what != "choice":
            return self._rollout(node.record, node.legal, sampler)
        return self._rollout(*_guess(node.rules, node.record, player, node.player, node.legal, sampler), sampler)


class Rollout(pyspiel.State):
    """A position in which chance is drawn while applying, with another future in every copy.

    That is what random play needs, and a search that starts from a fresh guess each time. What OpenSpiel's Python code
    calls most is overridden as a whole, so that it never leaves Python; there is no history.
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
        """Make a position of a complete record, which is taken over; what is forced is played."""
        record["n_events"] = -1
        player, legal = game.shared.look(record, last)
        made = cls(game, game.shared, record, player, legal, waited, sampler)
        if len(legal) == 1:
            made.apply_action(legal[0])
        return made

    def current_player(self) -> int:
        """Return the deciding seat, or the end."""
        return self._player if self._player >= 0 else TERMINAL

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._player < 0

    def is_chance_node(self) -> bool:
        """Return False: chance has no nodes here."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions, ascending."""
        return list(self._legal) if player is None or player == self._player else []

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal)

    def apply_action(self, action: int) -> None:
        """Carry out a choice, and all decisions with one option after it.

        Raises:
            IllegalChoice, GameOver: there is none such now.
        """
        if action not in self._legal:
            raise refused(self._rules, self._record, self._player, self._legal, action)
        reached = self._rules.advance(self._record, self._player, int(action), self._waited, through=True)
        self._player, self._legal, self._waited = reached.player, reached.legal, reached.waited

    _apply_action = apply_action

    def returns(self) -> list[float]:
        """Return what a finished game pays, as in every position."""
        return paid(self._rules, self._record) if self._player < 0 else [0.0] * self._rules.players

    def _action_to_string(self, player: int, action: int) -> str:
        return self._rules.game.choices.name(action)

    def clone(self) -> Rollout:
        """Return a copy with another future."""
        return Rollout(self.get_game(), self._rules, clone(self._record), self._player, self._legal, self._waited)

    def sampled(self) -> Rollout:
        """Return a copy with another future."""
        return self.clone()

    def resample_from_infostate(self, player: int, sampler: Any = None) -> Rollout:
        """Return a position that the seat cannot tell from this one."""
        errors.seat(player, self._rules.players)
        record, legal = _guess(self._rules, self._record, player, self._player, self._legal, sampler)
        return Rollout(self.get_game(), self._rules, record, self._player, legal, self._waited, sampler)

    def hidden(self, seat: int) -> Batch:
        """Return the record of what a seat may know."""
        errors.seat(seat, self._rules.players)
        return self._rules.bindings.hidden(self._record, seat)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what the seat can see now, in the fewest letters."""
        seat = self._player if player is None else player
        return brief(seat, self.hidden(seat))

    def observation_string(self, player: int | None = None) -> str:
        """Return what the seat can see now, field by field."""
        seat = self._player if player is None else player
        return told(seat, self.hidden(seat))

    def __str__(self) -> str:
        return f"{self._rules.game.name}, seat {self._player}: {words(self._record)}"


def _guess(
    shared: Rules, record: Batch, player: int, decider: int, legal: list[int], sampler: Any
) -> tuple[Batch, list[int]]:
    """Return a record that a seat cannot tell from this one, and the deciding seat's legal choices there."""
    made = shared.bindings.determinized(record, player, shared.key(sampler))
    if decider >= 0 and decider != player:
        legal = shared.bindings.legal(made, decider).tolist()
    return made, legal


def refused(shared: Rules, record: Batch, player: int, legal: list[int], action: Any) -> SouqError:
    """Return why an action is not legal: the game is over, there is no such number, or a rule forbids it."""
    game = shared.game
    if player == OVER:
        return GameOver("The game is over: new_initial_state() begins another.")
    if player == CHANCE:
        return IllegalChoice(f"Chance does not bring {action!r} here: its outcomes go from {legal[0]} to {legal[-1]}.")
    if not isinstance(action, int | np.integer) or not 0 <= action < game.n_choices:
        return IllegalChoice(f"There is no action {action!r}: they go from 0 to {game.n_choices - 1}.")
    rule = hooks.rule(game, shared.bindings.refusal(record, player, int(action)))
    return IllegalChoice(f"{game.choices.name(int(action))!r} cannot be chosen now.", rule)


def _recalled(shared: Rules, record: Batch, past: Past | None) -> Past | None:
    """Return the past of a guess: the seats have seen and chosen what they have."""
    return None if past is None else Past(shared, record, seen=past.trails())


def paid(shared: Rules, record: Batch) -> list[float]:
    """Return what a finished game pays, as the game was loaded: the victory, or the points."""
    if shared.parameters.returns == "points":
        return [float(points) for points in shared.bindings.points(record)]
    return victory(shared, record)


def victory(shared: Rules, record: Batch) -> list[float]:
    """Return 1 for a win, less where it is shared; the others lose as much together, so the sum is 0."""
    ranks = shared.bindings.ranks(record)
    share = shared.players / ranks.count(1)
    return [((share if rank == 1 else 0.0) - 1.0) / (shared.players - 1) for rank in ranks]


def told(seat: int, seen: Batch) -> str:
    """Return what a seat (-1: everybody) can see, field by field."""
    return f"{f'seat {seat}' if seat >= 0 else 'everybody'}: {words(seen)}"


def brief(seat: int, seen: Batch) -> str:
    """Return what a seat can see in the fewest letters: a search asks for it at every step."""
    return f"seat {seat}: {seen.tobytes().hex()}"


def words(record: Batch) -> str:
    """Return the fields of a record by name, without those that hold only zeros."""
    return _words(record.dtype, record.tobytes())


@functools.lru_cache(maxsize=4096)
def _words(kind: Any, held: bytes) -> str:
    one = np.ndarray((1,), kind, held)
    shown = ((name, one[name][0]) for name in kind.names if name not in INNER)
    told = ((name, json.dumps(value.tolist(), separators=(",", ":"))) for name, value in shown if np.any(value))
    return " ".join(f"{name}={value}" for name, value in told)
