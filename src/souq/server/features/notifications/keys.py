"""The server's own keys: one identifies it to push services (VAPID), the other signs unsubscribe links.

They are created when first needed and stored in the database, so a copy of the database contains them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from souq.server.core.db.engines import Database
from souq.server.features.notifications.models import KEYS

LASTS = 12 * 3600
"""Lifetime of a VAPID token, in seconds; push services accept at most 24 hours."""


class ServerKeys:
    """The stored keys, created when they are first needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, bytes] = {}

    async def public(self) -> str:
        """Return the server's public key. Browsers that subscribe with it accept pushes from this server only."""
        point = (await self._push()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return b64(point)

    async def authorization(self, audience: str, contact: str) -> str:
        """Return the VAPID authorization header for a push service (RFC 8292).

        Args:
            audience: the push service's origin.
            contact: URL of the operator's e-mail address or page, for problems.
        """
        from py_vapid import Vapid02

        claims = {"aud": audience, "sub": contact, "exp": int(time.time()) + LASTS}
        return str(Vapid02(await self._push()).sign(claims)["Authorization"])

    async def signed(self, channel: str) -> str:
        """Return the token in a channel's unsubscribe link: the channel's ID followed by a signature."""
        return f"{channel}.{await self._signature(channel)}"

    async def channel_of(self, token: str) -> str | None:
        """Return the ID of the channel that an unsubscribe link's token names, or None if the signature is wrong."""
        channel, _, given = token.partition(".")
        right = await self._signature(channel)
        return channel if given.isascii() and hmac.compare_digest(given, right) else None

    async def _signature(self, channel: str) -> str:
        key = await self._get("letters", lambda: secrets.token_bytes(32))
        return b64(hmac.digest(key, channel.encode(), hashlib.sha256)[:16])

    async def _push(self) -> ec.EllipticCurvePrivateKey:
        number = int.from_bytes(await self._get("push", _fresh_number))
        return ec.derive_private_key(number, ec.SECP256R1())

    async def _get(self, name: str, make: Callable[[], bytes]) -> bytes:
        if name not in self._known:
            self._known[name] = await self._stored(name) or await self._made(name, make())
        return self._known[name]

    async def _stored(self, name: str) -> bytes | None:
        return await self._database.scalar(select(KEYS.c.value).where(KEYS.c.name == name))

    async def _made(self, name: str, value: bytes) -> bytes:
        try:
            await self._database.run(insert(KEYS).values(name=name, value=value))
        except IntegrityError:  # another server was quicker
            return await self._stored(name) or value
        return value


def _fresh_number() -> bytes:
    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32)


def b64(data: bytes) -> str:
    """Encode as base64url without padding.

    >>> b64(bytes([251, 255]))
    '-_8'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """Decode base64url without padding.

    Raises:
        ValueError: the text is not valid base64url.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
