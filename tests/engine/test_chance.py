"""The random generator against its published vectors, and the fairness of its numbers."""

import numpy as np
import pytest

from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import LOW, below, draw, philox, product
from souq.engine.rules.record import GameRecord
from souq.engine.rules.twin import Twin, interpreted

# Known answers of the reference implementation (Random123, kat_vectors): counter, key, result.
VECTORS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((LOW, LOW, LOW, LOW), (LOW, LOW), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@rule
def block(counter, key, out):
    a, b, c, d = philox(counter[0], counter[1], counter[2], counter[3], key[0], key[1])
    out[0] = a
    out[1] = b
    out[2] = c
    out[3] = d


@rule
def numbers(s, n, out):
    for i in range(len(out)):
        out[i] = below(s, n)


def state(key=(1, 2)):
    made = GameRecord.new()
    made["key"][0] = key
    return made


@pytest.mark.parametrize("counter, key, result", VECTORS)
def test_published_vectors(counter, key, result):
    out = np.zeros(4, np.int64)
    block(np.array(counter, np.int64), np.array(key, np.int64), out)
    assert tuple(out) == result
    assert interpreted(philox)(*counter, *key) == result


def test_product_is_exact():
    @rule
    def halves(a, b, out):
        out[0], out[1] = product(a, b)

    for a, b in [(0, 0), (LOW, LOW), (0x80000000, 2), (0xD2511F53, LOW), (3, 5)]:
        out = np.zeros(2, np.int64)
        halves(a, b, out)
        assert tuple(out) == product(a, b) == divmod(a * b, 1 << 32)


@pytest.mark.parametrize("n", [1, 2, 6, 36, 216, 1000, 3_000_000_000, LOW])
def test_compiled_and_interpreted_streams_are_equal(n):
    compiled, twin = state((0xFFFFFFFF, 7)), Twin.of(state((0xFFFFFFFF, 7)))
    one, two = np.zeros(200, np.int64), [0] * 200
    numbers(compiled[0], n, one)
    interpreted(numbers)(twin, n, two)
    assert one.tolist() == two
    assert compiled["draws"][0] == twin.draws
    assert 0 <= one.min() <= one.max() < n


@pytest.mark.parametrize("n", [2, 6, 10, 36, 216])
def test_below_is_fair(n):
    """Chi-square of 200,000 draws; a fair generator exceeds the limit about once in 10,000 times."""
    out = np.zeros(200_000, np.int64)
    numbers(state((n, 99))[0], n, out)
    seen = np.bincount(out, minlength=n)
    expected = len(out) / n
    chi = float(((seen - expected) ** 2 / expected).sum())
    free = n - 1
    assert len(seen) == n
    assert chi < free + 3.8 * np.sqrt(2 * free) + 10


def test_below_rejects_biased_draws():
    """With n = 3 * 2**30 a third of all draws must be rejected, and quarters of the range be equally likely."""
    n = 3 << 30
    one = state((5, 6))
    out = np.zeros(30_000, np.int64)
    numbers(one[0], n, out)
    assert 1.25 < one["draws"][0] / len(out) < 1.42
    thirds = np.bincount(out // (1 << 30), minlength=3) / len(out)
    assert np.abs(thirds - 1 / 3).max() < 0.015


def test_every_key_and_draw_gives_a_new_number():
    made = {interpreted(draw)(Twin(key=[a, b], draws=d)) for a in range(8) for b in range(8) for d in range(8)}
    assert len(made) == 512


def test_a_draw_is_counted():
    twin = Twin.of(state())
    interpreted(below)(twin, 216)
    assert twin.draws == 1
