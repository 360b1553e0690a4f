"""Saved matches: JSON documents that are validated when they are read, and that anyone can verify.

The schema is ``match.schema.json``. Decisions are stored both as names and as numbers, which must agree, so that an
edited or damaged file is noticed at the decision where it went wrong.
"""

from __future__ import annotations

import functools
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Protocol, TypeVar

from souq.engine import registry
from souq.engine.errors import CorruptMatch, IllegalChoice, NotDealt, SouqError, WrongVersion
from souq.engine.game import Game, OptionValue
from souq.engine.match import secret as chance_secret
from souq.engine.match import shares as chance_shares
from souq.engine.match.decision import Decision
from souq.engine.match.entries import Entries
from souq.engine.rules.choices import Choice
from souq.engine.schemas import first_error

FORMAT = "souq-match/1"
"""Format identifier in every document; other formats are rejected."""

LARGEST = 8_000_000
"""Maximum size of a file in bytes."""


@functools.cache
def schema() -> dict[str, Any]:
    """Return the JSON schema of a saved match."""
    made: dict[str, Any] = json.loads(resources.files("souq.engine").joinpath("match.schema.json").read_text("utf-8"))
    return made


class Saveable(Protocol):
    """The part of a match needed to save and replay it; :class:`souq.engine.match.match.Match` implements it."""

    game: Game
    players: int
    options: dict[str, OptionValue]
    names: list[str]
    secret: bytes
    shares: tuple[chance_shares.Share, ...]

    @property
    def dealt(self) -> bool:
        """Whether the match began with the game's setup instead of a given position."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the match's secret."""

    @property
    def log(self) -> tuple[Decision, ...]:
        """All decisions so far, including those that can still be taken back."""

    @property
    def ply(self) -> int:
        """Number of decisions made."""

    @property
    def mark(self) -> int:
        """Number of decisions that can no longer be taken back."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def entries(self) -> Entries:
        """Decisions so far, grouped as the other players see them (see :mod:`souq.engine.match.entries`)."""

    def replay(self, number: int, seat: int | None = None, *, goes_on: bool = False) -> Decision:
        """Make a decision that was recorded in a saved match."""

    def confirm(self, *, as_one: bool = False) -> None:
        """Make all decisions final; if ``as_one`` is set, those since the last entry become one entry."""

    def legal(self, seat: int | None = None) -> list[Choice]:
        """Return the legal choices of a seat, by default the first decider."""

    def position(self, ply: int | None = None) -> dict[str, Any]:
        """Return the fields of the position by name, with all hidden information, now or after ``ply`` decisions."""

    def points(self) -> list[int]:
        """Return the points of every seat."""

    def ranks(self) -> list[int]:
        """Return the rank of every seat."""


Replayed = TypeVar("Replayed", bound=Saveable)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Facts about a saved match that has been verified."""

    commitment: str
    """SHA-256 of the secret, to be compared with the one published when the match began."""
    dealt: bool
    """Whether the match began with the game's setup instead of a hand-made position."""
    plies: int
    """Number of decisions replayed."""
    result: bool
    """Whether the document contains a result. If it does, the replay has confirmed it."""
    shares: tuple[chance_shares.Share, ...] = ()
    """Players' contributions to chance; their seals can be compared with those published before the match."""


def to_json(match: Saveable) -> dict[str, Any]:
    """Convert a match to a JSON document."""
    return {
        "format": FORMAT,
        "game": match.game.name,
        "rules_version": match.game.rules_version,
        "players": match.players,
        "options": dict(match.options),
        "names": list(match.names),
        "secret": match.secret.hex(),
        "commitment": match.commitment,
        "start": None if match.dealt else match.position(0),
        "mark": match.mark,
        "decisions": [
            {"seat": d.seat, "choice": d.choice, "text": match.game.choices.name(d.choice)}
            | ({"goes_on": True} if d.goes_on else {})
            for d in match.log
        ],
        "result": {"points": match.points(), "ranks": match.ranks()} if match.over else None,
    } | _beside(match)


def _beside(match: Saveable) -> dict[str, Any]:
    """Return the parts of a match's document that not every match has.

    These are the entries if there are several players, and the shares if players contributed any.
    """
    entries = {"entries": list(match.entries)} if match.players > 1 else {}
    return entries | ({"shares": chance_shares.to_json(match.shares, match.secret)} if match.shares else {})


def from_json(document: Any, begin: Callable[..., Replayed]) -> Replayed:
    """Recreate a match from a document by replaying it, and check every decision.

    Args:
        document: the parsed JSON.
        begin: creates a new match, such as :class:`souq.engine.match.match.Match`.

    Raises:
        CorruptMatch: the document violates the schema, contradicts itself, or contains an illegal decision.
        WrongVersion: it was played under other rules than those installed.
        UnknownGame: the game is not installed.
    """
    _check_schema(document)
    game = registry.find(document["game"])
    if document["rules_version"] != game.rules_version:
        raise WrongVersion(
            f"This match was played by version {document['rules_version']!r} of the rules of {game.title}, but "
            f"{game.rules_version!r} is installed. Replay it with the version of souq that saved it."
        )
    secret = bytes.fromhex(document["secret"])
    if chance_secret.commitment(secret) != document["commitment"]:
        raise CorruptMatch("The secret doesn't match the commitment: one of the two was changed.")
    try:
        match = begin(
            game,
            document["players"],
            secret=secret,
            options=game.kept_options(document["options"], document["players"]),
            names=document["names"],
            start=document["start"],
            shares=_shares(document, secret),
        )
    except SouqError as error:
        raise CorruptMatch(f"The match can't begin: {error}") from error
    try:
        entries = frozenset(document.get("entries", ()))
        for ply, decision in enumerate(document["decisions"], 1):
            _replay(match, ply, decision)
            if ply in entries or ply == document["mark"]:
                match.confirm(as_one=ply in entries)
        _check_end(match, document)
    except (IndexError, ZeroDivisionError, KeyError, OverflowError) as error:
        if document["start"] is None:
            raise
        raise CorruptMatch(
            f"The position it starts from makes no sense: the rules failed with {error!r}.", match.ply
        ) from error
    return match


def _shares(document: dict[str, Any], secret: bytes) -> tuple[chance_shares.Share, ...]:
    try:
        return chance_shares.from_json(document.get("shares", ()), secret, document["players"])
    except ValueError as error:
        raise CorruptMatch(str(error)) from error


def _check_schema(document: Any) -> None:
    try:
        wrong = first_error(schema(), document)
    except RecursionError as error:
        raise CorruptMatch("The file is nested too deeply to be a saved match.") from error
    if wrong is not None:
        where = ".".join(str(part) for part in wrong.path) or "the document"
        of, at = (*wrong.path, None, None)[:2]
        ply = at + 1 if of == "decisions" and isinstance(at, int) else None
        raise CorruptMatch(f"This isn't a saved match. {where}: {wrong.message[:200]}.", ply)


def _replay(match: Saveable, ply: int, decision: dict[str, Any]) -> None:
    seat, choice, text = decision["seat"], decision["choice"], decision["text"]
    if match.over:
        raise CorruptMatch(f"Decision {ply} comes after the game has ended.", ply)
    if seat >= match.players:
        raise CorruptMatch(f"Decision {ply} was made by seat {seat}; there are {match.players} seats.", ply)
    try:
        if match.game.choices.name(choice) != text:
            known = match.game.choices.name(choice)
            raise CorruptMatch(f"Decision {ply}: number {choice} is {known!r}, but the words say {text[:60]!r}.", ply)
        match.replay(choice, seat, goes_on="goes_on" in decision)
    except IllegalChoice as error:
        legal = ", ".join(c.text for c in match.legal()[:6])
        raise CorruptMatch(f"Decision {ply}: {error} Expected one of: {legal} …", ply) from error


def _check_end(match: Saveable, document: dict[str, Any]) -> None:
    if document["mark"] > match.ply:
        raise CorruptMatch(
            f"The file says that {document['mark']} decisions are settled, but there are only {match.ply}."
        )
    if match.mark > document["mark"]:
        raise CorruptMatch(
            f"Decision {match.mark} can't be undone, but the file says that only {document['mark']} are settled.",
            match.mark,
        )
    if list(match.entries) != document.get("entries", list(match.entries)):
        raise CorruptMatch("The moments at which decisions were shown to everybody don't follow from them.")
    stated = document["result"]
    actual = {"points": match.points(), "ranks": match.ranks()} if match.over else None
    if stated != actual:
        raise CorruptMatch(
            f"The result doesn't follow from the decisions: the file says {stated}, the game gives {actual}."
        )


def write(match: Saveable, path: Path) -> None:
    """Write a match to a file atomically, so that an existing file survives a full disk.

    Raises:
        OSError: the file can't be written; an existing file is unchanged.
    """
    text = json.dumps(to_json(match), ensure_ascii=False, indent=1)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(path.stat().st_mode if path.exists() else 0o600)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read(path: Path, begin: Callable[..., Replayed]) -> Replayed:
    """Read a match from a file and replay it; ``begin`` as in :func:`from_json`.

    Raises:
        CorruptMatch, WrongVersion, UnknownGame: as :func:`from_json`, and when the file is not a JSON document.
    """
    return from_json(read_document(path), begin)


def read_document(path: Path) -> Any:
    """Read a JSON document from a file, without validating it as a match.

    Raises:
        CorruptMatch: the file can't be read as JSON, or is too large.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise CorruptMatch(f"{path.name} cannot be read: {error.strerror or error}.") from error
    if len(data) > LARGEST:
        raise CorruptMatch(f"{path.name} is too large to be a saved match: over {LARGEST // 1_000_000} MB.")
    return parse(data)


def parse(data: bytes) -> Any:
    """Parse JSON from bytes.

    Raises:
        CorruptMatch: the bytes are not text in a Unicode encoding, or not JSON.
    """
    try:
        return json.loads(data.decode(json.detect_encoding(data)))  # some editors write UTF-16, or a byte order mark
    except UnicodeDecodeError as error:
        raise CorruptMatch(f"The file is not text: byte {error.start} is not {error.encoding.upper()}.") from error
    except json.JSONDecodeError as error:
        raise CorruptMatch(f"The file is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from error
    except (RecursionError, ValueError) as error:
        raise CorruptMatch(
            "The file isn't a saved match: it's nested too deeply or holds an impossible number."
        ) from error


def verify(document: Any, begin: Callable[..., Saveable], *, allow_position: bool = False) -> Verdict:
    """Verify that a saved match was played by the rules: its chance, all decisions and the result are correct.

    With ``allow_position`` a match that starts from a hand-made position is accepted as well. Its :attr:`Verdict.dealt`
    is False, because its starting position was chosen by a person. ``begin`` as in :func:`from_json`.

    Raises:
        CorruptMatch, WrongVersion, UnknownGame: the verification fails; the message says why.
    """
    match = from_json(document, begin)
    dealt = document["start"] is None
    if not (dealt or allow_position):
        raise NotDealt(
            "The match was not dealt. It starts from a made-up position, so nobody can say whether it was fair."
        )
    return Verdict(match.commitment, dealt, match.ply, document["result"] is not None, match.shares)
