"""Sanitising of text that users enter, for display on pages, in stories and in terminals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

NAME = 24
"""Maximum length of a name, in visible characters."""
SAID = 500
"""Maximum length of a chat message, in visible characters."""

_MARKS = re.compile(r"\*\*|\[\[|\]\]")
_CLUSTER = 12
"""Maximum number of code points in one visible character; the longest emoji has eleven."""
_JOINER = "\u200d"
_KEPT_FORMAT = {_JOINER, "\u200c"}
_BLANK = {"\u2800", "\u3164", "\u115f", "\u1160", "\uffa0"}


class BadName(ValueError):
    """A name without any readable character."""


def clean_name(text: str) -> str:
    r"""Return a name on one line, without control characters and story markup, cut to :data:`NAME` characters.

    >>> clean_name("  Amina\n of  the\u202e **wells** ")
    'Amina of the wells'
    >>> clean_name("*[[*Amina*]]*")
    'Amina'

    Raises:
        BadName: nothing readable is left.
    """
    plain = _unmarked(_tidy(text[: NAME * 400]))
    name = _cut(_clusters(plain), NAME).strip()
    if not any(_visible(char) for char in name):
        raise BadName("A name needs at least one visible letter, digit or sign.")
    return name


def _unmarked(text: str) -> str:
    """Remove the markup used in stories, repeatedly, because a removal may create new markup."""
    while (plain := _MARKS.sub("", text)) != text:
        text = plain
    return text


def named(names: Sequence[str], players: int) -> list[str]:
    r"""Return the display name of every seat; missing and unreadable names become ``Player 1`` and so on.

    >>> named(["Amina", "\u200b"], 3)
    ['Amina', 'Player 2', 'Player 3']
    """
    return [_named(names[seat], seat) if seat < len(names) else _numbered(seat) for seat in range(players)]


def clean_speech(text: str) -> str:
    """Clean a chat message for display and cut it to :data:`SAID` characters; return "" if nothing readable remains."""
    said = _cut(_clusters(_tidy(text[: SAID * 20])), SAID).strip()
    return said if any(_visible(char) for char in said) else ""


def visible(text: str) -> str:
    r"""Escape characters that a terminal would interpret, such as control codes.

    >>> visible("rules \x1b[31m1")
    'rules \\x1b[31m1'
    """
    return "".join(char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text)


def _named(name: str, seat: int) -> str:
    try:
        return clean_name(name)
    except BadName:
        return _numbered(seat)


def _numbered(seat: int) -> str:
    return f"Player {seat + 1}"


def _tidy(text: str) -> str:
    """Remove characters that could disturb a page, such as control characters, and make all white space single spaces.

    Also normalise the text to Unicode's form NFC.
    """
    spaced = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    return " ".join("".join(char for char in spaced if _allowed(char)).split())


def _allowed(char: str) -> bool:
    if char in _KEPT_FORMAT or 0xE0020 <= ord(char) <= 0xE007F:  # tags: the flags of Scotland, Wales, …
        return True
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co"}


def _visible(char: str) -> bool:
    return char not in _BLANK and unicodedata.category(char)[0] in "LNPS"


def _clusters(text: str) -> Iterable[str]:
    """Yield the characters of a text as a reader sees them: a letter with its accents, or a combined emoji, is one."""
    cluster = ""
    for char in text:
        if cluster and _continues(cluster, char):
            cluster += char
        else:
            if cluster:
                yield cluster
            cluster = char
    if cluster:
        yield cluster


def _continues(cluster: str, char: str) -> bool:
    code = ord(char)
    if char in _KEPT_FORMAT or cluster[-1] == _JOINER or unicodedata.category(char) in {"Mn", "Me", "Mc"}:
        return True
    if 0x1F3FB <= code <= 0x1F3FF or 0xE0020 <= code <= 0xE007F:
        return True
    return _regional(code) and len(cluster) == 1 and _regional(ord(cluster))


def _regional(code: int) -> bool:
    return 0x1F1E6 <= code <= 0x1F1FF


def _cut(clusters: Iterable[str], most: int) -> str:
    kept: list[str] = []
    for cluster in clusters:
        if len(kept) == most:
            break
        kept.append(cluster[:_CLUSTER])
    return "".join(kept)
