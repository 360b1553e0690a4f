"""Players' shares of chance: the master key, and the shares of a saved match."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from souq.engine.errors import CorruptMatch
from souq.engine.match import saved, secret
from souq.engine.match.match import Match
from souq.engine.match.shares import Share, master, seal
from tests.toy import GAME as TOY

AMINA, OMAR = b"a" * 32, b"o" * 32
SECRET = secret.seeded(3)


def revealed(seat: int, share: bytes) -> Share:
    return Share(seat, seal(share), share)


def missing(seat: int, share: bytes) -> Share:
    return Share(seat, seal(share), None)


def toy(*shares: Share) -> Match:
    match = Match(TOY, 2, secret=SECRET, shares=shares)
    for choice in ("swap", "keep", "keep"):
        match.play(choice)
    match.play("shout", 1)
    return match


def test_without_shares_the_secret_is_the_master_key() -> None:
    assert master(SECRET, ()) == SECRET
    assert "shares" not in toy().to_json() and saved.verify(toy().to_json(), Match).shares == ()


def test_the_master_key_follows_the_documented_formula() -> None:
    instead = hmac.digest(SECRET, b"souq share of seat \x01", "sha256")
    message = b"souq shares 1" + b"\x00\x00" + AMINA + b"\x01\x01" + instead
    assert master(SECRET, [revealed(0, AMINA), missing(1, OMAR)]) == hmac.digest(SECRET, message, "sha256")
    assert seal(AMINA) == hashlib.sha256(AMINA).digest()


def test_changing_or_omitting_a_share_changes_the_master_key() -> None:
    different = [
        (),
        (revealed(0, AMINA),),
        (revealed(1, AMINA),),
        (missing(0, AMINA),),
        (revealed(0, OMAR),),
        (revealed(0, AMINA), revealed(1, OMAR)),
        (revealed(0, AMINA), missing(1, OMAR)),
        (missing(0, AMINA), missing(1, OMAR)),
    ]
    assert len({master(SECRET, shares) for shares in different}) == len(different)
    keys = {secret.key(master(SECRET, shares), ply) for shares in different for ply in range(5)}
    assert len(keys) == 5 * len(different)


@pytest.mark.parametrize("shares", [(revealed(0, AMINA), revealed(1, OMAR)), (missing(0, AMINA), revealed(1, OMAR))])
def test_shares_are_saved_and_loaded(shares: tuple[Share, ...]) -> None:
    match = toy(*shares)
    again = Match.from_json(match.to_json())
    assert again.shares == shares and again.state.tobytes() == match.state.tobytes() != toy().state.tobytes()
    assert match.verify().shares == shares
    assert [entry["replaced"] for entry in match.to_json()["shares"]] == [share.replaced for share in shares]


@pytest.mark.parametrize(
    ("number", "change", "message"),
    [
        (0, {"share": OMAR.hex()}, "share of seat 0 doesn't match its seal"),
        (0, {"seal": seal(OMAR).hex()}, "share of seat 0 doesn't match its seal"),
        (0, {"replaced": True}, "don't follow from the secret"),
        (1, {"share": OMAR.hex()}, "don't follow from the secret"),
        (1, {"replaced": False}, "share of seat 1 doesn't match its seal"),
        (0, {"seat": 1}, "one for each"),
        (1, {"seat": 2}, "don't follow from the secret"),
        (0, {"share": "00"}, "shares.0.share"),
        (0, {"by": "Rosa"}, "shares.0"),
    ],
)
def test_a_changed_share_is_detected(number: int, change: dict[str, Any], message: str) -> None:
    document = toy(revealed(0, AMINA), missing(1, OMAR)).to_json()
    document["shares"][number] |= change
    with pytest.raises(CorruptMatch, match=message):
        saved.verify(document, Match)


def test_omitted_or_exchanged_shares_are_detected() -> None:
    document = toy(revealed(0, AMINA), revealed(1, OMAR)).to_json()
    for shares in (document["shares"][:1], document["shares"][1:]):
        with pytest.raises(CorruptMatch, match="result"):
            saved.verify(document | {"shares": shares}, Match)
    with pytest.raises(CorruptMatch, match="one for each"):
        saved.verify(document | {"shares": document["shares"][::-1]}, Match)
    with pytest.raises(CorruptMatch, match="shares"):
        saved.verify(document | {"shares": []}, Match)


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ((revealed(2, AMINA),), "from 0 to 1"),
        ((revealed(1, AMINA), revealed(0, OMAR)), "order of their seats"),
        ((revealed(0, b"short"),), "32 bytes"),
        ((Share(0, seal(OMAR), AMINA),), "doesn't match"),
    ],
)
def test_invalid_shares_are_refused(shares: tuple[Share, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Match(TOY, 2, secret=SECRET, shares=shares)
