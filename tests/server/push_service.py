"""A push service and webhook receiver for tests, which read messages as browsers and chats do.

Messages are decrypted as RFC 8291 says, by this module's own hands, and who sends them is checked as RFC 8292 says.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.clients import PATIENCE

CURVE = ec.SECP256R1()


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hmac256(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, hashlib.sha256)


@dataclass
class ReceivedMessage:
    """A message that was received."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """The JSON body of a webhook call."""
        assert self.headers["content-type"] == "application/json"
        return dict(json.loads(self.body))


class Receiver:
    """A browser's push subscription with its keys."""

    def __init__(self, address: str, number: int = 0, auth: bytes = b"") -> None:
        self.address = address
        self._private = ec.derive_private_key(number, CURVE) if number else ec.generate_private_key(CURVE)
        self._auth = auth or os.urandom(16)
        self._public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        """The subscription as a page sends it to the server."""
        return {"endpoint": self.address, "keys": {"p256dh": b64(self._public), "auth": b64(self._auth)}}

    def read(self, came: ReceivedMessage) -> dict[str, Any]:
        """Return the decrypted content of a message."""
        assert came.headers["content-encoding"] == "aes128gcm"
        return dict(json.loads(self.decrypt(came.body)))

    def decrypt(self, body: bytes) -> bytes:
        """Decrypt a message for this browser (RFC 8291, aes128gcm of RFC 8188)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65 and len(sealed) <= size
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        given = hmac256(self._auth, shared)
        key = hmac256(salt, hmac256(given, b"WebPush: info\0" + self._public + sender + b"\x01"))
        secret = hmac256(key, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = hmac256(key, b"Content-Encoding: nonce\0\x01")[:12]
        padded = AESGCM(secret).decrypt(nonce, sealed, None)
        said, mark, padding = padded.rpartition(b"\x02")
        assert mark and not padding.strip(b"\0")
        return said


def verified_claims(came: ReceivedMessage) -> tuple[dict[str, Any], str]:
    """Return the sender's claims and public key after verifying the signature (RFC 8292)."""
    scheme, _, rest = came.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert scheme == "vapid" and json.loads(unb64(head))["alg"] == "ES256"
    raw = unb64(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(parts["k"]))
    made = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(made, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))  # raises what is no signature
    return dict(json.loads(unb64(claims))), parts["k"]


class PushService:
    """The messages received and the planned answers: 201 unless a path has others."""

    def __init__(self) -> None:
        self.received: list[ReceivedMessage] = []
        self.answers: dict[str, list[tuple[int, dict[str, str]]]] = {}
        self.port = 0

    @property
    def origin(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self.port}"

    def receiver(self, name: str = "amina") -> Receiver:
        """Return a new browser subscription."""
        return Receiver(f"{self.origin}/push/{name}")

    def answer(self, path: str, *statuses: int, **headers: str) -> None:
        """Answer the next messages to a path with these statuses; the last one is repeated."""
        self.answers[path] = [(status, headers) for status in statuses]

    def at(self, path: str) -> list[ReceivedMessage]:
        """Return the messages received at a path."""
        return [each for each in self.received if each.path == path]

    def wait(self, path: str, number: int = 1) -> ReceivedMessage:
        """Return the nth message received at a path, waiting until it has arrived."""
        until = time.monotonic() + PATIENCE
        while len(self.at(path)) < number:
            assert time.monotonic() < until, f"{len(self.at(path))} came to {path}"
            time.sleep(0.02)
        return self.at(path)[number - 1]


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on a free port."""
    inbox = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            inbox.received.append(
                ReceivedMessage(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            )
            planned = inbox.answers.get(self.path, [(201, {})])
            status, headers = planned.pop(0) if len(planned) > 1 else planned[0]
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    inbox.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield inbox
    finally:
        server.shutdown()
        server.server_close()
