"""A judgement that was learned: a small net over what a seat sees, which stands on the judgement a game has by hand.

It sees the fields of the record as their declared meaning makes numbers of them, hidden from the seat and turned so
that the seat is the first (:mod:`souq.engine.learn.observations`), and the terms of the judgement by hand. What it says
is what should be added: to the logarithms of everybody's chances, and to how promising each choice looks, in units of
the search's temperature. So a net of zeros plays as the judgement by hand does, and no game needs one line for it.

All of it is compiled into the search. :mod:`souq.training` makes such nets; play needs nothing but their file.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from souq.bots import search
from souq.bots.base import Legal
from souq.bots.characters import learned_file
from souq.bots.search import Hooks, Manner, SearchBot
from souq.engine.compiler.compiled import arithmetic
from souq.engine.errors import SouqError
from souq.engine.learn.evaluation import weights_of
from souq.engine.learn.observations import Observing, observe_record
from souq.engine.learn.packed import Damaged, packed, put, unpacked
from souq.engine.rules.generic import generic
from souq.engine.rules.lanes import LANES, add_rows

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch, GameRecord

    hide: Any
    terms: Any
    N_TERMS: int

FORMAT = 1
LEAST = 1e-6
"""No chance is thought to be smaller than that before a net has its say."""

Floats = NDArray[np.float32]


class BadJudgement(SouqError, ValueError):
    """A learned judgement that does not fit where it is to be used."""


class Net(NamedTuple):
    """The numbers of a net, all float32. Two hidden layers, each cut off below zero, and two heads."""

    scale: Floats
    """What a term is multiplied by before it goes in, (terms)."""
    first: Floats
    """(inputs, wide)."""
    first_bias: Floats
    second: Floats
    """(wide, deep)."""
    second_bias: Floats
    value: Floats
    """(deep, players): what is added to the logarithm of each seat's chance, the seat that looks first."""
    value_bias: Floats
    policy: Floats
    """(choices, deep): what is added to how promising a choice looks, in the words of the seat that looks."""
    policy_bias: Floats


class Mind(NamedTuple):
    """A net with all that compiled code needs to look at a position with it; each thread has its own."""

    net: Net
    shown: Any
    """(1) record: what the seat that looks may know."""
    words: NDArray[np.int64]
    """The same, as words."""
    program: NDArray[np.int64]
    names: NDArray[np.int16]
    """(players, choices): what each seat calls every choice."""
    inputs: Floats
    """(1, inputs). Of thousands most are 0."""
    places: NDArray[np.int64]
    """(inputs): room for where the others are, and ..."""
    busy: NDArray[np.int64]
    """... (1) how many they are."""
    wide: Floats
    all: NDArray[np.int64]
    """(wide): 0, 1, 2 and so on."""
    deep: Floats
    said: NDArray[np.float64]
    """(players)."""
    scratch: NDArray[np.float64]


@generic
def look(s: Any, w: Any, mind: Any, seat: int) -> None:
    """Into ``mind.inputs`` what a net is shown of a position, as ``seat`` sees it."""
    row = mind.inputs[0]
    for k in range(mind.busy[0]):
        row[mind.places[k]] = 0
    mind.shown[0] = s
    t = mind.shown[0]
    hide(t, seat)
    players = t.players
    n = observe_record(mind.words[0], seat, players, mind.program, row, mind.places)
    at = len(row) - players * N_TERMS
    for p in range(players):
        terms(t, w, (seat + p) % players, mind.scratch)
        for i in range(N_TERMS):
            row[at] = mind.scratch[i] * mind.net.scale[i]
            mind.places[n] = at
            n += 1
            at += 1
    mind.busy[0] = n


@arithmetic
def layer(inputs: Any, places: Any, n: int, matrix: Any, bias: Any, out: Any) -> None:
    """A layer over the inputs, of which ``n`` are not 0, in these places; it cuts off what is below zero."""
    size = len(out)
    even = size - size % LANES
    for j in range(size):
        out[j] = bias[j]
    for j in range(0, even, LANES):
        add_rows(inputs, places, n, matrix, j, out)
    if even < size:
        for k in range(n):
            for j in range(even, size):
                out[j] += inputs[places[k]] * matrix[places[k], j]
    for j in range(size):
        out[j] = max(out[j], np.float32(0))


@arithmetic
def agreeing(one: Any, other: Any) -> float:
    """The sum of products of two rows."""
    total = np.float32(0)
    for j in range(len(one)):
        total += one[j] * other[j]
    return float(total)


@generic
def ponder(s: Any, w: Any, mind: Any, seat: int) -> None:
    """Into ``mind.deep`` what both heads read."""
    look(s, w, mind, seat)
    layer(mind.inputs[0], mind.places, mind.busy[0], mind.net.first, mind.net.first_bias, mind.wide)
    layer(mind.wide, mind.all, len(mind.wide), mind.net.second, mind.net.second_bias, mind.deep)


@generic
def advise(s: Any, w: Any, mind: Any, seat: int, choices: Any, n: int, scores: Any, temperature: float) -> None:
    """Add to the scores of choices what the net says of them."""
    ponder(s, w, mind, seat)
    for i in range(n):
        name = mind.names[seat][choices[i]]
        scores[i] += temperature * (agreeing(mind.net.policy[name], mind.deep) + mind.net.policy_bias[name])


@generic
def correct(s: Any, w: Any, mind: Any, seat: int, found: Any) -> None:
    """Win probabilities with what the net says of them."""
    ponder(s, w, mind, seat)
    players = s.players
    best = -1e30
    for p in range(players):
        said = mind.net.value_bias[p]
        for j in range(len(mind.deep)):
            said += mind.deep[j] * mind.net.value[j][p]
        mind.said[p] = math.log(max(found[(seat + p) % players], LEAST)) + said
        best = max(best, mind.said[p])
    total = 0.0
    for p in range(players):
        mind.said[p] = math.exp(mind.said[p] - best)
        total += mind.said[p]
    for p in range(players):
        found[(seat + p) % players] = mind.said[p] / total


@functools.lru_cache(64)
def layout(game: Game, players: int) -> str:
    """A hash of everything that numbers of a net are about: fields and what they mean, choices, terms, seats."""
    told = [(name, f.number.__name__, f.shape, f.of, f.seats, f.derived) for name, f in game.State.fields.items()]
    named = [game.choices.name(choice) for choice in range(game.n_choices)]
    judged = [term.name for term in getattr(game.evaluator, "TERMS", ())]
    turned = [game.choices.turned(by, players) for by in range(players)]
    return hashlib.sha256(repr((told, named, judged, turned, players)).encode()).hexdigest()[:16]


def basis(game: Game) -> str:
    """A hash of the judgement by hand that a net adds to: its weights."""
    return hashlib.sha256(weights_of(game).tobytes()).hexdigest()[:16]


def shapes(game: Game, players: int, hidden: tuple[int, int]) -> Net:
    """A net of zeros: of the right shapes, and without anything to say."""
    n = len(getattr(game.evaluator, "TERMS", ()))
    wide, deep = hidden
    sizes = [
        (n,),
        (_observing(game, players).size + players * n, wide),
        (wide,),
        (wide, deep),
        (deep,),
        (deep, players),
        (players,),
        (game.n_choices, deep),
        (game.n_choices,),
    ]
    return Net(*(np.zeros(size, np.float32) for size in sizes))


@dataclass(frozen=True, eq=False)
class Learned:
    """A learned judgement, with where it comes from. The search listens to it as to any adviser."""

    game: str
    players: int
    options: Mapping[str, Any]
    layout: str
    manner: Manner
    net: Net
    about: Mapping[str, Any]
    """How it was made: the command, the seed, the rounds, the hardware, the hours."""
    basis: str = ""
    """Of the judgement by hand that it was learned with; "" where nobody knows."""

    @functools.cached_property
    def hooks(self) -> Hooks:
        """What it has to say; a head that says nothing isn't asked."""
        of_result = self.net.value.any() or self.net.value_bias.any()
        of_choices = self.net.policy.any() or self.net.policy_bias.any()
        return Hooks(advise if of_choices else search.advise, correct if of_result else search.correct)

    @property
    def fingerprint(self) -> str:
        """A hash of all that it does."""
        manner = self.manner if self.manner.mix else self.manner[:-1]  # as it was before there was a mix
        digest = hashlib.sha256(repr((self.game, self.players, self.layout, tuple(manner))).encode())
        for array in self.net:
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:16]

    def mind(self, game: Game, players: int) -> Mind:
        """What it thinks with at a table of so many.

        Raises:
            BadJudgement: it was made for another table.
        """
        self.check(game, players)
        return mind(game, players, self.net, game.State)

    def check(self, game: Game, players: int) -> None:
        """Whether it can be used at such a table.

        Raises:
            BadJudgement: it was made for another game, for more or fewer players, or before the game was changed.
        """
        if (game.name, players) != (self.game, self.players):
            made = f"{self.game} with {self.players} players"
            raise BadJudgement(f"This judgement was learned for {made}; it can't play {game.name} with {players}.")
        if layout(game, players) != self.layout:
            raise BadJudgement(
                f"This judgement was learned for another version of {game.name}: its fields or choices have changed "
                "since. Train it anew."
            )
        if self.basis not in ("", basis(game)):
            raise BadJudgement(
                f"This judgement was learned as what is to be added to {game.name}'s judgement by hand, and that has "
                "other weights now. Train it anew."
            )

    def packed(self) -> bytes:
        """The file that holds it."""
        facts = {"souq": "judgement", "format": FORMAT, "game": self.game, "players": self.players}
        facts |= {"options": dict(self.options), "layout": self.layout, "search": self.manner._asdict()}
        return packed({**facts, "about": dict(self.about), "basis": self.basis}, self.net._asdict())

    def write(self, path: Path) -> None:
        """Write its file, all of it or nothing."""
        put(path, self.packed())

    @classmethod
    def read(cls, path: Path) -> Learned:
        """The judgement of a file.

        Raises:
            Damaged: it holds none, or is not whole.
            OSError: it cannot be read.
        """
        return cls.unpacked(path.read_bytes(), str(path))

    @classmethod
    def unpacked(cls, content: bytes, called: str = "The judgement") -> Learned:
        """The judgement that a file holds, which is ``called`` so where something is wrong.

        Raises:
            Damaged: it holds none, or is not whole.
        """
        facts, arrays = unpacked(content, called)
        if facts.get("souq") != "judgement" or facts.get("format") != FORMAT:
            raise Damaged(f"{called} isn't a learned judgement that this version of souq can read.")
        try:
            made = cls(
                facts["game"],
                facts["players"],
                facts["options"],
                facts["layout"],
                Manner().changed(facts["search"]),
                Net(**arrays),
                facts["about"],
                facts.get("basis", ""),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise Damaged(f"{called} is damaged: something in it is missing.") from error
        _check_shapes(made.net, made.players, called)
        return made


def mind(game: Game, players: int, net: Net, kind: type[GameRecord]) -> Mind:
    """A net with all that it needs to look at records of a kind.

    Raises:
        BadJudgement: its numbers are not as many as the game has.
    """
    wanted = shapes(game, players, (net.first.shape[1], net.second.shape[1]))
    for name, have, want in zip(Net._fields, net, wanted, strict=True):
        if have.shape != want.shape:
            raise BadJudgement(
                f"The judgement's {name} has the shape {have.shape}; {game.name} needs {want.shape}. Train it anew."
            )
    view, seen, n = kind.new(), _observing(game, players), len(net.first)
    return Mind(
        net,
        view,
        view.view(np.int64).reshape(1, -1),
        seen.program(view),
        _names(game, players),
        np.zeros((1, n), np.float32),
        np.zeros(n, np.int64),
        np.zeros(1, np.int64),
        np.zeros(len(net.second), np.float32),
        np.arange(len(net.second)),
        np.zeros(len(net.second_bias), np.float32),
        np.zeros(players),
        np.zeros(max(len(net.scale), game.max_players)),
    )


def _check_shapes(net: Net, players: int, called: str) -> None:
    """What must agree inside a net: compiled sums do not look again.

    Raises:
        Damaged: it does not.
    """
    inputs, wide = net.first.shape if net.first.ndim == 2 else (0, 0)
    deep = net.second.shape[-1] if net.second.ndim else 0
    choices = len(net.policy_bias) if net.policy_bias.ndim == 1 else 0
    sizes = [net.scale.shape, (inputs, wide), (wide,), (wide, deep), (deep,), (deep, players), (players,)]
    sizes += [(choices, deep), (choices,)]
    fits = all(array.shape == size and array.dtype == np.float32 for array, size in zip(net, sizes, strict=True))
    if not fits or not all(np.isfinite(array).all() and array.flags.c_contiguous for array in net):
        raise Damaged(f"{called} is damaged: its numbers don't fit each other.")


@functools.lru_cache(64)
def _observing(game: Game, players: int) -> Observing:
    return Observing(game, players)


@functools.lru_cache(64)
def _names(game: Game, players: int) -> NDArray[np.int16]:
    """(players, choices): what each seat calls every choice."""
    return np.array([game.choices.turned(by, players) for by in range(players)], np.int16)


def zeros(game: Game, players: int, options: Mapping[str, Any], hidden: tuple[int, int], manner: Manner) -> Learned:
    """A judgement that has learned nothing yet."""
    net = shapes(game, players, hidden)
    return Learned(game.name, players, options, layout(game, players), manner, net, {}, basis(game))


@functools.lru_cache(64)
def of(game: Game, players: int) -> Learned:
    """What a game has learned for tables of so many.

    Raises:
        BadJudgement: it has learned nothing for them, or before it was changed.
        Damaged: its file is not whole.
    """
    path = learned_file(game, players)
    if not path.is_file():
        raise BadJudgement(f"Nothing has been learned of {game.title} with {players}: there is no {path.name}.")
    found = Learned.read(path)
    found.check(game, players)
    return found


class LearnedBot:
    """Searches with what its game has learned for that table, so many times before each choice.

    It chooses only where there is such a judgement (:func:`souq.bots.characters.seated`).
    """

    def __init__(self, name: str, title: str, tagline: str, iterations: int) -> None:
        self.name, self.title, self.tagline, self.iterations = name, title, tagline, iterations
        self._searches: dict[tuple[str, int], SearchBot] = {}

    def plays(self, game: Game, players: int) -> bool:
        """Whether it can, at a table of so many."""
        try:
            of(game, players)
        except (BadJudgement, Damaged, OSError):
            return False
        return True

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """The choice looked into most.

        Raises:
            BadJudgement, Damaged: as :func:`of`.
        """
        players = int(view["players"][0])
        if (game.name, players) not in self._searches:
            adviser = of(game, players)
            said = self.name, self.title, self.tagline, self.iterations
            self._searches[game.name, players] = SearchBot(*said, adviser=adviser, manner=adviser.manner)
        return self._searches[game.name, players].choose(game, view, seat, legal, seed)

    def forget(self) -> None:
        """Think anew at the next decision, as if nothing had been asked before."""
        for bot in self._searches.values():
            bot.forget()
