"""The results file of a tournament: a header, then one line a game.

Every line is JSON. The header is an object; games are lists, whose columns the header names. A further object changes
the header from there on: more games are wanted, or other sources play. The file is append-only, except that an
incomplete last line is removed when the tournament continues.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from souq.arena.claiming import Busy, claim
from souq.arena.entrants import source_of
from souq.arena.tournament import Place, Row, Tournament
from souq.bots.characters import SULTAN, learned_file
from souq.engine.errors import SouqError

if TYPE_CHECKING:
    from types import TracebackType

FORMAT = 1


class BadResults(SouqError, ValueError):
    """The file isn't a valid results file, or belongs to another tournament."""


@dataclass
class Results:
    """The contents of a results file.

    ``sources`` are hashes of the versions that played (:func:`source_stamp`), in order; more than one if versions were
    mixed.
    """

    tournament: Tournament
    games: int
    rules: str
    sources: list[str]
    rows: dict[Place, Row] = field(default_factory=dict)
    whole: int = 0
    """Length of the file's complete lines, in bytes; an interrupted write may have left part of a line after them."""

    @property
    def missing(self) -> list[Place]:
        """The games that have not been played yet."""
        return [place for place in self.tournament.places(self.games) if place not in self.rows]


def source_stamp(tournament: Tournament) -> str:
    """Return a hash of all code and weights that affect how games are played, to notice changes between runs.

    That is the sources of the engine, the bots, the arena and the game, learned weights, and the compiler's version.
    """
    from souq.engine.compiler.numba_compiler import home_of, stamp

    home = Path(__file__).parent
    files = [home / "playing.py", home / "tournament.py", *filter(None, map(source_of, tournament.bots))]
    if SULTAN.name in tournament.bots:
        files.append(learned_file(tournament.game, tournament.players))
    parts = [stamp(home_of(tournament.package)).encode(), *(file.read_bytes() for file in files)]
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


def read(path: Path) -> Results:
    """Read a results file.

    Raises:
        BadResults: no tournament wrote it, or it is damaged.
        OSError: it cannot be read.
    """
    results: Results | None = None
    size = 0
    for number, line in enumerate(path.read_bytes().splitlines(keepends=True), 1):
        if not line.endswith(b"\n"):
            break  # an interrupted write
        try:
            value = json.loads(line)
            if results is None:
                results = _begun(value)
            elif isinstance(value, dict):
                results.games = max(results.games, value.get("games", 0))
                results.sources += [value["sources"]] if "sources" in value else []
            else:
                row = _checked(Row(*value), results.tournament)
                results.rows.setdefault(row.place, row)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadResults(f"{path} isn't a tournament's file, or is damaged in line {number}.") from error
        size += len(line)
    if results is None:
        raise BadResults(f"{path} isn't a tournament's file: it doesn't say what is played.")
    results.whole = size
    return results


def _begun(header: dict[str, Any]) -> Results:
    if header["souq"] != "arena" or header["format"] != FORMAT:
        raise ValueError("another format")
    facts = header["tournament"]
    tournament = Tournament(**{**facts, "bots": tuple(facts["bots"])})
    tournament.rounds(header["games"])  # raises an error if the tournament is invalid
    return Results(tournament, header["games"], header["rules"], [header["sources"]])


def _checked(row: Row, tournament: Tournament) -> Row:
    """Check that a game read from the file can belong to the tournament, and return it; raise ValueError otherwise."""
    place, seats = row.place, tournament.players
    turns = len(tournament.blocks[place.block % len(tournament.blocks)])
    there = 0 <= place.pairing < len(tournament.pairings) and place.block >= 0 and 0 <= place.turn < turns
    if not there or row.seats != tournament.seats(place):
        raise ValueError("a game that isn't played")
    if len(row.points) != seats or len(row.ranks) not in (0, seats) or not set(row.ranks) <= set(range(1, seats + 1)):
        raise ValueError("a result that isn't one")
    if len(row.thought) != 2 or not all(row.thought):
        raise ValueError("thoughts of others than the two who met")
    return row


def go_on(path: Path, tournament: Tournament, games: int, although_changed: bool = False) -> Results:
    """Open the results file of a tournament to continue it; create it if it doesn't exist.

    Args:
        path: the file.
        tournament: the tournament.
        games: games wanted for each pairing; if the file already wants more, that number stays.
        although_changed: continue although the rules or bots have changed since the games in the file were played.

    Returns:
        The results so far.

    Raises:
        BadResults: the file holds another tournament, or games by other versions of the rules or bots.
        Busy: another process is playing it.
    """
    sources, rules = source_stamp(tournament), tournament.game.rules_version
    if not path.exists() or not path.stat().st_size:
        results = Results(tournament, games, rules, [sources])
        with path.open("w", encoding="utf-8") as file:
            file.write(_line(_header(results)))
        results.whole = path.stat().st_size
        return results
    with path.open("r+b") as file:
        claim(file, str(path))
        results = read(path)
        if differing := differences(results.tournament, tournament):
            raise BadResults(f"{path} holds another tournament: {'; '.join(differing)}. Name another --file.")
        if results.rules != rules:
            said = f"{path} was played by rules {results.rules}, and these are rules {rules}"
            raise BadResults(f"{said}. Start a new file.")
        notes: dict[str, Any] = {}
        if games > results.games:
            notes["games"] = results.games = games
        if results.sources[-1] != sources and results.missing:
            if not although_changed:
                raise BadResults(
                    f"The games in {path} were played by other versions of the rules and bots than are here now. "
                    "Begin a new file, or go on with --although-changed: its results will say so."
                )
            notes["sources"] = sources
            results.sources.append(sources)
        file.truncate(results.whole)  # removes an incomplete last line
        file.seek(results.whole)
        file.write(_line(notes).encode() if notes else b"")
    return results


def differences(there: Tournament, wanted: Tournament) -> list[str]:
    """Return descriptions of all settings in which two tournaments differ; empty if they are the same."""
    one, two = there.facts(), wanted.facts()
    return [
        f"its {name.replace('_', ' ')}: {_format(one[name])}, not {_format(two[name])}"
        for name in one
        if one[name] != two[name]
    ]


def _format(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={each}" for name, each in value.items()) or "none"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _header(results: Results) -> dict[str, Any]:
    return {
        "souq": "arena",
        "format": FORMAT,
        "tournament": results.tournament.facts(),
        "rules": results.rules,
        "sources": results.sources[0],
        "games": results.games,
        "columns": list(Row._fields),
    }


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"


class Writer:
    """Context manager that adds finished games to the results file and to ``Results``, writing each line at once.

    Raises:
        Busy: another process is playing the tournament.
    """

    def __init__(self, path: Path, results: Results) -> None:
        self.results = results
        self._file = path.open("a", encoding="utf-8", newline="\n")
        try:
            claim(self._file, str(path))
        except Busy:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        """Return the writer."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the file."""
        self._file.close()

    def add(self, rows: Iterable[Row]) -> None:
        """Append games to the file, then to the results."""
        for row in rows:
            self._file.write(_line(row))
            self._file.flush()
            self.results.rows[row.place] = row
