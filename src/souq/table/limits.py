"""What a stranger may send: how fast, how much, and which words."""

from __future__ import annotations

import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

FRAME = 8 * 1024
"""Bytes a message on the socket may have."""
BODY = 256 * 1024
"""Bytes the body of an HTTP request may have: a name of ten thousand emoji is cut, not refused."""
NAME = 24
"""Characters a name may have, as a reader counts them."""
SAID = 500
"""Characters something said may have."""

_CLUSTER = 12
"""Code points one visible character may be made of: the longest emoji need eleven."""
_JOINER = "\u200d"
_KEPT_FORMAT = {_JOINER, "\u200c"}
_BLANK = {"\u2800", "\u3164", "\u115f", "\u1160", "\uffa0"}


class BadName(ValueError):
    """A name nobody could read."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: ``burst`` at once, then ``rate`` a second."""

    rate: float
    burst: float
    left: float
    at: float

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether one more, or one that costs so much, is within the speed."""
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """One bucket per client; the longest unused are forgotten."""

    def __init__(
        self, rate: float, burst: float, most: int = 4096, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether ``who`` may do it once more now, or something that costs so much."""
        now = self._clock()
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._rate, self._burst, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket.take(now, cost)


def clean_name(text: str) -> str:
    r"""A name as it is shown: one line without control characters or the story's marks, at most :data:`NAME` long.

    >>> clean_name("  Amina\n of  the\u202e **wells** ")
    'Amina of the wells'

    Raises:
        BadName: nothing readable is left.
    """
    plain = _tidy(text[: NAME * 400]).replace("**", "").replace("[[", "").replace("]]", "")
    name = _cut(_clusters(plain), NAME).strip()
    if not any(_visible(char) for char in name):
        raise BadName("A name needs at least one letter, digit or sign that can be seen.")
    return name


def clean_speech(text: str) -> str:
    """What is said at the table, as it is shown; "" when nothing readable is left."""
    said = _cut(_clusters(_tidy(text[: SAID * 20])), SAID).strip()
    return said if any(_visible(char) for char in said) else ""


def _tidy(text: str) -> str:
    """Composed, white space as single blanks, without control, direction, surrogate and private characters."""
    spaced = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    return " ".join("".join(char for char in spaced if _allowed(char)).split())


def _allowed(char: str) -> bool:
    if char in _KEPT_FORMAT or 0xE0020 <= ord(char) <= 0xE007F:  # tags: the flags of Scotland, Wales, …
        return True
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co"}


def _visible(char: str) -> bool:
    return char not in _BLANK and unicodedata.category(char)[0] in "LNPS"


def _clusters(text: str) -> Iterable[str]:
    """The characters a reader sees, near enough to Unicode's grapheme clusters."""
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
