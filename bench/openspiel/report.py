"""Results against OpenSpiel's bots, as tables for the terminal and for a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.openspiel.results import OURS, Line, Terms, share, stored, terms_in
from souq.arena.entrants import entrant
from souq.arena.report import Table
from souq.arena.wilson import interval
from souq.engine import registry

BARS = {"kairo": 0.9, "desert_bazaar": 0.7}
"""The goals: shares of games that souq's bot should win."""
TITLES = {"mcts": "OpenSpiel's MCTS", "ismcts": "OpenSpiel's ISMCTS"}


@dataclass(frozen=True)
class Report:
    """The games that were played on the same terms, and the last measurement of random games."""

    terms: Terms
    lines: Sequence[Line]

    @property
    def games(self) -> list[Line]:
        """The games, sorted by number."""
        return sorted((line for line in self.lines if "number" in line), key=lambda line: int(line["number"]))

    @property
    def title(self) -> str:
        """The game, the number of players, and souq's bot."""
        seats = f" with {len(self.games[0]['seats'])} players" if self.games else ""
        return f"{registry.find(self.terms.game).title}{seats}: {_called(OURS, self.terms)}"

    @property
    def sentences(self) -> list[str]:
        """Notes on the tables: games, time, goal, and versions."""
        said = [f"{len(self.games)} games; {_called(OURS, self.terms)} against OpenSpiel's bots,"]
        seconds = f"{self.terms.seconds:g} CPU-second{'' if self.terms.seconds == 1 else 's'}"
        said.append(f"which have {seconds} per decision.")
        if self.games:
            won, bar = _won(self.games), BARS[self.terms.game]
            said.append(f"The goal is to win {bar:.0%}; ours won {won / len(self.games):.1%}.")
        return said + self._versions()

    def _versions(self) -> list[str]:
        """Say whether different or unknown versions of souq's bot played."""
        sources = [line["sources"] for line in self.games if "sources" in line]
        said, unknown = [], len(self.games) - len(sources)
        if len(set(sources)) > 1:
            said.append(f"{len(set(sources))} different versions of our rules and bots played them.")
        if unknown:
            those = f"{unknown} of them" if sources else "them"
            said.append(f"Which version of our rules and bots played {those} was not recorded.")
        return said

    @property
    def tables(self) -> list[Table]:
        """All tables that there are results for."""
        made = [self._won(), self._sides()] if self.games else []
        return made + [self._rollouts(line["rollouts"]) for line in [x for x in self.lines if "rollouts" in x][-1:]]

    def _won(self) -> Table:
        casts = sorted({tuple(sorted(set(line["seats"]) - {OURS})) for line in self.games})
        split = [(f"against {TITLES[cast[0]]}", [g for g in self.games if cast[0] in g["seats"]]) for cast in casts]
        seats = range(len(self.games[0]["seats"]))
        sat = [(f"in seat {seat + 1}", [g for g in self.games if g["seats"][seat] == OURS]) for seat in seats]
        rows = [("all", self.games), *(split if len(casts) > 1 else []), *sat]
        headings = ("", "games", "won by ours", "share", "95 % interval")
        return Table("Won", headings, tuple(_row(*row) for row in rows if row[1]))

    def _sides(self) -> Table:
        names = sorted({name for game in self.games for name in game["seats"]}, key=lambda name: (name != OURS, name))
        headings = (
            "",
            "mean points",
            "decisions per game",
            "seconds per decision",
            "slowest",
            "too long",
            "simulations behind a decision",
        )
        return Table("Sides", headings, tuple(_side(name, self.terms, self.games) for name in names))

    def _rollouts(self, rates: dict[str, float]) -> Table:
        rows = [(name, f"{rate:,.0f}") for name, rate in rates.items()]
        rows.append(("ours over theirs in MCTS", f"{rates['ours'] / rates['theirs, in MCTS']:.1f}"))
        return Table("Whole random games per CPU-second, on one thread", ("", "games"), tuple(rows))


def reports(path: Path) -> list[Report]:
    """Return a report for each set of terms in a file."""
    return [Report(terms, list(stored(path, terms))) for terms in terms_in(path)]


def page(paths: Iterable[Path]) -> str:
    """Return a Markdown page of reports."""
    parts = ["# Against OpenSpiel", "Made by `python -m bench.openspiel --page` from the games played."]
    parts.append(
        "[Compare with OpenSpiel](../how-to/tune.md#compare-with-openspiel) says what each side gets and how to repeat "
        "the games."
    )
    parts.append(
        "Our bots reuse the tree of the previous decision where it is still valid, and those simulations count too."
    )
    found = [each for path in paths for each in reports(path) if each.games]
    if not found:
        parts.append("Nothing is published yet.")
    for each in found:
        parts += [f"## {each.title}", " ".join(each.sentences)]
        parts += [part for table in each.tables for part in (f"**{table.title}**", table.markdown)]
    return "\n\n".join(parts) + "\n"


def _called(name: str, terms: Terms) -> str:
    if name != OURS:
        return TITLES[name]
    return f"our search for {terms.seconds:g} s" if terms.ours == "time" else f"our {entrant(terms.ours).title}"


def _won(games: Sequence[Line]) -> float:
    return sum(map(share, games))


def _row(what: str, games: Sequence[Line]) -> tuple[str, ...]:
    wins, n = _won(games), len(games)
    low, high = interval(min(wins, n), n)
    return what, f"{n}", f"{wins:g}", f"{wins / n:.1%}", f"{low:.1%} – {high:.1%}"


def _side(name: str, terms: Terms, games: Sequence[Line]) -> tuple[str, ...]:
    """Return a side's row; simulations are averaged over the games that recorded any."""
    mine = [line for line in games if name in line["seats"]]
    moves, spent = (sum(line[what][name] for line in mine) for what in ("moves", "spent"))
    telling = [line for line in mine if line["simulations"][name]]
    made = sum(line["simulations"][name] for line in telling)
    points = sum(line["points"][line["seats"].index(name)] for line in mine) / len(mine)
    return (
        _called(name, terms),
        f"{points:.1f}",
        f"{moves / len(mine):.0f}",
        f"{spent / moves:.3f}",
        f"{max(line['slowest'][name] for line in mine):.3f}",
        f"{sum(line['late'][name] for line in mine) / moves:.1%}",
        f"{made / sum(line['moves'][name] for line in telling):,.0f}" if made else "",
    )
