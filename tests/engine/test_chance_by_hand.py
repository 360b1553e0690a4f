"""A whole game's chance, computed only from docs/explanation/fair-play.md and the papers it names.

Nothing of souq, nor of Python's own hash functions, takes part in the reckoning. What the game made of its chance is
read from the events it tells.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from souq.engine import registry
from souq.engine.match.match import Match
from souq.engine.match.shares import Share

MASK = 0xFFFFFFFF
FIRST, DEAL, THROW, RETHROW, REFILL = 1, 2, 8, 10, 24
WILD = 4


def roots(count: int, power: int) -> list[int]:
    """Return the first 32 bits of the fractional parts of roots of the first primes, in integers."""
    primes: list[int] = []
    number = 2
    while len(primes) < count:
        if all(number % prime for prime in primes):
            primes.append(number)
        number += 1
    found = []
    for prime in primes:
        low, high = 0, 1 << 40
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle**power <= prime << 32 * power else (low, middle)
        found.append(low & MASK)
    return found


def sha256(message: bytes) -> bytes:
    """FIPS 180-4."""

    def right(word: int, by: int) -> int:
        return (word >> by | word << 32 - by) & MASK

    state, rounds = roots(8, 2), roots(64, 3)
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + (8 * len(message)).to_bytes(8, "big")
    for start in range(0, len(padded), 64):
        w = [int.from_bytes(padded[start + at : start + at + 4], "big") for at in range(0, 64, 4)]
        for t in range(16, 64):
            near = right(w[t - 2], 17) ^ right(w[t - 2], 19) ^ w[t - 2] >> 10
            far = right(w[t - 15], 7) ^ right(w[t - 15], 18) ^ w[t - 15] >> 3
            w.append((near + w[t - 7] + far + w[t - 16]) & MASK)
        a, b, c, d, e, f, g, h = state
        for t in range(64):
            one = h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + (e & f ^ ~e & g) + rounds[t] + w[t]
            two = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = one + two & MASK, a, b, c, d + one & MASK, e, f, g
        state = [old + new & MASK for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True)]
    return b"".join(word.to_bytes(4, "big") for word in state)


def hmac(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys of at most a block."""
    block = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in block) + message)
    return sha256(bytes(byte ^ 0x5C for byte in block) + inner)


def philox(counter: list[int], key: list[int]) -> list[int]:
    """Philox4x32-10."""
    (x0, x1, x2, x3), (k0, k1) = counter, key
    for _ in range(10):
        one, two = x0 * 0xD2511F53, x2 * 0xCD9E8D57
        x0, x1, x2, x3 = two >> 32 ^ x1 ^ k0, two & MASK, one >> 32 ^ x3 ^ k1, one & MASK
        k0, k1 = k0 + 0x9E3779B9 & MASK, k1 + 0xBB67AE85 & MASK
    return [x0, x1, x2, x3]


class Dice:
    """The random numbers of one decision."""

    def __init__(self, master: bytes, ply: int) -> None:
        digest = hmac(master, ply.to_bytes(8, "big"))
        self._key, self._drawn = [int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")], 0

    def below(self, n: int) -> int:
        """Return a number below ``n`` (Lemire 2019): a biased draw is rejected and drawn again."""
        while True:
            product = philox([self._drawn, 0, 0, 0], self._key)[0] * n
            self._drawn += 1
            if product & MASK >= (1 << 32) % n:
                return product >> 32


def key_of(document: dict[str, Any]) -> bytes:
    """Return the master key of a saved match, and check its commitment."""
    secret = bytes.fromhex(document["secret"])
    assert sha256(secret).hex() == document["commitment"]
    message = b"souq shares 1"
    for share in document["shares"]:
        used = bytes.fromhex(share["share"])
        if share["replaced"]:
            assert used == hmac(secret, b"souq share of seat " + bytes([share["seat"]]))
        else:
            assert sha256(used).hex() == share["seal"]
        message += bytes([share["seat"], 1 if share["replaced"] else 0]) + used
    return hmac(secret, message)


def checked(master: bytes, told: Iterator[tuple[int, list[tuple[int, ...]]]], players: int) -> dict[int, int]:
    """Check every throw, card of the setup and revealed tile against the numbers; return how many there were."""
    stock: list[int] = []
    counts: dict[int, int] = {}
    for ply, events in told:
        dice = Dice(master, ply)
        for kind, _, *facts in events:
            counts[kind] = counts.get(kind, 0) + 1
            if kind == FIRST:
                assert facts[0] == dice.below(players)
            elif kind == DEAL:
                assert facts[1:] == [dice.below(WILD + 1) for _ in range(3)]
            elif kind == THROW:
                throw = dice.below(216)
                assert facts[1:] == [throw % 6, throw // 6 % 6, throw // 36]
                before = facts[1:]
            elif kind == 9:
                kept, again = facts[2], facts[3]
            elif kind == RETHROW:
                throw, after = dice.below(36), list(before)
                for die in range(3):
                    if again >> die & 1 and die != kept:
                        after[die], throw = throw % 6, throw // 6
                assert facts[1:] == after
            elif kind == REFILL:
                stock = stock or list(range(facts[3] + 1))
                assert facts[2] == stock.pop(dice.below(facts[3] + 1))
    return counts


def test_implementations_by_hand_reproduce_published_vectors() -> None:
    assert sha256(b"abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    assert sha256(long).hex() == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    case = hmac(b"Jefe", b"what do ya want for nothing?")  # RFC 4231, test case 2
    assert case.hex() == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert philox([0] * 4, [0] * 2) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    pi = [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344], [0xA4093822, 0x299F31D0]
    assert philox(*pi) == [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]


def test_a_game_with_a_missing_share_is_reproduced() -> None:
    drawn = random.Random(15)
    secret, *own = (drawn.randbytes(32) for _ in range(4))
    shares = [Share(0, sha256(own[0]), own[0]), Share(1, sha256(own[1]), None), Share(3, sha256(own[2]), own[2])]
    match = Match(registry.find("desert_bazaar"), 4, secret=secret, shares=shares)
    while not match.over:
        match.play(drawn.choice(match.legal()))
    document = match.to_json()
    assert [share["replaced"] for share in document["shares"]] == [False, True, False]
    told = ((ply, match.events(ply)) for ply in range(match.ply + 1))
    counts = checked(key_of(document), told, 4)
    assert counts[FIRST] == 1 and counts[DEAL] == 12
    assert min(counts[THROW], counts[RETHROW], counts[REFILL]) >= 5
    assert Match.from_json(document).state.tobytes() == match.state.tobytes()
