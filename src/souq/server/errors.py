"""Errors that reject a command or a request. Their messages are shown to players."""

from __future__ import annotations

from typing import Any

from souq.engine.errors import (
    CorruptMatch,
    IllegalChoice,
    NothingToUndo,
    SouqError,
    UnknownGame,
    UnknownPreset,
    WrongVersion,
)
from souq.engine.ruletext import RuleText
from souq.engine.teach.unknown import NotTaught


class Refused(SouqError):
    """Base class of errors that reject a command or a request, so that nothing changes.

    ``status`` is the HTTP status. ``fatal`` means that trying again is pointless.
    """

    status = 409
    fatal = False

    def __init__(self, message: str, rule: RuleText | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule


class Malformed(Refused):
    """Raised for a command or a request that can't be parsed or contains an invalid value."""

    status = 422


class Stale(Refused):
    """Raised for a command that was decided on when the table was in an earlier state."""

    def __init__(self) -> None:
        super().__init__("The table has moved on since you chose. Have another look, then choose.")


class Overtaken(Stale):
    """Raised if another server has written to the table first. The caller loads the table and tries again."""


class NoTable(Refused):
    """Raised for a table that doesn't exist."""

    status = 404
    fatal = True

    def __init__(self) -> None:
        super().__init__("There’s no table here. The link may be incomplete, or the table has been deleted.")


class NoSeat(Refused):
    """Raised for a command that needs a seat at the table."""

    status = 401

    def __init__(self, message: str = "You’re watching this table. Only its players can do that.") -> None:
        super().__init__(message)


class SignedOut(Refused):
    """Raised if the session that a request belongs to has ended."""

    status = 401

    def __init__(self) -> None:
        super().__init__("This browser is signed out. Load the page again, then sign in.")


class NoCookie(Refused):
    """Raised if a browser without cookies requests something that needs a session."""

    status = 403

    def __init__(self) -> None:
        super().__init__(
            "Allow cookies for this site, then try again. souq needs one to recognise you, and your browser sent none."
        )


class NotAsked(Refused):
    """Raised for a choice that a lesson doesn't ask for. Its message is what the lesson says about the choice."""

    lesson = True


class NotAllowed(Refused):
    """Raised for a command that this player may not give, or a request that this person may not send."""

    status = 403


class TooFast(Refused):
    """Raised if a rate limit is exceeded."""

    status = 429

    def __init__(self, message: str = "Wait a moment, then go on. That was too fast.") -> None:
        super().__init__(message)


class OutOfReach(Refused):
    """Raised if the database doesn't answer."""

    status = 503
    what = "That can’t be looked up right now"

    def __init__(self, cause: str) -> None:
        super().__init__(f"{self.what}: {cause} Try again in a moment.")


class NotSaved(OutOfReach):
    """Raised if the database can't store a change. Nothing has changed."""

    what = "That couldn’t be saved, so nothing has changed"


def rule_json(rule: RuleText | None) -> dict[str, str] | None:
    """Convert a rule to JSON."""
    return {"id": rule.id, "title": rule.title, "text": rule.text} if rule else None


def refusal_json(error: SouqError) -> dict[str, Any]:
    """Return the JSON for the client whose command was rejected by the server or by a game's rules."""
    words = getattr(error, "plain", None) or getattr(error, "message", None) or str(error)
    why = {"why": error.why} if isinstance(error, IllegalChoice) and error.why else {}
    wait = getattr(error, "wait", 0)
    refusal = {"message": words, "rule": rule_json(getattr(error, "rule", None))} | why
    lesson = {"lesson": True} if getattr(error, "lesson", False) else {}
    return refusal | lesson | ({"wait": wait} if wait else {})


def status_of(error: SouqError) -> int:
    """Return the HTTP status of an error that rejects a command or a request."""
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, UnknownGame | UnknownPreset | NotTaught):
        return 404
    return 409 if isinstance(error, IllegalChoice | WrongVersion | CorruptMatch | NothingToUndo) else 422
