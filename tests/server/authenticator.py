"""A software authenticator: it creates passkeys and signs with them, as a phone does or a thief would."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import encode_cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def b64_encode(data: bytes) -> str:
    """Encode bytes as unpadded base64url, as WebAuthn does in JSON."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def b64_decode(text: str) -> bytes:
    """Decode unpadded base64url."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Key:
    """A passkey with its private key."""

    party: str
    handle: bytes
    private: ec.EllipticCurvePrivateKey
    id: bytes = field(default_factory=lambda: secrets.token_bytes(24))
    uses: int = 0


class Authenticator:
    """A user's phone at the page of an origin."""

    def __init__(self, origin: str, counts: bool = True) -> None:
        self.origin, self._counts = origin, counts
        self.keys: list[Key] = []

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Create a passkey and return the credential as a browser sends it."""
        known = {b64_decode(each["id"]) for each in options["excludeCredentials"]}
        assert not known & {key.id for key in self.keys}, "this authenticator has one already"
        assert options["authenticatorSelection"]["residentKey"] == "required"
        private = ec.generate_private_key(ec.SECP256R1())
        key = Key(options["rp"]["id"], b64_decode(options["user"]["id"]), private)
        self.keys.append(key)
        numbers = private.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        public = encode_cbor({1: 2, 3: -7, -1: 1, **point})
        attested = bytes(16) + len(key.id).to_bytes(2, "big") + key.id + public
        data = self._data(key, PRESENT | VERIFIED | ATTESTED) + attested
        response = {
            "clientDataJSON": self._client_data("webauthn.create", options["challenge"]),
            "attestationObject": b64_encode(encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})),
            "transports": ["internal"],
        }
        return {"id": b64_encode(key.id), "rawId": b64_encode(key.id), "type": "public-key", "response": response}

    def show(self, options: dict[str, Any], key: Key | None = None) -> dict[str, Any]:
        """Sign a challenge with a passkey of this host, by default the last one."""
        assert not options["allowCredentials"]
        key = key or next(key for key in reversed(self.keys) if key.party == options["rpId"])
        key.uses += self._counts
        data, said = self._data(key, PRESENT | VERIFIED), self._client_data("webauthn.get", options["challenge"])
        signed = key.private.sign(data + hashlib.sha256(b64_decode(said)).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": said,
            "authenticatorData": b64_encode(data),
            "signature": b64_encode(signed),
            "userHandle": b64_encode(key.handle),
        }
        return {"id": b64_encode(key.id), "rawId": b64_encode(key.id), "type": "public-key", "response": response}

    def _data(self, key: Key, flags: int) -> bytes:
        return hashlib.sha256(key.party.encode()).digest() + bytes([flags]) + key.uses.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> str:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return b64_encode(json.dumps(said).encode())
