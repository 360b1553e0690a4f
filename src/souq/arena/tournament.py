"""Tournaments: which bots meet, in which seats, and with which seeds.

Two bots meet at tables of ``players`` seats, in blocks of games. All games of a block have the same seed, and over a
block each of the two bots has every seat as often as the other:

- evenly: two games, the second with all seats swapped. With an odd number of seats one bot has one seat more in the
first game, the other in the second. The next block takes another split, until all splits have been played.
- one against many: as many games as seats, with one of the two bots alone in each seat in turn; in the next block the
other bot is alone.

So two bots that play identically win exactly equally often, however unfair the seats and the deals are.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from souq.arena.entrants import admitted, entrant
from souq.arena.playing import Played, name_of, play_game
from souq.bots.base import Bot, mixed, one_of
from souq.engine.errors import SouqError
from souq.engine.rules import seeds

if TYPE_CHECKING:
    from souq.engine.game import Game, OptionValue

Shape = Literal["round robin", "ladder"]

LIMIT = 20_000
"""Default number of decisions after which a game is stopped; the longest games of random bots take about a tenth."""

Split = tuple[int, ...]
"""Which of two bots plays each seat of a game: 0 for the first bot of the pairing, 1 for the second."""


class BadTournament(SouqError, ValueError):
    """The tournament cannot be played."""


class Place(NamedTuple):
    """The position of a game in the tournament's plan: the pair of bots, the block, and the number in the block."""

    pairing: int
    block: int
    turn: int


class Row(NamedTuple):
    """A game that was played, as the results file holds it.

    ``seats`` are numbers of bots, ``ranks`` is empty if the game was stopped, and ``thought`` holds the thinking times
    of both bots of the pairing: milliseconds in total, then a histogram (see :func:`histogram`).
    """

    pairing: int
    block: int
    turn: int
    seats: list[int]
    ranks: list[int]
    points: list[int]
    length: int
    thought: list[list[float]]

    @property
    def place(self) -> Place:
        """The position of the game in the tournament's plan."""
        return Place(*self[:3])


@dataclass(frozen=True)
class Tournament:
    """The definition of a tournament. Equal tournaments have the same games."""

    package: str
    players: int
    bots: tuple[str, ...]
    options: dict[str, OptionValue] = field(default_factory=dict)
    shape: Shape = "round robin"
    one_against_many: bool = False
    seed: int = 0
    limit: int = LIMIT

    @staticmethod
    def of(
        game: Game,
        bots: Sequence[str],
        players: int | None = None,
        options: dict[str, Any] | None = None,
        shape: Shape = "round robin",
        one_against_many: bool = False,
        seed: int = 0,
        limit: int = LIMIT,
    ) -> Tournament:
        """Check the definition of a tournament, and return it. The caller lists ``bots`` from weakest to strongest.

        Raises:
            BadTournament: fewer than two bots, a bot named twice, or fewer than two seats.
            BadPlayers: the game doesn't support this number of players.
            BadOption: the game has no such option.
            BadSeed: the seed isn't a 64-bit integer.
            UnknownLevel: there is no such bot, or it doesn't support this number of players.
            BadJudgement, Damaged: a bot's network is for another game or number of players, or its file is incomplete.
        """
        seed = seeds.checked(seed)
        seats = game.check_players(game.company if players is None else players)
        if seats < 2:
            raise BadTournament("A tournament needs at least two seats.")
        names = tuple(admitted(bot, game, seats) for bot in bots)
        if len(names) < 2:
            raise BadTournament("A tournament needs at least two bots.")
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise BadTournament(f"The bot {twice!r} is named twice.")
        chosen = game.settled(seats, game.check_options(options, seats))
        return Tournament(game.package, seats, names, chosen, shape, one_against_many and seats > 2, seed, limit)

    @property
    def game(self) -> Game:
        """The game that is played.

        Raises:
            BadTournament: it isn't installed here.
        """
        try:
            made: Game = importlib.import_module(self.package).GAME
        except (ImportError, AttributeError):
            raise BadTournament(f"The game of this tournament, {self.package}, isn't installed here.") from None
        return made

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """The pairs of bots that meet, by number; the one named later, presumably the stronger, comes first."""
        n = range(len(self.bots))
        if self.shape == "ladder":
            return tuple(zip(n[1:], n, strict=False))
        return tuple((b, a) for a, b in itertools.combinations(n, 2))

    @property
    def blocks(self) -> tuple[tuple[Split, ...], ...]:
        """All blocks of a round: for each game of a block, which of the two bots plays each seat.

        >>> Tournament("", 3, ()).blocks[0], len(Tournament("", 3, ()).blocks)
        (((0, 0, 1), (1, 1, 0)), 3)
        >>> Tournament("", 3, (), one_against_many=True).blocks
        (((0, 1, 1), (1, 0, 1), (1, 1, 0)), ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
        """
        n = self.players
        if self.one_against_many:
            first = tuple(tuple(int(seat != alone) for seat in range(n)) for alone in range(n))
            return first, tuple(map(_swapped, first))
        larger = itertools.combinations(range(n), (n + 1) // 2)
        splits = [tuple(int(seat not in mine) for seat in range(n)) for mine in larger if n % 2 or 0 in mine]
        return tuple((split, _swapped(split)) for split in splits)

    def places(self, games: int) -> list[Place]:
        """Return the plan of games: at least ``games`` for each pair of bots, in whole rounds, with pairs in turn."""
        made = []
        for block in range(self.rounds(games) * len(self.blocks)):
            turns = len(self.blocks[block % len(self.blocks)])
            made += [Place(p, block, turn) for p in range(len(self.pairings)) for turn in range(turns)]
        return made

    def rounds(self, games: int) -> int:
        """Return the number of rounds in which each pair of bots plays at least ``games`` games."""
        return math.ceil(games / sum(map(len, self.blocks)))

    def seats(self, place: Place) -> list[int]:
        """Return, for each seat of a game, the number of the bot that plays it."""
        return [self.pairings[place.pairing][side] for side in self._split(place)]

    def luck(self, place: Place) -> int:
        """Return the seed of a game; all games of a block share it."""
        return mixed(mixed(mixed(self.seed) + place.pairing) + place.block)

    def _split(self, place: Place) -> Split:
        return self.blocks[place.block % len(self.blocks)][place.turn]

    def facts(self) -> dict[str, Any]:
        """Return the definition as a dictionary, for the results file and for other processes."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def player(self) -> Callable[[Place], Row]:
        """Return a function that plays any game of the plan; it can be pickled and sent to another process."""
        return functools.partial(_play, tuple((name, _hashable(value)) for name, value in self.facts().items()))


def _swapped(split: Split) -> Split:
    return tuple(1 - side for side in split)


def _hashable(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, dict) else value


def _play(facts: tuple[tuple[str, Any], ...], place: Place) -> Row:
    """Play one game of the tournament whose definition is ``facts``, and return its result."""
    tournament, bots, options = _prepared(facts)
    seats = tournament.seats(place)
    seated = [bots[number] for number in seats]
    played = play_game(tournament.game, seated, options, tournament.luck(place), tournament.limit)
    thought = [_thought(played, seats, number) for number in tournament.pairings[place.pairing]]
    return Row(*place, seats, played.ranks, played.points, played.length, thought)


@functools.cache
def _prepared(facts: tuple[tuple[str, Any], ...]) -> tuple[Tournament, list[Bot], list[int]]:
    """Return the tournament, its bots and option values; compile all code now, so that no thinking time includes it."""
    known = dict(facts)
    tournament = Tournament(**{**known, "options": dict(known["options"])})
    game, bots = tournament.game, [entrant(spec) for spec in tournament.bots]
    options = game.option_numbers(game.check_options(tournament.options))
    for bot in bots:  # compile now, so that no thinking time includes compilation
        play_game(game, [_OnceThenAny(bot) for _ in range(tournament.players)], options, 0, 400)
    return tournament, bots, options


class _OnceThenAny:
    """A bot that asks another bot once, which compiles that bot's code, and chooses at random from then on."""

    title = tagline = ""

    def __init__(self, bot: Bot) -> None:
        self.name, self.bot = name_of(bot), bot
        self.left = 1

    def choose(self, game: Game, view: Any, seat: int, legal: Any, seed: int) -> int:
        if len(legal) > 1 and self.left:
            self.left -= 1
            return self.bot.choose(game, view, seat, legal, seed)
        return one_of(legal, seed)


def _thought(played: Played, seats: list[int], number: int) -> list[float]:
    """Return the thinking time of bot ``number``: milliseconds in total, then the histogram of its decisions."""
    seconds = [each for seat, bot in enumerate(seats) if bot == number for each in played.thought[seat]]
    return [float(f"{1000 * sum(seconds):.4g}"), *histogram(seconds)]


def histogram(seconds: Sequence[float]) -> list[int]:
    """Return how many thinking times are in each class, after the number of the first class that isn't empty.

    Class c ranges from ``2 ** (c / 2)`` to ``2 ** ((c + 1) / 2)`` microseconds; class 0 also holds shorter times.

    >>> histogram([0.000_001, 0.000_004, 0.000_005])
    [0, 1, 0, 0, 0, 2]
    """
    classes = [max(0, math.floor(2 * math.log2(max(each, 1e-9) * 1e6))) for each in seconds]
    if not classes:
        return []
    first = min(classes)
    return [first, *(classes.count(c) for c in range(first, max(classes) + 1))]
