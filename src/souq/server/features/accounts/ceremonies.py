"""WebAuthn ceremonies: options for creating and using passkeys, and verification of the browser's answers.

Importing the webauthn package is slow, so this module is imported when a passkey is first asked for.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import webauthn
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, encode_cbor, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from souq.server.features.accounts.models import Passkey
from souq.server.features.accounts.passkeys import NotProven, Party, refusal

PATIENCE = 300_000
"""Milliseconds that the browser gives the player to use a passkey."""


def creation_options(
    party: Party, challenge: bytes, handle: bytes, called: str, have: Collection[Passkey]
) -> dict[str, Any]:
    """Return the options for creating a discoverable passkey, which signs in without typing a name."""
    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name="souq",
        user_id=handle,
        user_name=called,
        challenge=challenge,
        timeout=PATIENCE,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[_described(each) for each in have if each.party == party.id],
    )
    return dict(options_to_json_dict(options))


def request_options(party: Party, challenge: bytes) -> dict[str, Any]:
    """Return the options for signing in with any passkey of this relying party."""
    options = webauthn.generate_authentication_options(
        rp_id=party.id,
        challenge=challenge,
        timeout=PATIENCE,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(options_to_json_dict(options))


def challenge_of(credential: Mapping[str, Any]) -> bytes:
    """Return the challenge that a browser's answer contains; nothing is verified yet.

    Raises:
        NotProven: the credential holds no readable challenge.
    """
    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(said["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise refusal() from error


@dataclass(frozen=True, slots=True)
class Made:
    """A new passkey: the browser's answer that created it has been verified."""

    credential: bytes
    public_key: bytes
    uses: int
    transports: list[str]


def verify_creation(credential: dict[str, Any], challenge: bytes, party: Party) -> Made:
    """Verify a browser's answer and return the new passkey.

    Raises:
        NotProven: the answer fails verification, or its ID or key is too long.
    """
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    except Exception as error:  # it reads what a stranger has made
        raise NotProven("Try again. Your browser’s answer couldn’t be checked.") from error
    known = {each.value for each in AuthenticatorTransport}
    given = credential["response"].get("transports")
    transports = [each for each in given if isinstance(each, str) and each in known] if isinstance(given, list) else []
    if len(found.credential_id) > 1023 or len(found.credential_public_key) > 2000:
        raise NotProven("Try again. Your browser’s answer couldn’t be checked.")
    return Made(found.credential_id, found.credential_public_key, found.sign_count, transports[:8])


def credential_of(credential: Mapping[str, Any]) -> bytes:
    """Return the ID of the passkey that a browser used.

    Raises:
        NotProven: the credential holds no readable ID.
    """
    try:
        return base64url_to_bytes(credential["rawId"])[:1024]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise refusal() from error


def verify_assertion(
    credential: dict[str, Any], challenge: bytes, party: Party, passkey: Passkey | None, handle: bytes | None
) -> int:
    """Verify that a browser used a passkey, and return its authenticator's new signature counter.

    An answer for an unknown passkey is verified against a random key, so that neither timing nor message reveals which
    passkeys exist.

    Raises:
        NotProven: the signature, the relying party or the user handle is wrong.
    """
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key if passkey else _nobodys(),
            credential_current_sign_count=passkey.uses if passkey else 0,
        )
        said = credential["response"].get("userHandle")
        theirs = said is None or (handle is not None and base64url_to_bytes(said) == handle)
    except Exception as error:  # it reads what a stranger has made
        raise refusal() from error
    if passkey is None or passkey.party != party.id or not theirs:
        raise refusal()
    return int(found.new_sign_count)


def _described(passkey: Passkey) -> PublicKeyCredentialDescriptor:
    transports = [AuthenticatorTransport(each) for each in passkey.transports]
    return PublicKeyCredentialDescriptor(id=passkey.credential, transports=transports or None)


@cache
def _nobodys() -> bytes:
    """Return a random public key (P-256, COSE) for verifying answers of unknown passkeys, which thus always fail."""
    numbers = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
    point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
    return encode_cbor({1: 2, 3: -7, -1: 1, **point})
