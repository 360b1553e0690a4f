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
    """A choice by a seat that may not choose now, or a choice without a seat while several seats may choose."""


class NothingToUndo(SouqError):
    """A request to take back a decision when none can be taken back."""


class CorruptMatch(SouqError, ValueError):
    """A saved match that is damaged, contradictory, or contains illegal decisions.

    Attributes:
        ply: number of the first decision that is wrong; None if the document itself is.
    """

    def __init__(self, message: str, ply: int | None = None) -> None:
        super().__init__(message)
        self.ply = ply


class NotDealt(CorruptMatch):
    """A saved match from a hand-made position, where only matches that start from the game's setup are accepted."""


class WrongVersion(SouqError, ValueError):
    """A match played under a different version of the rules than the installed one."""


class UnknownGame(SouqError, LookupError):
    """No game with that name is installed."""


class UnknownPreset(SouqError, LookupError):
    """The game has no preset with that name."""


class BadPlayers(SouqError, ValueError):
    """A number of players that the game doesn't support."""


class BadOption(SouqError, ValueError):
    """An option that the game does not have, or a value that the option does not allow."""


class BadSeed(SouqError, ValueError):
    """A seed that is not a 64-bit unsigned integer."""


class BadRule(SouqError, TypeError):
    """A rule that cannot be compiled; the compiler's own error is its ``__cause__``.

    Attributes:
        file: path of the rule's source file.
        line: number of the line with the mistake.
        rule: name of the rule's function.
    """

    def __init__(self, message: str, file: str, line: int, rule: str) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.rule = rule

    def __reduce__(self) -> tuple[type[BadRule], tuple[str, str, int, str]]:
        """Support pickling, because a game's rules are compiled in another process, which sends the error back."""
        return type(self), (str(self), self.file, self.line, self.rule)


class BadComponents(SouqError, ValueError):
    """Component data that violates its schema."""
