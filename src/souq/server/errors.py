"""Why a command was not carried out, in words fit for the person who gave it."""

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
    """A command that changed nothing. ``status`` is its HTTP status; ``fatal`` says that trying again is of no use."""

    status = 409
    fatal = False

    def __init__(self, message: str, rule: RuleText | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule


class Malformed(Refused):
    """A command that cannot be read, or lacks something."""

    status = 422


class Stale(Refused):
    """A command decided on something that has changed since."""

    def __init__(self) -> None:
        super().__init__("The table has moved on since you chose. Have another look, then choose.")


class Overtaken(Stale):
    """Another server has changed the table meanwhile: it is read again, and whoever would change it is judged again."""


class NoTable(Refused):
    """There is no such table."""

    status = 404
    fatal = True

    def __init__(self) -> None:
        super().__init__("There’s no table here. Perhaps the link is cut short, or the table has been cleared away.")


class NoSeat(Refused):
    """A command that only somebody who sits at the table may give."""

    status = 401

    def __init__(self, message: str = "You’re watching this table. Only its players can do that.") -> None:
        super().__init__(message)


class SignedOut(Refused):
    """Who sent this was known, and is no more."""

    status = 401

    def __init__(self) -> None:
        super().__init__("This browser is signed out. Load the page again, then sign in.")


class NoCookie(Refused):
    """The browser keeps no cookies, so it could not be recognised afterwards."""

    status = 403

    def __init__(self) -> None:
        super().__init__(
            "Allow cookies for this site, then try again. souq needs one to know you again, and your browser sent none."
        )


class NotAsked(Refused):
    """A choice that is none of a lesson's, with what the lesson says to it."""

    lesson = True


class NotAllowed(Refused):
    """A command that this seat, or this site, may not give."""

    status = 403


class TooFast(Refused):
    """More commands than anybody can mean."""

    status = 429

    def __init__(self, message: str = "That’s too fast. Wait a moment, then go on.") -> None:
        super().__init__(message)


class OutOfReach(Refused):
    """The database could not be asked."""

    status = 503
    what = "That can’t be looked up right now"

    def __init__(self, cause: str) -> None:
        super().__init__(f"{self.what}: {cause} Try again in a moment.")


class NotSaved(OutOfReach):
    """The database could not keep the command, so it did not happen."""

    what = "That couldn’t be saved, so nothing has changed"


def rule_json(rule: RuleText | None) -> dict[str, str] | None:
    """A rule as it is sent."""
    return {"id": rule.id, "title": rule.title, "text": rule.text} if rule else None


def refusal_json(error: SouqError) -> dict[str, Any]:
    """Any refusal, the table's or the rules', as it is sent."""
    words = getattr(error, "plain", None) or getattr(error, "message", None) or str(error)
    why = {"why": error.why} if isinstance(error, IllegalChoice) and error.why else {}
    wait = getattr(error, "wait", 0)
    told = {"message": words, "rule": rule_json(getattr(error, "rule", None))} | why
    lesson = {"lesson": True} if getattr(error, "lesson", False) else {}
    return told | lesson | ({"wait": wait} if wait else {})


def status_of(error: SouqError) -> int:
    """The HTTP status of a refusal."""
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, UnknownGame | UnknownPreset | NotTaught):
        return 404
    return 409 if isinstance(error, IllegalChoice | WrongVersion | CorruptMatch | NothingToUndo) else 422
