"""A match as one JSON document: written whole or not at all, read with suspicion, checked by anyone.

The document's schema is published as ``match.schema.json`` beside this module. Decisions stand in words and in
numbers; both must agree, so a file that was edited or damaged is noticed at the ply where it went wrong.
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

import jsonschema

from souq.engine import registry
from souq.engine.errors import CorruptMatch, IllegalChoice, NotDealt, SouqError, WrongVersion
from souq.engine.game import Game, OptionValue
from souq.engine.match import secret as chance_secret
from souq.engine.match import shares as chance_shares
from souq.engine.match.decision import Decision
from souq.engine.match.entries import Entries
from souq.engine.rules.choices import Choice

FORMAT = "souq-match/1"
"""Written into every document; another format is refused."""

LARGEST = 8_000_000
"""Bytes of a file that are read at most."""


def _whole(_: Any, value: Any) -> bool:
    """A whole number is written without a point: 5.0 would not do as a choice."""
    return isinstance(value, int) and not isinstance(value, bool)


_Validator = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _whole),
)


@functools.cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a saved match."""
    made: dict[str, Any] = json.loads(resources.files("souq.engine").joinpath("match.schema.json").read_text("utf-8"))
    return made


class Saveable(Protocol):
    """What a document is made of, and a match is replayed by (:class:`souq.engine.match.match.Match` is one)."""

    game: Game
    players: int
    options: dict[str, OptionValue]
    names: list[str]
    secret: bytes
    shares: tuple[chance_shares.Share, ...]

    @property
    def dealt(self) -> bool:
        """Whether it began with the game's own setup."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret."""

    @property
    def log(self) -> tuple[Decision, ...]:
        """All decisions."""

    @property
    def ply(self) -> int:
        """How many they are."""

    @property
    def mark(self) -> int:
        """How many of them are settled."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def entries(self) -> Entries:
        """What has happened as others count it."""

    def replay(self, number: int, seat: int | None = None, *, goes_on: bool = False) -> Decision:
        """Make a decision of a record."""

    def confirm(self, *, as_one: bool = False) -> None:
        """Settle what was decided, ``as_one`` if all after the last entry is known to be one."""

    def legal(self, seat: int | None = None) -> list[Choice]:
        """What may be chosen."""

    def position(self, ply: int | None = None) -> dict[str, Any]:
        """Every field of the position by name."""

    def points(self) -> list[int]:
        """Points of every seat."""

    def ranks(self) -> list[int]:
        """Rank of every seat."""


Replayed = TypeVar("Replayed", bound=Saveable)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a match showed. All of it holds, or ``verify`` raises."""

    commitment: str
    """SHA-256 of the secret: compare it with what was shown when the game began."""
    dealt: bool
    """Whether the match began with the game's own setup; if not, from a position that somebody made up."""
    plies: int
    """Decisions replayed."""
    result: bool
    """Whether the document states a result (and it is the one the replay gives)."""
    shares: tuple[chance_shares.Share, ...] = ()
    """What players added to chance: their seals are to be compared with what was shown when the game began."""


def to_json(match: Saveable) -> dict[str, Any]:
    """The document of a match."""
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
    """What is left out where there is nothing to say."""
    entries = {"entries": list(match.entries)} if match.players > 1 else {}
    return entries | ({"shares": chance_shares.to_json(match.shares, match.secret)} if match.shares else {})


def from_json(document: Any, begin: Callable[..., Replayed]) -> Replayed:
    """The match of a document, replayed and checked decision by decision.

    Args:
        document: what was saved.
        begin: makes a match that has just begun: :class:`souq.engine.match.match.Match`.

    Raises:
        CorruptMatch: the document breaks the schema, contradicts itself, or holds a decision that was not legal.
        WrongVersion: it was played under other rules than the installed ones.
        UnknownGame: the game is not installed.
    """
    _check_schema(document)
    game = registry.find(document["game"])
    if document["rules_version"] != game.rules_version:
        raise WrongVersion(
            f"This match was played by rules {document['rules_version']!r} of {game.title}, and installed are "
            f"{game.rules_version!r}. Replay it with the version of souq that saved it."
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
            f"The position it starts from makes no sense: the rules came to {error!r}.", match.ply
        ) from error
    return match


def _shares(document: dict[str, Any], secret: bytes) -> tuple[chance_shares.Share, ...]:
    try:
        return chance_shares.from_json(document.get("shares", ()), secret, document["players"])
    except ValueError as error:
        raise CorruptMatch(str(error)) from error


def _check_schema(document: Any) -> None:
    try:
        wrong = next(_Validator(schema()).iter_errors(document), None)
    except RecursionError as error:
        raise CorruptMatch("The file is nested too deeply to be a saved match.") from error
    if wrong is not None:
        where = ".".join(str(part) for part in wrong.absolute_path) or "the document"
        ply = (
            wrong.absolute_path[1] + 1
            if len(wrong.absolute_path) > 1 and wrong.absolute_path[0] == "decisions"
            else None
        )
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
        raise CorruptMatch("What the file says of when everybody was shown the decisions doesn't follow from them.")
    stated = document["result"]
    actual = {"points": match.points(), "ranks": match.ranks()} if match.over else None
    if stated != actual:
        raise CorruptMatch(
            f"The result doesn't follow from the decisions: the file says {stated}, the game gives {actual}."
        )


def write(match: Saveable, path: Path) -> None:
    """Write the document beside ``path`` and put it in its place in one step: a full disk leaves the old file whole.

    Raises:
        OSError: the file cannot be written; what stood there before still does.
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
    """The match of a file; ``begin`` as in :func:`from_json`.

    Raises:
        CorruptMatch, WrongVersion, UnknownGame: as :func:`from_json`, and when the file is not a JSON document.
    """
    return from_json(read_document(path), begin)


def read_document(path: Path) -> Any:
    """The JSON document of a file, whatever it says.

    Raises:
        CorruptMatch: it cannot be read as JSON.
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
    """JSON from bytes.

    Raises:
        CorruptMatch: they are not UTF-8, or not JSON.
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
    """Check a document: it was dealt, by the secret and shares committed to; decisions were legal, the result follows.

    With ``allow_position`` the match may have begun from a position instead, and :attr:`Verdict.dealt` says so: whoever
    made the position up chose what everybody began with. ``begin`` as in :func:`from_json`.

    Raises:
        CorruptMatch, WrongVersion, UnknownGame: what does not hold.
    """
    match = from_json(document, begin)
    dealt = document["start"] is None
    if not (dealt or allow_position):
        raise NotDealt(
            "The match was not dealt. It starts from a made-up position, so nobody can say whether it was fair."
        )
    return Verdict(match.commitment, dealt, match.ply, document["result"] is not None, match.shares)
