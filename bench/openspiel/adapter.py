"""Our games as games of OpenSpiel: ``pyspiel.load_game("python_souq_kairo(players=2)")`` after :func:`register`.

A position is the game's own record; legal choices, copying and what a seat may know come through the compiled rules.
A decision with one option is played through, as at our tables.

Chance. Our rules draw from a key inside the record. OpenSpiel wants to see it, so that nobody who searches foresees
it: a decision that draws becomes a chance node with ``outcomes`` equally likely keys, and applying one of them is
deterministic. The keys of a node are a sample of what may come, made from the position's own key, which never is the
one of the game being played. With ``outcomes=0``, and in the positions made by ``sampled`` and
``resample_from_infostate``, chance is drawn while applying, with a fresh key after every copy: that is what random
play and a search that starts from a fresh guess each time need, and it costs them nothing.
"""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyspiel

from souq.bots.base import mixed
from souq.engine import registry
from souq.engine.bits import lowest
from souq.engine.generic import generic, instantiate
from souq.engine.record import Batch, clone

if TYPE_CHECKING:
    apply: Any
    deciders: Any
    legal: Any

PREFIX = "python_souq_"
OUTCOMES = 8
"""Into how many keys chance is divided at a chance node, unless the game is loaded with another number."""
TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
LONGEST = 100_000
"""No game takes as many decisions; OpenSpiel wants a bound."""


@generic
def advance(states: Any, seat: int, choice: int, through: int, choices: Any, out: Any) -> int:
    """Carry out a choice and, if ``through``, all decisions with one option after it.

    Returns how many ``choices`` there are then; ``out`` gets who has them (-1: the game is over) and the blocks of
    chance drawn.
    """
    s = states[0]
    while True:
        apply(s, seat, choice)
        out[1] = s.draws
        if s.over == 1:
            out[0] = -1
            return 0
        seat = lowest(deciders(s))
        n = int(legal(s, seat, choices))
        if n != 1 or not through:
            out[0] = seat
            return n
        choice = choices[0]


class Rules:
    """What all positions of a loaded game share. There is one for each set of parameters in a process."""

    def __init__(self, name: str, players: int, outcomes: int) -> None:
        self.made_of = name, players, outcomes
        self.game = registry.find(name)
        self.bindings = self.game.bindings
        self.players = self.game.check_players(players)
        self.advance = instantiate(advance, self.game)
        self.choices = np.zeros(self.game.n_choices, np.int16)
        self.out = np.zeros(2, np.int64)
        self.chances = [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]
        self.random = random.Random()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies, deep ones too, are the same object: OpenSpiel copies and pickles whatever a position holds."""
        return rules, self.made_of

    def key(self) -> tuple[int, int]:
        """A chance key that nobody has seen."""
        return self.random.getrandbits(32), self.random.getrandbits(32)

    def opening(self) -> Batch:
        """A fresh game."""
        options = self.game.option_numbers(self.game.check_options(None))
        return self.bindings.setup(self.players, options, self.key())


@functools.cache
def rules(name: str, players: int, outcomes: int) -> Rules:
    """The rules of a loaded game."""
    return Rules(name, players, outcomes)


class SouqState(pyspiel.State):
    """A position. What OpenSpiel's Python code calls most is overridden as a whole, so that it never leaves Python.

    Like that the C++ part keeps no history of what Python applied; the position is complete without.
    """

    def __init__(self, game: pyspiel.Game, shared: Rules, record: Batch, explicit: bool) -> None:
        super().__init__(game)
        self._rules = shared
        self._record = record
        self._explicit = explicit
        self._pending: tuple[int, int] | None = None
        self._player = TERMINAL
        self._legal: list[int] = []

    @classmethod
    def of(cls, game: SouqGame, record: Batch, *, explicit: bool) -> SouqState:
        """The position of a complete record, which is taken over; ``explicit`` chance gets nodes of its own."""
        made = cls(game, game.shared, record, explicit)
        record["n_events"] = -1
        made._look()
        return made

    def _look(self) -> None:
        """See who decides, and play what is forced."""
        bindings, record = self._rules.bindings, self._record
        if mask := bindings.deciders(record):
            self._player = lowest(mask)
            self._legal = bindings.legal(record, self._player).tolist()
            if len(self._legal) == 1:
                self._apply_action(self._legal[0])

    def _copy(self, record: Batch, explicit: bool) -> SouqState:
        made = SouqState(self.get_game(), self._rules, record, explicit)
        made._pending, made._player, made._legal = self._pending, self._player, self._legal
        return made

    # ---- what every game of OpenSpiel says

    def current_player(self) -> int:
        """The seat that decides, or that it is chance, or the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether a key is to be drawn."""
        return self._pending is not None

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What may be chosen, ascending."""
        if self._pending is not None:
            return [outcome for outcome, _ in self._rules.chances]
        return self._legal if player is None or player == self._player else []

    def _legal_actions(self, player: int) -> list[int]:
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The keys of a chance node, all equally likely."""
        return self._rules.chances

    def apply_action(self, action: int) -> None:
        """Carry out a choice or, at a chance node, an outcome."""
        self._apply_action(action)

    def _apply_action(self, action: int) -> None:
        if self._explicit:
            self._apply_explicitly(action)
            return
        shared = self._rules
        self._seen(shared.advance(self._record, self._player, action, 1, shared.choices, shared.out))

    def _apply_explicitly(self, action: int) -> None:
        """One decision at a time: where one draws, it is taken back until the outcome is known."""
        shared = self._rules
        drawn = self._pending is not None
        if self._pending is not None:
            (self._player, choice), self._pending = self._pending, None
            first, second = (int(word) for word in self._record["key"][0])
            self._rekey(key_of(first, second, int(action)))
        else:
            choice = action
        while True:
            before = clone(self._record)
            self._record["draws"] = 0
            n = shared.advance(self._record, self._player, choice, 0, shared.choices, shared.out)
            if shared.out[1] and not drawn:
                self._record = before
                self._pending = self._player, choice
                self._player = CHANCE
                self._legal = []
                return
            self._seen(n)
            if n != 1:
                return
            drawn, choice = False, self._legal[0]

    def _seen(self, n: int) -> None:
        seat = int(self._rules.out[0])
        self._player = seat if seat >= 0 else TERMINAL
        self._legal = self._rules.choices[:n].tolist()

    def _rekey(self, key: tuple[int, int]) -> None:
        self._record["key"] = key
        self._record["draws"] = 0

    def returns(self) -> list[float]:
        """1 for a win, as much for the others together as makes it zero; a shared first place is shared."""
        players = self._rules.players
        if not self.is_terminal():
            return [0.0] * players
        ranks = self._rules.bindings.ranks(self._record)
        share = players / ranks.count(1)
        return [((share if rank == 1 else 0.0) - 1.0) / (players - 1) for rank in ranks]

    def _action_to_string(self, player: int, action: int) -> str:
        return f"outcome {action}" if player == CHANCE else self._rules.game.choices.name(action)

    def __str__(self) -> str:
        """Who decides, in a position known by its bytes."""
        return f"{self._rules.game.name} {self._player} {hash(self._record.tobytes()) & 0xFFFFFFFF:08x}"

    # ---- copies

    def clone(self) -> SouqState:
        """A copy; where chance is not explicit, with another future."""
        made = self._copy(clone(self._record), self._explicit)
        if not self._explicit:
            made._rekey(self._rules.key())
        return made

    def sampled(self) -> SouqState:
        """A copy for random play, in which chance is drawn while applying."""
        made = self._copy(clone(self._record), False)
        made._rekey(self._rules.key())
        if made._pending is not None:
            (made._player, choice), made._pending = made._pending, None
            made._apply_action(choice)
        return made

    # ---- what a seat may know

    def information_state_string(self, player: int | None = None) -> str:
        """The bytes of what the seat knows, equal for all positions that it cannot tell apart."""
        seat = self._player if player is None else player
        return self._rules.bindings.hidden(self._record, seat).tobytes().decode("latin-1")

    def observation_string(self, player: int | None = None) -> str:
        """The same: what a seat knows is all in the record."""
        return self.information_state_string(player)

    def resample_from_infostate(self, player: int, sampler: Any = None) -> SouqState:
        """A position, chance drawn while applying, that the seat cannot tell from this one."""
        record = self._rules.bindings.determinized(self._record, player, self._rules.key())
        made = self._copy(record, False)
        made._rekey(self._rules.key())
        return made


def key_of(first: int, second: int, outcome: int) -> tuple[int, int]:
    """The key of an outcome at a chance node with this key."""
    made = mixed(mixed(first << 32 | second) + outcome)
    return made >> 32, made & 0xFFFFFFFF


class Observer:
    """What OpenSpiel's C++ asks for strings; there are no tensors."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SouqState, player: int) -> None:
        """There is nothing to set."""

    def string_from(self, state: SouqState, player: int) -> str:
        """What the seat knows."""
        return state.information_state_string(player)


class SouqGame(pyspiel.Game):
    """A game, for a number of players; each of ours has a class of its own."""

    NAME: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.shared = rules(self.NAME, int(given["players"]), int(given["outcomes"]))
        super().__init__(game_type(self.NAME), game_info(self.shared), given)

    def new_initial_state(self) -> SouqState:
        """A fresh game: the setup is chance that has been."""
        return SouqState.of(self, self.shared.opening(), explicit=bool(self.shared.chances))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Who says what a seat knows."""
        return Observer()


@functools.cache
def game_type(name: str) -> pyspiel.GameType:
    """What OpenSpiel is told about a game before it is loaded."""
    game = registry.find(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"{game.title} (souq)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=max(2, game.min_players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": max(2, game.min_players), "outcomes": OUTCOMES},
    )


def game_info(shared: Rules) -> pyspiel.GameInfo:
    """What OpenSpiel is told about a loaded game."""
    return pyspiel.GameInfo(
        num_distinct_actions=shared.game.n_choices,
        max_chance_outcomes=len(shared.chances),
        num_players=shared.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )


def register(name: str) -> str:
    """Make a game known to OpenSpiel; returns the name by which ``pyspiel.load_game`` knows it."""
    kind = game_type(name)
    if kind.short_name not in pyspiel.registered_names():
        # A class, not a partial: the C++ side lets go of it after Python's end, and only a class outlives that.
        pyspiel.register_game(kind, type(SouqGame.__name__, (SouqGame,), {"NAME": name}))
    return str(kind.short_name)


def load(name: str, players: int, outcomes: int = OUTCOMES) -> SouqGame:
    """A game of ours as one of OpenSpiel's."""
    loaded: SouqGame = pyspiel.load_game(register(name), {"players": players, "outcomes": outcomes})
    return loaded
