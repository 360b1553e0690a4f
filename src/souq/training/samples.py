"""Training samples: decisions that the search made in self-play, and files that hold those of some games each."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from souq.arena.playing import lot
from souq.bots.base import mixed
from souq.bots.learned import Learned, basis, layout
from souq.bots.search import Manner, think
from souq.engine.errors import SouqError
from souq.engine.learn.packed import Damaged, packed, unpacked
from souq.engine.learn.playout import next_decider
from souq.engine.rules.record import Batch, clone, quiet

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.training.plan import Plan

LONGEST = 4_000
"""Number of decisions after which a game ends without a winner."""


class OtherRun(SouqError, ValueError):
    """Raised for a file that belongs to another run, or was made with other settings."""


class Samples(NamedTuple):
    """Decisions that the search made in self-play, as columns. Seats and choices are numbered as in the game."""

    records: NDArray[np.int64]
    """(decisions, words): the full positions without events, as 64-bit words."""
    seats: NDArray[np.int8]
    """(decisions): the deciding seats."""
    games: NDArray[np.int32]
    """(decisions): number of the game within the run."""
    ends: NDArray[np.int64]
    """(decisions): where the items of each decision end in ``choices`` and ``visits``."""
    choices: NDArray[np.int16]
    visits: NDArray[np.int32]
    """Number of the search's visits to each item of ``choices``."""
    values: NDArray[np.float32]
    """(decisions, players): the win probabilities that the search found."""
    won: NDArray[np.float32]
    """(decisions, players): each seat's share of the victory, equal for all if nobody won."""

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.seats)


@dataclass(frozen=True)
class Terms:
    """All settings that determine how a game is played: with equal settings, the game of a given number is the same."""

    game: str
    players: int
    options: tuple[tuple[str, Any], ...]
    seed: int
    iterations: int
    curious: float
    rules: str
    layout: str
    basis: str
    """Fingerprint (hash) of the handwritten evaluator, see :func:`souq.bots.learned.basis`."""
    judgement: str
    """Fingerprint (hash) of the net that plays, or "" for the handwritten evaluator."""
    manner: Manner

    @classmethod
    def of(cls, plan: Plan, judgement: Learned | None) -> Terms:
        """Return the settings for games of a plan that the net ``judgement`` plays, or the handwritten evaluator."""
        game = plan.found
        return cls(
            game.name,
            plan.players,
            tuple(sorted(plan.options.items())),
            plan.seed,
            plan.games.iterations,
            plan.games.curious,
            game.rules_version,
            layout(game, plan.players),
            basis(game),
            judgement.fingerprint if judgement else "",
            judgement.manner if judgement else Manner.of(game),
        )


def shard(terms: Terms, package: str, judgement: bytes, numbers: Sequence[int]) -> bytes:
    """Play the games with these numbers and return the content of a file with their samples.

    Args:
        terms: how they are played.
        package: the game's package, which any process can import.
        judgement: the file of the net that plays; empty for the handwritten evaluator.
        numbers: the games' numbers within the run.
    """
    import importlib

    began = time.process_time()
    game: Game = importlib.import_module(package).GAME
    learned = Learned.unpacked(judgement) if judgement else None
    made = joined([play(game, terms, learned, number) for number in numbers])
    spent = round(time.process_time() - began, 1)
    facts = {"souq": "samples", "terms": _plain(terms), "games": list(numbers), "seconds": spent}
    return packed(facts, made._asdict())


def play(game: Game, terms: Terms, learned: Learned | None, number: int) -> Samples:
    """Play one game of the search against itself and return its samples."""
    bindings, seed = game.bindings, mixed(mixed(terms.seed) + number)
    options = game.option_numbers(game.check_options(dict(terms.options), terms.players))
    state = bindings.setup(terms.players, options, (seed >> 32, seed & 0xFFFFFFFF))
    state["n_events"] = -1
    decided: list[tuple[Batch, int]] = []
    thoughts = []
    seat, iterations, manner = terms.players - 1, terms.iterations, terms.manner
    for ply in range(LONGEST):
        mask = bindings.deciders(state)
        if not mask:
            break
        seat = next_decider(mask, seat)
        legal, luck = bindings.legal(state, seat).copy(), lot(seed, ply)
        choice = int(legal[0])
        if len(legal) > 1:
            view = bindings.hidden(state, seat)
            thought = think(game, view, seat, legal, luck, iterations=iterations, adviser=learned, manner=manner)
            decided.append((clone(state), seat))
            thoughts.append(thought)
            choice = thought.choice
            dice = np.random.default_rng(luck)
            if dice.random() < terms.curious:
                choice = int(dice.choice(legal, p=thought.visits / thought.visits.sum()))
        bindings.step(state, seat, choice)
    first = np.array(bindings.standings(state)) == 1 if state["over"][0] else np.zeros(terms.players, bool)
    won = (first if first.any() else np.ones(terms.players)) / max(1, first.sum() or terms.players)
    n = len(decided)
    records = np.zeros(n, quiet(game.State).layout)
    for at, (position, _) in enumerate(decided):
        for name in game.State.fields:
            if name != "event":
                records[name][at] = position[name][0]
    words = records.dtype.itemsize // 8
    return Samples(
        records.view(np.int64).reshape(n, words),
        np.array([seat for _, seat in decided], np.int8),
        np.full(n, number, np.int32),
        np.cumsum([len(thought.legal) for thought in thoughts], dtype=np.int64),
        np.array([choice for thought in thoughts for choice in thought.legal], np.int16),
        np.array([visits for thought in thoughts for visits in thought.visits], np.int32),
        np.array([thought.win_probabilities for thought in thoughts], np.float32).reshape(n, terms.players),
        np.tile(won.astype(np.float32), (n, 1)),
    )


def joined(parts: Sequence[Samples]) -> Samples:
    """Concatenate several samples into one."""
    ends = np.concatenate([part.ends for part in parts])
    before = np.cumsum([0, *(len(part.choices) for part in parts[:-1])])
    ends = ends + np.repeat(before, [len(part) for part in parts])
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in Samples._fields}
    return Samples(**{**columns, "ends": ends})


def opened(path: Path, terms: Terms, numbers: Sequence[int]) -> tuple[Samples, float]:
    """Read a file of samples; return them and the CPU time in seconds that playing took.

    Raises:
        Damaged: the file is incomplete.
        OtherRun: it holds games with other terms or numbers.
        OSError: it cannot be read.
    """
    facts, arrays = unpacked(path.read_bytes(), str(path))
    known, wanted = facts.get("terms"), _plain(terms)
    if facts.get("souq") != "samples" or not isinstance(known, dict):
        raise Damaged(f"{path} isn't a file of samples.")
    known = {"basis": wanted["basis"], "manner": wanted["manner"], **known}  # files of older versions lack these, ...
    known["manner"] = {**Manner()._asdict(), **known["manner"]}  # ... or some of these
    odd = next((name for name in wanted if known.get(name) != wanted[name]), None)
    if odd or facts.get("games") != list(numbers):
        what = f"its {odd}: {known.get(odd)}, not {wanted[odd]}" if odd else "other games of the run"
        raise OtherRun(f"{path} was played otherwise than this run plays ({what}). Train in a new folder.")
    try:
        return Samples(**arrays), float(facts["seconds"])
    except (TypeError, KeyError) as error:
        raise Damaged(f"{path} is damaged: something in it is missing.") from error


def _plain(terms: Terms) -> Mapping[str, Any]:
    """Return the settings in the form that they have after being written and read as JSON."""
    options = [list(option) for option in terms.options]
    return {**vars(terms), "options": options, "manner": terms.manner._asdict()}
