"""How often somebody may try to come in, by address and by whom they come as: nobody gets in by trying."""

from __future__ import annotations

import hashlib
import math

from souq.engine.present.wording import several
from souq.server.core.token_bucket import Buckets
from souq.server.errors import TooFast

_WORDS = "That’s too many tries. Wait {wait}, then try again."
_MAILED = "That’s enough e-mails for now. Look into your spam folder, or wait {wait} and try again."


class TooOften(TooFast):
    """More tries than anybody needs who has a key."""

    def __init__(self, seconds: float, words: str = _WORDS) -> None:
        self.wait = max(1, round(seconds))
        said = several(self.wait, "second") if self.wait < 90 else several(math.ceil(self.wait / 60), "minute")
        super().__init__(words.format(wait=said))


class Guard:
    """What is left to everybody who wants to come in."""

    def __init__(self, limited: bool) -> None:
        fast = 1.0 if limited else 1e6
        self._asking = Buckets(0.5 * fast, 30 * fast)
        """Challenges, by address."""
        self._tries = Buckets(fast / 20, 12 * fast)
        """Passkeys, codes and links that are shown, by address."""
        self._failures = Buckets(fast / 60, 10 * fast)
        """Tries with one passkey that failed, whether or not anybody has it."""
        self._letters = Buckets(fast / 120, 6 * fast)
        """Letters, by the address of who asks for them."""
        self._boxes = Buckets(fast / 600, 3 * fast, most=20_000)
        """Letters, by the address of who asks and the address they go to: nobody uses up what others may have."""
        self._floods = Buckets(fast / 200, 12 * fast, most=20_000)
        """Letters, by the address they go to, whoever asks for them."""
        self._post = Buckets(fast / 10, 60 * fast)
        """Letters in all."""
        self._files = Buckets(fast / 20, 5 * fast)
        """Files with all that is kept of somebody, by person."""

    def asks(self, where: str) -> None:
        """Somebody asks for a challenge.

        Raises:
            TooOften: they have asked for too many.
        """
        _take(self._asking, where)

    def tries(self, where: str) -> None:
        """Somebody shows what is to open the door.

        Raises:
            TooOften: they have tried too often.
        """
        _take(self._tries, where)

    def fails(self, credential: bytes) -> None:
        """A passkey was shown that does not hold; whoever has the right one is let in all the same.

        Raises:
            TooOften: that one was shown too often.
        """
        _take(self._failures, hashlib.sha256(credential).hexdigest())

    def writes(self, where: str, mail: str) -> None:
        """Somebody wants a letter to go to an address, whether or not anybody is known by it.

        Raises:
            TooOften: too many went there, or were asked for from here.
        """
        box = hashlib.sha256(mail.encode()).hexdigest()
        for left, who in (
            (self._letters, where),
            (self._boxes, f"{where} {box}"),
            (self._floods, box),
            (self._post, ""),
        ):
            _take(left, who, _MAILED)

    def downloads(self, person_id: str) -> None:
        """Somebody wants all that is kept of them.

        Raises:
            TooOften: they have had it too often.
        """
        _take(self._files, person_id)


def _take(left: Buckets, who: str, words: str = _WORDS) -> None:
    if not left.take(who):
        raise TooOften(left.wait(who), words)
