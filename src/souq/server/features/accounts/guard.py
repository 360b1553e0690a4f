"""Rate limits on signing in, per IP address and per account, to prevent guessing."""

from __future__ import annotations

import hashlib
import math

from souq.engine.present.wording import several
from souq.server.core.token_bucket import Buckets
from souq.server.errors import TooFast

_WORDS = "Wait {wait}, then try again. That was too many tries."
_MAILED = "Check your spam folder, or wait {wait} and try again. That’s enough e-mails for now."


class TooOften(TooFast):
    """Refusal of a sign-in attempt, an e-mail or a download beyond its rate limit."""

    def __init__(self, seconds: float, words: str = _WORDS) -> None:
        self.wait = max(1, round(seconds))
        said = several(self.wait, "second") if self.wait < 90 else several(math.ceil(self.wait / 60), "minute")
        super().__init__(words.format(wait=said))


class Guard:
    """The rate limits on signing in, on e-mails and on downloads of personal data."""

    def __init__(self, limited: bool) -> None:
        fast = 1.0 if limited else 1e6
        self._asking = Buckets(0.5 * fast, 30 * fast)
        """Rate limit on requests for WebAuthn challenges, per IP address."""
        self._tries = Buckets(fast / 20, 12 * fast)
        """Rate limit on sign-in attempts with passkeys, codes and links, per IP address."""
        self._failures = Buckets(fast / 60, 10 * fast)
        """Rate limit on failed sign-in attempts with one passkey, even if no such passkey is stored."""
        self._letters = Buckets(fast / 120, 6 * fast)
        """Limit on e-mails, per IP address that requests them."""
        self._boxes = Buckets(fast / 600, 3 * fast, most=20_000)
        """Rate limit on e-mails from one IP address to one recipient.

        A stranger who requests e-mails to a player's address doesn't use up the player's own limit.
        """
        self._floods = Buckets(fast / 200, 12 * fast, most=20_000)
        """Rate limit on e-mails to one recipient, no matter who requests them."""
        self._post = Buckets(fast / 10, 60 * fast)
        """Rate limit on all sign-in and confirmation e-mails of the server together."""
        self._files = Buckets(fast / 20, 5 * fast)
        """Limit on downloads of personal data, per person."""

    def asks(self, where: str) -> None:
        """Count a request for a WebAuthn challenge against the limit of an IP address.

        Raises:
            TooOften: the address has sent too many requests.
        """
        _take(self._asking, where)

    def tries(self, where: str) -> None:
        """Count a sign-in attempt from an IP address.

        Raises:
            TooOften: the address has made too many attempts.
        """
        _take(self._tries, where)

    def fails(self, credential: bytes) -> None:
        """Count a failed attempt to sign in with a passkey. Successful attempts are never refused by this limit.

        Raises:
            TooOften: too many attempts with that passkey have failed.
        """
        _take(self._failures, hashlib.sha256(credential).hexdigest())

    def writes(self, where: str, mail: str) -> None:
        """Count an e-mail against all limits on e-mails, even if no account has its address.

        Raises:
            TooOften: too many e-mails were sent to the address, were requested from this IP address, or were sent in
                total.
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
        """Count a download of a person's data.

        Raises:
            TooOften: the person has downloaded the data too often.
        """
        _take(self._files, person_id)


def _take(left: Buckets, who: str, words: str = _WORDS) -> None:
    if not left.take(who):
        raise TooOften(left.wait(who), words)
