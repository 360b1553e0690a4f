"""What is asked of a browser that is to make or show a passkey, and whether its answer holds.

Loads WebAuthn, which takes a moment: it is imported when somebody first asks for a passkey.
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
"""Milliseconds that a browser gets."""


def wanted(party: Party, challenge: bytes, handle: bytes, called: str, have: Collection[Passkey]) -> dict[str, Any]:
    """What a browser is asked for that is to make a passkey which its owner finds without saying a name."""
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


def asked(party: Party, challenge: bytes) -> dict[str, Any]:
    """What a browser is asked for that is to show any passkey it has."""
    options = webauthn.generate_authentication_options(
        rp_id=party.id,
        challenge=challenge,
        timeout=PATIENCE,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(options_to_json_dict(options))


def challenge_of(credential: Mapping[str, Any]) -> bytes:
    """The challenge that a browser says it answers.

    Raises:
        NotProven: it says nothing of the kind.
    """
    try:
        said = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(said["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise refusal() from error


@dataclass(frozen=True, slots=True)
class Made:
    """A passkey that a browser has made."""

    credential: bytes
    public_key: bytes
    uses: int
    transports: list[str]


def made(credential: dict[str, Any], challenge: bytes, party: Party) -> Made:
    """The passkey in a browser's answer.

    Raises:
        NotProven: it does not hold.
    """
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
        )
    except Exception as error:  # it reads what a stranger has made
        raise NotProven("Your browser’s answer can’t be checked. Try once more.") from error
    known = {each.value for each in AuthenticatorTransport}
    ways = credential["response"].get("transports")
    transports = [way for way in ways if isinstance(way, str) and way in known] if isinstance(ways, list) else []
    if len(found.credential_id) > 1023 or len(found.credential_public_key) > 2000:
        raise NotProven("Your browser’s answer can’t be checked. Try once more.")
    return Made(found.credential_id, found.credential_public_key, found.sign_count, transports[:8])


def credential_of(credential: Mapping[str, Any]) -> bytes:
    """Which passkey a browser shows.

    Raises:
        NotProven: it shows none.
    """
    try:
        return base64url_to_bytes(credential["rawId"])[:1024]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise refusal() from error


def shown(
    credential: dict[str, Any], challenge: bytes, party: Party, passkey: Passkey | None, handle: bytes | None
) -> int:
    """How often the passkey that a browser shows was used, itself included, as its authenticator counts.

    A passkey that nobody has takes as long, and is refused in the same words.

    Raises:
        NotProven: it is not that passkey.
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
    """A public key that nobody has the other half of."""
    numbers = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
    point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
    return encode_cbor({1: 2, 3: -7, -1: 1, **point})
