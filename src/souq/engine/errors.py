"""Exceptions. Every message says what was wrong, with which value, and what would be right."""

from __future__ import annotations

from souq.engine.ruletext import RuleText


class SouqError(Exception):
    """Base class of errors that souq raises on purpose; the message can be shown to users."""


class IllegalChoice(SouqError, ValueError):
    """A choice that cannot be made at the moment.

    Attributes:
        plain: the message without the rule.
        rule: the rule that forbids it, or None.
        why: the reason in this position, in the game's words, or "".
    """

    def __init__(self, message: str, rule: RuleText | None = None, why: str = "") -> None:
        forbids = f"{rule.id}: {rule.text}" if rule else ""
        super().__init__(" ".join(filter(None, (message, why, forbids))))
        self.plain = message
        self.rule = rule
        self.why = why


class NotYourTurn(IllegalChoice):
    """A seat that chose although it isn't its turn."""


class NothingToUndo(SouqError):
    """No decision that could be taken back."""


class CorruptMatch(SouqError, ValueError):
    """A saved match that cannot be trusted. ``ply`` is the first decision that is wrong, None the document itself."""

    def __init__(self, message: str, ply: int | None = None) -> None:
        super().__init__(message)
        self.ply = ply


class NotDealt(CorruptMatch):
    """A saved match that did not begin with the game's own setup, where that was asked for."""


class WrongVersion(SouqError, ValueError):
    """A match played under other rules than the installed ones."""


class UnknownGame(SouqError, LookupError):
    """No game of that name is installed."""


class UnknownPreset(SouqError, LookupError):
    """A game has no preset of that name."""


class BadPlayers(SouqError, ValueError):
    """A number of players the game is not made for."""


class BadOption(SouqError, ValueError):
    """An option the game does not have, or a value it cannot take."""


class BadSeed(SouqError, ValueError):
    """A seed that is no whole number of 64 bits."""


class BadRule(SouqError, TypeError):
    """A rule that cannot be compiled; the compiler's own error is its ``__cause__``.

    Attributes:
        file: where it stands.
        line: which line of the file is wrong.
        rule: which rule.
    """

    def __init__(self, message: str, file: str, line: int, rule: str) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.rule = rule

    def __reduce__(self) -> tuple[type[BadRule], tuple[str, str, int, str]]:
        """Games are compiled in processes of their own, and this has to come back from there."""
        return type(self), (str(self), self.file, self.line, self.rule)


class BadComponents(SouqError, ValueError):
    """Component data that breaks its schema."""
