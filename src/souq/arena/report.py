"""Statistics of a tournament: ratings, win shares, seats, lengths, and thinking times."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from souq.arena.entrants import entrant
from souq.arena.rating import Meeting, Strength, Sure, comparisons, first_places, mean_of_blocks, strength
from souq.arena.results import Results
from souq.arena.tournament import Row, Tournament
from souq.bots.levels import UnknownLevel


@dataclass(frozen=True)
class Rung:
    """Comparison of two bots that met: the share of comparisons ``bot`` won, the rating gap, and both mean points."""

    bot: str
    other: str
    games: int
    blocks: int
    share: Sure
    gap: Sure
    points: tuple[float, float]

    @property
    def above(self) -> bool:
        """Whether the bot is stronger than the other at 95 % confidence."""
        return self.share.low > 0.5


@dataclass(frozen=True)
class Alone:
    """The results of a bot in games in which every other seat was played by one other bot.

    ``wins`` is its share of first places: 1/seats if the bots are equally strong.
    """

    bot: str
    among: str
    games: int
    wins: Sure


@dataclass(frozen=True)
class Lengths:
    """The distribution of game lengths, in decisions."""

    of: str
    games: int
    median: float
    low: float
    high: float
    longest: int


@dataclass(frozen=True)
class Pace:
    """How long a bot thinks, in milliseconds per decision; decisions with a single legal choice don't count."""

    bot: str
    decisions: int
    mean: float
    p95: float


@dataclass(frozen=True)
class Table:
    """A table of text for the terminal or a web page; its first ``left`` columns hold text, the others numbers."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1

    @property
    def markdown(self) -> str:
        """The table in Markdown, without its title."""
        marks = ["---" if i < self.left else "---:" for i in range(len(self.headings))]
        return "\n".join(f"| {' | '.join(line)} |" for line in (self.headings, marks, *self.rows))


@dataclass(frozen=True)
class Report:
    """All statistics of a tournament, computed from the games (``played``) of blocks that are complete."""

    tournament: Tournament
    wanted: int
    played: tuple[Row, ...]
    over: int
    """Number of games left out because their blocks are incomplete."""
    sources: int
    """Number of versions of the rules and bots that played."""
    ratings: tuple[Sure, ...]
    rungs: tuple[Rung, ...]
    alone: tuple[Alone, ...]
    """Results of every bot that played alone against several of another; empty in other kinds of tournament."""
    seats: tuple[Sure, ...]
    lengths: tuple[Lengths, ...]
    paces: tuple[Pace, ...]

    @property
    def stopped(self) -> int:
        """Number of games that were stopped because they reached the maximum number of decisions."""
        return sum(not row.ranks for row in self.played)

    @property
    def title(self) -> str:
        """The game, the number of players and the options that differ from the defaults, in one line."""
        t = self.tournament
        changed = {o.name: o.default for o in t.game.options}
        options = ", ".join(f"{name}={value}" for name, value in t.options.items() if changed.get(name) != value)
        how = [f"{t.players} players"] + [options] * bool(options) + ["one against many"] * t.one_against_many
        return f"{t.game.title}, {', '.join(how)}"

    @property
    def sentences(self) -> tuple[str, ...]:
        """Sentences printed above the tables: how many games count, and which differences aren't significant."""
        t = self.tournament
        said = [f"{len(self.played):,} of {self.wanted:,} games, {t.shape}, seed {t.seed}."]
        if self.over:
            said.append(f"Excluded from unfinished blocks: {self.over}.")
        if t.shape == "ladder" and all(rung.blocks for rung in self.rungs):
            weak = [f"{title(rung.bot)} above {title(rung.other)}" for rung in self.rungs if not rung.above]
            said.append(
                f"Not significant at 95 %: {', '.join(weak)}."
                if weak
                else "Every bot is stronger than the one below it, at 95 %."
            )
        if self.stopped:
            said.append(f"Stopped after {t.limit:,} decisions and counted as draws: {self.stopped}.")
        if self.sources > 1:
            said.append(f"The games are from {self.sources} different versions of the rules and bots.")
        return tuple(said)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All statistics as tables of text."""
        tables = [self._ratings(), self._rungs(), self._gaps()]
        if self.tournament.shape != "ladder" and len(self.tournament.bots) > 2:
            tables.append(self._matrix())
        if self.alone:
            tables.append(self._alone())
        return (*tables, self._seats(), self._lengths(), self._paces())

    def to_json(self) -> dict[str, Any]:
        """Return all statistics as JSON values."""
        bots = self.tournament.bots
        return {
            "tournament": self.tournament.facts(),
            "wanted": self.wanted,
            "games": len(self.played),
            "over": self.over,
            "stopped": self.stopped,
            "sources": self.sources,
            "ratings": [{"bot": bot, **asdict(sure)} for bot, sure in zip(bots, self.ratings, strict=True)],
            "rungs": [{**asdict(rung), "above": rung.above} for rung in self.rungs],
            "alone": [asdict(each) for each in self.alone],
            "seats": [asdict(seat) for seat in self.seats],
            "lengths": [asdict(each) for each in self.lengths],
            "paces": [asdict(pace) for pace in self.paces],
        }

    def _ratings(self) -> Table:
        games = [
            sum(rung.games for rung in self.rungs if bot in (rung.bot, rung.other)) for bot in self.tournament.bots
        ]
        order = sorted(range(len(games)), key=lambda bot: -self.ratings[bot].value)
        rows = (
            (str(place), title(self.tournament.bots[bot]), *_points(self.ratings[bot]), f"{games[bot]:,}")
            for place, bot in enumerate(order, 1)
        )
        return Table("Ratings", ("", "bot", "rating", "95 % interval", "games"), tuple(rows), 2)

    def _rungs(self) -> Table:
        rows = (
            (_over(rung), f"{rung.games:,}", *_percent(rung.share), "yes" if rung.above else "no")
            for rung in reversed(self.rungs)
        )
        return Table("Wins by pair", ("", "games", "wins", "95 % interval", "significant"), tuple(rows))

    def _gaps(self) -> Table:
        rows = (
            (_over(rung), *_points(rung.gap, "+"), f"{rung.points[0]:,.1f} : {rung.points[1]:,.1f}")
            for rung in reversed(self.rungs)
        )
        return Table("Differences by pair", ("", "rating", "95 % interval", "mean points"), tuple(rows))

    def _matrix(self) -> Table:
        bots = self.tournament.bots[::-1]
        share = {(rung.bot, rung.other): rung.share.value for rung in self.rungs}
        share |= {(other, bot): 1 - value for (bot, other), value in share.items()}
        rows = ((title(a), *(f"{share[a, b]:.1%}" if a != b else "–" for b in bots)) for a in bots)
        return Table("Wins of the bot in the row", ("against", *map(title, bots)), tuple(rows))

    def _alone(self) -> Table:
        rows = (
            (f"{title(each.bot)} against several {title(each.among)}", f"{each.games:,}", *_percent(each.wins))
            for each in self.alone
        )
        heading = f"First places of one against many ({1 / self.tournament.players:.1%} among equals)"
        return Table(heading, ("", "games", "share", "95 % interval"), tuple(rows))

    def _seats(self) -> Table:
        rows = ((f"seat {i}", *_percent(seat)) for i, seat in enumerate(self.seats, 1))
        return Table("First places by seat", ("", "share", "95 % interval"), tuple(rows))

    def _lengths(self) -> Table:
        rows = (
            (
                each.of,
                f"{each.games:,}",
                f"{each.median:,.0f}",
                f"{each.low:,.0f} – {each.high:,.0f}",
                f"{each.longest:,}",
            )
            for each in self.lengths
        )
        return Table("Decisions per game", ("", "games", "median", "5 – 95 %", "longest"), tuple(rows))

    def _paces(self) -> Table:
        rows = ((title(p.bot), f"{p.decisions:,}", _few(p.mean), _few(p.p95)) for p in self.paces)
        return Table("Milliseconds per decision", ("", "decisions", "mean", "95th percentile"), tuple(rows))


def title(bot: str) -> str:
    """Return the title of a bot; ``bot`` itself for custom and learned bots, and for bots that don't exist here.

    >>> title("random"), title("no.such.module:Bot")
    ('Wanderer', 'no.such.module:Bot')
    """
    try:
        return bot if ":" in bot and not bot.startswith("search:") else entrant(bot).title
    except UnknownLevel:
        return bot


def _over(rung: Rung) -> str:
    return f"{title(rung.bot)} over {title(rung.other)}"


def report(results: Results) -> Report:
    """Compute the statistics of the results so far; incomplete blocks are left out."""
    tournament = results.tournament
    blocks: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in results.rows.values():
        blocks[row.pairing, row.block].append(row)
    size = [len(block) for block in tournament.blocks]
    whole = {at: rows for at, rows in sorted(blocks.items()) if len(rows) == size[at[1] % len(size)]}
    played = tuple(row for at in whole for row in sorted(whole[at], key=lambda row: row.turn))
    by_pairing = [
        [rows for (pairing, _), rows in whole.items() if pairing == p] for p in range(len(tournament.pairings))
    ]
    meetings = [
        Meeting(bot, other, np.array([_compared(rows, bot) for rows in by_pairing[p]]).reshape(-1, 2))
        for p, (bot, other) in enumerate(tournament.pairings)
    ]
    found = strength(len(tournament.bots), meetings)
    return Report(
        tournament,
        len(tournament.places(results.games)),
        played,
        len(results.rows) - len(played),
        len(set(results.sources)),
        found.ratings,
        _rungs(tournament, by_pairing, found),
        _alone(tournament, by_pairing),
        _seats(tournament, list(whole.values())),
        _lengths(tournament, played),
        _paces(tournament, played),
    )


def _compared(rows: Sequence[Row], bot: int) -> tuple[float, float]:
    won, lost = zip(*(comparisons(row.seats, row.ranks, bot) for row in rows), strict=True)
    return sum(won), sum(lost)


def _rungs(tournament: Tournament, by_pairing: list[list[list[Row]]], found: Strength) -> tuple[Rung, ...]:
    rungs = []
    for p, (bot, other) in enumerate(tournament.pairings):
        rows = [row for block in by_pairing[p] for row in block]
        points = [
            [each for row in rows for s, each in zip(row.seats, row.points, strict=True) if s == who]
            for who in (bot, other)
        ]
        means = tuple(float(np.mean(each)) if each else 0.0 for each in points)
        names = tournament.bots[bot], tournament.bots[other]
        rungs.append(Rung(*names, len(rows), len(by_pairing[p]), found.shares[p], found.gaps[p], (means[0], means[1])))
    return tuple(rungs)


def _alone(tournament: Tournament, by_pairing: list[list[list[Row]]]) -> tuple[Alone, ...]:
    if not tournament.one_against_many:
        return ()

    def wins(block: list[Row], bot: int) -> float:
        return sum(first_places(row.ranks, tournament.players)[row.seats.index(bot)] for row in block)

    made = []
    for pairing, blocks in zip(tournament.pairings, by_pairing, strict=True):
        for bot, among in (pairing, pairing[::-1]):
            its = [block for block in blocks if block[0].seats.count(bot) == 1]
            share = mean_of_blocks([(wins(block, bot), len(block)) for block in its])
            made.append(Alone(tournament.bots[bot], tournament.bots[among], sum(map(len, its)), share))
    return tuple(made)


def _seats(tournament: Tournament, blocks: list[list[Row]]) -> tuple[Sure, ...]:
    n = tournament.players
    won = [[first_places(row.ranks, n) for row in rows] for rows in blocks]
    return tuple(mean_of_blocks([(sum(w[seat] for w in block), len(block)) for block in won]) for seat in range(n))


def _lengths(tournament: Tournament, played: tuple[Row, ...]) -> tuple[Lengths, ...]:
    kinds = {
        f"{title(tournament.bots[a])}, {title(tournament.bots[b])}": [row.length for row in played if row.pairing == p]
        for p, (a, b) in enumerate(tournament.pairings)
    }
    if len(kinds) > 1:
        kinds["all"] = [row.length for row in played]
    made = []
    for of, each in reversed(kinds.items()):
        if each:
            median, low, high = map(float, np.quantile(each, [0.5, 0.05, 0.95]))
            made.append(Lengths(of, len(each), median, low, high, max(each)))
    return tuple(made)


def _paces(tournament: Tournament, played: tuple[Row, ...]) -> tuple[Pace, ...]:
    paces = []
    for number, bot in reversed(list(enumerate(tournament.bots))):
        total, counts = 0.0, np.zeros(100, np.int64)
        for row in played:
            pairing = tournament.pairings[row.pairing]
            if number in pairing:
                milliseconds, *classes = row.thought[pairing.index(number)]
                total += milliseconds
                for c, n in enumerate(classes[1:], int(classes[0]) if classes else 0):
                    counts[c] += n
        if counts.sum():
            paces.append(Pace(bot, int(counts.sum()), total / float(counts.sum()), _quantile(counts, 0.95)))
    return tuple(paces)


def _quantile(counts: Any, q: float) -> float:
    """Estimate a quantile of thinking times, in milliseconds, from the numbers of decisions in each class of times."""
    reached = np.cumsum(counts)
    c = int(np.searchsorted(reached, q * reached[-1]))
    within = (q * reached[-1] - (reached[c] - counts[c])) / counts[c]
    return float(2 ** ((c + within) / 2) / 1000)


def _points(sure: Sure, sign: str = "") -> tuple[str, str]:
    """Format a rating and its interval; without an interval, as for the weakest bot (always rated 0), write "set"."""
    value, low, high = (format(round(each), f"{sign},").replace("-", "−") for each in (sure.value, sure.low, sure.high))
    return value, f"{low} – {high}" if sure.low != sure.high else "set"


def _percent(sure: Sure) -> tuple[str, str]:
    return f"{sure.value:.1%}", f"{sure.low:.1%} – {sure.high:.1%}"


def _few(milliseconds: float) -> str:
    """Format milliseconds with three significant figures.

    >>> _few(0.01234), _few(1.5), _few(1234.5)
    ('0.0123', '1.50', '1,234')
    """
    if milliseconds >= 100:
        return f"{milliseconds:,.0f}"
    return f"{milliseconds:.{max(0, 2 - int(np.floor(np.log10(max(milliseconds, 1e-6)))))}f}"


_RESULTS = 6
"""Number of parts of a section (headings and tables) that come before its charts."""

_METHOD = (
    "Games are played in blocks. All games of a block use the same random numbers, and each of the two bots takes each "
    "seat equally often, so differences come from the bots. Intervals are from resampling whole blocks.",
    "*Wins* are comparisons: the winner of a game beats each seat of the other bot. With two players, that is the "
    "share of games won. A row is *significant* if its interval is above one half. A bot that is 400 rating points "
    "ahead wins ten times as often as it loses; the rating of the bot marked *set* is 0. *Milliseconds* count only "
    "decisions with several legal choices.",
)


def markdown(sections: Sequence[tuple[Report, dict[str, str]]], command: str) -> str:
    """Return a Markdown page with one section per report, given the address and caption of each chart.

    ``command`` is the command with which the page says it was made.
    """
    ladders = all(report.tournament.shape == "ladder" for report, _ in sections)
    parts = [f"# {'Ladders' if ladders else 'Tournaments'}", f"Generated from the recorded games by `{command}`."]
    if not sections:
        parts.append("No games are published yet.")
    for report, pictures in sections:
        parts += [f"## {report.title}", " ".join(report.sentences)]
        tables = [part for table in report.tables for part in (f"**{table.title}**", table.markdown)]
        plots = [f"![{said}]({address})" for address, said in pictures.items()]
        parts += [*tables[:_RESULTS], *plots, *tables[_RESULTS:]]
    if sections:
        parts += ["## How to read these tables", *_METHOD]
    return "\n\n".join(parts) + "\n"
