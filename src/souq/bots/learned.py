"""Learned evaluation: a small neural net over a seat's observation, added to the game's hand-written evaluator.

Its inputs are the fields of the record that the seat sees, converted to numbers by their declared meaning and rotated
so
that the seat is the first (:mod:`souq.engine.learn.observations`), and the terms of the hand-written evaluator. Its
outputs are corrections: to the logarithm of each seat's win probability, and to the score of each choice, in units of
the search's temperature. So a net of zeros plays exactly as the hand-written evaluator does, and games need no code for
it.

It is compiled into the search. :mod:`souq.training` trains such nets; playing needs only their file.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from souq.bots import search
from souq.bots.base import Legal
from souq.bots.characters import learned_file
from souq.bots.search import Hooks, Manner, SearchBot
from souq.engine.arrays import NDArray, np
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
"""Smallest win probability that is used; a smaller one is replaced, since the logarithm of 0 is infinite."""

Floats = NDArray[np.float32]


class BadJudgement(SouqError, ValueError):
    """Raised when a learned evaluation was made for another game, version or number of players."""


class Net(NamedTuple):
    """Weights of a net, all float32: two hidden layers with rectified outputs, and two heads."""

    scale: Floats
    """(terms): factor by which each term of the hand-written evaluator is multiplied to become an input."""
    first: Floats
    """(inputs, wide): weights of the first hidden layer; ``wide`` is its size."""
    first_bias: Floats
    second: Floats
    """(wide, deep): weights of the second hidden layer; ``deep`` is its size."""
    second_bias: Floats
    value: Floats
    """(deep, players): weights of the correction to each seat's win probability (its logarithm).

    Seats are numbered as if the observing seat were seat 0.
    """
    value_bias: Floats
    policy: Floats
    """(choices, deep): weights of the correction to each choice's score.

    There is a row for each number of a choice, when seats are counted from the observing seat (see :attr:`Mind.names`).
    """
    policy_bias: Floats


class Mind(NamedTuple):
    """A net with the arrays in which compiled code computes; each thread needs its own."""

    net: Net
    visible: Any  # not "view": Numba reads `x.view` as the method of arrays
    """(1) record: what the observing seat may know."""
    words: NDArray[np.int64]
    """The same memory as ``visible``, as 64-bit integers."""
    program: NDArray[np.int64]
    names: NDArray[np.int16]
    """(players, choices): for each seat, the number of every choice when seats are counted from that seat."""
    inputs: Floats
    """(1, inputs): the net's inputs; of thousands, most are 0."""
    places: NDArray[np.int64]
    """(inputs): indices of the inputs to read; all others are 0, and only the first ``busy`` indices count."""
    busy: NDArray[np.int64]
    """(1): number of indices in ``places``."""
    wide: Floats
    all: NDArray[np.int64]
    """(wide): the numbers 0, 1, 2 … as the ``places`` of the second layer, which reads all its inputs."""
    deep: Floats
    said: NDArray[np.float64]
    """(players): memory for computing the corrected win probabilities."""
    scratch: NDArray[np.float64]


@generic
def encode(s: Any, w: Any, mind: Any, seat: int) -> None:
    """Convert what ``seat`` sees in a position to numbers, and write them into ``mind.inputs``."""
    row = mind.inputs[0]
    for k in range(mind.busy[0]):
        row[mind.places[k]] = 0
    mind.visible[0] = s
    t = mind.visible[0]
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
    """Compute the outputs of a layer, negative ones replaced by 0.

    Only the first ``n`` of ``places`` are read; all other inputs must be 0.
    """
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
def dot(one: Any, other: Any) -> float:
    """Return the dot product of two rows."""
    total = np.float32(0)
    for j in range(len(one)):
        total += one[j] * other[j]
    return float(total)


@generic
def forward(s: Any, w: Any, mind: Any, seat: int) -> None:
    """Compute both hidden layers for a position; afterwards ``mind.deep`` holds the output of the second."""
    encode(s, w, mind, seat)
    layer(mind.inputs[0], mind.places, mind.busy[0], mind.net.first, mind.net.first_bias, mind.wide)
    layer(mind.wide, mind.all, len(mind.wide), mind.net.second, mind.net.second_bias, mind.deep)


@generic
def advise(s: Any, w: Any, mind: Any, seat: int, choices: Any, n: int, scores: Any, temperature: float) -> None:
    """Add the net's corrections to the hand-written scores of a seat's choices."""
    forward(s, w, mind, seat)
    for i in range(n):
        name = mind.names[seat][choices[i]]
        scores[i] += temperature * (dot(mind.net.policy[name], mind.deep) + mind.net.policy_bias[name])


@generic
def correct(s: Any, w: Any, mind: Any, seat: int, found: Any) -> None:
    """Correct the win probabilities in ``found`` by the net's outputs, and scale them to add up to 1."""
    forward(s, w, mind, seat)
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
    """Return a hash of a game's fields, choices, terms and seats; a net fits the game only while it stays the same."""
    fields = [(name, f.number.__name__, f.shape, f.of, f.seats, f.derived) for name, f in game.State.fields.items()]
    named = [game.choices.name(choice) for choice in range(game.n_choices)]
    judged = list(getattr(game.evaluator, "TERMS", ()))
    turned = [game.choices.turned(by, players) for by in range(players)]
    return hashlib.sha256(repr((fields, named, judged, turned, players)).encode()).hexdigest()[:16]


def basis(game: Game) -> str:
    """Return a hash of the hand-written evaluator's weights; after they change, a net's corrections may be wrong."""
    return hashlib.sha256(weights_of(game).tobytes()).hexdigest()[:16]


def shapes(game: Game, players: int, hidden: tuple[int, int]) -> Net:
    """Return a net of the sizes that a game needs, with all weights 0, so that it corrects nothing."""
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
    """A trained net with everything needed to use it: its game, its search settings, and how it was trained."""

    game: str
    players: int
    options: Mapping[str, Any]
    layout: str
    manner: Manner
    net: Net
    about: Mapping[str, Any]
    """How it was trained: the command, the seed, the rounds, the hardware, the hours."""
    basis: str = ""
    """Hash of the hand-written evaluator's weights with which it was trained; "" if unknown."""

    @functools.cached_property
    def hooks(self) -> Hooks:
        """The functions to compile into the search; corrections that are always 0 are left out for speed."""
        of_result = self.net.value.any() or self.net.value_bias.any()
        of_choices = self.net.policy.any() or self.net.policy_bias.any()
        return Hooks(advise if of_choices else search.advise, correct if of_result else search.correct)

    @property
    def fingerprint(self) -> str:
        """Hash of everything that affects the bot's decisions, which distinguishes trained nets."""
        manner = self.manner if self.manner.mix else self.manner[:-1]
        digest = hashlib.sha256(repr((self.game, self.players, self.layout, tuple(manner))).encode())
        for array in self.net:
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:16]

    def mind(self, game: Game, players: int) -> Mind:
        """Return what one thread of a search needs to use the net at a table with this number of players.

        Raises:
            BadJudgement: it was trained for another table.
        """
        self.check(game, players)
        return mind(game, players, self.net, game.State)

    def check(self, game: Game, players: int) -> None:
        """Check that the evaluation can be used for a game with this number of players.

        Raises:
            BadJudgement: it was trained for another game or number of players, or for an older version of the game.
        """
        if (game.name, players) != (self.game, self.players):
            made = f"{self.game} with {self.players} players"
            raise BadJudgement(f"This judgement was learned for {made}; it can't play {game.name} with {players}.")
        if layout(game, players) != self.layout:
            raise BadJudgement(
                f"This judgement was learned for another version of {game.name}: its fields or choices have changed "
                "since. Train it again."
            )
        if self.basis not in ("", basis(game)):
            raise BadJudgement(
                f"This judgement was learned as an addition to {game.name}'s hand-made judgement, and that has "
                "other weights now. Train it again."
            )

    def packed(self) -> bytes:
        """Return the bytes of the file in which the evaluation is stored."""
        facts = {"souq": "judgement", "format": FORMAT, "game": self.game, "players": self.players}
        facts |= {"options": dict(self.options), "layout": self.layout, "search": self.manner._asdict()}
        return packed({**facts, "about": dict(self.about), "basis": self.basis}, self.net._asdict())

    def write(self, path: Path) -> None:
        """Write the evaluation to a file; readers see either the old file or the whole new one."""
        put(path, self.packed())

    @classmethod
    def read(cls, path: Path) -> Learned:
        """Read the evaluation in a file.

        Raises:
            Damaged: the file holds no evaluation, or is incomplete.
            OSError: the file cannot be read.
        """
        return cls.unpacked(path.read_bytes(), str(path))

    @classmethod
    def unpacked(cls, content: bytes, called: str = "The judgement") -> Learned:
        """Return the evaluation stored in the bytes of a file, which error messages call ``called``.

        Raises:
            Damaged: the file holds no evaluation, or is incomplete.
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
    """Return a net with new arrays to compute in, after checking that it has the shapes that the game needs.

    Raises:
        BadJudgement: a shape doesn't match the game.
    """
    wanted = shapes(game, players, (net.first.shape[1], net.second.shape[1]))
    for name, have, want in zip(Net._fields, net, wanted, strict=True):
        if have.shape != want.shape:
            raise BadJudgement(
                f"The judgement's {name} has the shape {have.shape}; {game.name} needs {want.shape}. Train it again."
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
    """Check that a net's arrays fit together, since compiled code doesn't check the bounds of arrays.

    Raises:
        Damaged: they don't match, or a number isn't finite.
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
    """Return (players, choices): for each seat, the number that every choice would have if that seat were seat 0."""
    return np.array([game.choices.turned(by, players) for by in range(players)], np.int16)


def zeros(game: Game, players: int, options: Mapping[str, Any], hidden: tuple[int, int], manner: Manner) -> Learned:
    """Return an evaluation that hasn't been trained: its net is all 0 and corrects nothing."""
    net = shapes(game, players, hidden)
    return Learned(game.name, players, options, layout(game, players), manner, net, {}, basis(game))


@functools.lru_cache(64)
def of(game: Game, players: int) -> Learned:
    """Return a game's learned evaluation for a number of players.

    Raises:
        BadJudgement: there is none, or it was trained for an older version of the game.
        Damaged: its file is incomplete.
    """
    path = learned_file(game, players)
    if not path.is_file():
        raise BadJudgement(f"There is no learned judgement of {game.title} with {players}: {path.name} is missing.")
    found = Learned.read(path)
    found.check(game, players)
    return found


class LearnedBot:
    """Bot that searches with the game's learned evaluation, with a fixed number of iterations before each choice.

    It can choose only where there is such an evaluation (:func:`souq.bots.characters.seated`).
    """

    def __init__(self, name: str, title: str, tagline: str, iterations: int) -> None:
        self.name, self.title, self.tagline, self.iterations = name, title, tagline, iterations
        self._searches: dict[tuple[str, int], SearchBot] = {}

    def plays(self, game: Game, players: int) -> bool:
        """Return whether a net has been trained for this game and number of players, and still fits the game."""
        try:
            of(game, players)
        except (BadJudgement, Damaged, OSError):
            return False
        return True

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Search with the learned evaluation, and return the choice that the search visited most.

        Raises:
            BadJudgement, Damaged: see :func:`of`.
        """
        players = int(view["players"][0])
        if (game.name, players) not in self._searches:
            adviser = of(game, players)
            said = self.name, self.title, self.tagline, self.iterations
            self._searches[game.name, players] = SearchBot(*said, adviser=adviser, manner=adviser.manner)
        return self._searches[game.name, players].choose(game, view, seat, legal, seed)

    def forget(self) -> None:
        """Drop all search trees, so that the next decision is searched from scratch."""
        for bot in self._searches.values():
            bot.forget()
