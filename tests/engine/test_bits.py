"""Sets of sites compared with Python's sets, compiled and interpreted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine.compiler import native
from souq.engine.compiler.compiled import rule
from souq.engine.rules import bits
from souq.engine.rules.bits import (
    WIDTH,
    WORD,
    common,
    count,
    differ,
    each,
    first,
    grow,
    has,
    like,
    lowered,
    lowest,
    members,
    minus,
    nth,
    nth_bit,
    pair,
    plus,
    popcount,
    raised,
    rest,
    some,
    store,
    triple,
    union,
    words,
)
from souq.engine.rules.twin import interpreted


@rule
def sets_of_two(rows, site, by, near, made, found, out):
    a = pair(rows[0])
    b = pair(rows[1])
    store(made[0], union(a, b))
    store(made[1], common(a, b))
    store(made[2], minus(a, b))
    store(made[3], differ(a, b))
    store(made[4], rest(a))
    store(made[5], plus(a, site))
    store(made[6], raised(a, by))
    store(made[7], lowered(a, by))
    store(made[8], grow(b, near))
    store(made[9], like(rows[0], b))
    found[0] = count(a)
    found[1] = first(a)
    found[2] = 1 if has(a, site) else 0
    found[3] = 1 if some(a) else 0
    found[4] = nth(a, by)
    found[5] = each(a, out, 1000)


@rule
def sets_of_three(rows, site, by, near, made, found, out):
    a = triple(rows[0])
    b = triple(rows[1])
    store(made[0], union(a, b))
    store(made[1], common(a, b))
    store(made[2], minus(a, b))
    store(made[3], differ(a, b))
    store(made[4], rest(a))
    store(made[5], plus(a, site))
    store(made[6], raised(a, by))
    store(made[7], lowered(a, by))
    store(made[8], grow(b, near))
    store(made[9], like(rows[0], b))
    found[0] = count(a)
    found[1] = first(a)
    found[2] = 1 if has(a, site) else 0
    found[3] = 1 if some(a) else 0
    found[4] = nth(a, by)
    found[5] = each(a, out, 1000)


def expected(a, b, site, by, near, size):
    """Return what the rules above must find, computed with Python's sets."""
    ordered = sorted(a)
    made = [
        a | b,
        a & b,
        a - b,
        a ^ b,
        set(ordered[1:]),
        a | {site},
        {s + by for s in a if s + by < size},
        {s - by for s in a if s >= by},
        b.union(*(near[s] for s in b)),
        a,
    ]
    found = [len(a), ordered[0] if a else -1, int(site in a), int(bool(a)), ordered[by] if by < len(a) else -1, len(a)]
    return made, found, [1000 + s for s in ordered]


@pytest.mark.parametrize("n, compiled", [(2, sets_of_two), (3, sets_of_three)])
def test_sets_agree_with_pythons(n, compiled):
    size = WIDTH * n
    sites = st.integers(0, size - 1)
    some_sites = st.one_of(st.sets(sites), st.just(set(range(size))), st.sets(st.sampled_from([0, 62, 63, size - 1])))
    near = [{(s + 1) % size, (s + 64) % size} for s in range(size)]
    near_rows = np.array([words(s, n) for s in near], np.int64)

    @given(some_sites, some_sites, sites, st.integers(0, 62))
    @settings(max_examples=150, deadline=None)
    def agree(a, b, site, by):
        rows = [list(words(a, n)), list(words(b, n))]
        made, found, listed = expected(a, b, site, by, near, size)
        for run, kind in ((compiled, np.array), (interpreted(compiled), list)):
            into, facts = np.zeros((10, n), np.int64), np.zeros(6, np.int64)
            out = np.zeros(size, np.int64)
            rows_in = np.array(rows, np.int64) if kind is np.array else rows
            run(rows_in, site, by, near_rows if kind is np.array else near_rows.tolist(), into, facts, out)
            assert [set(members(row)) for row in into] == made
            assert facts.tolist() == found
            assert out[: len(a)].tolist() == listed
            assert int(into.min()) >= 0

    agree()


@rule
def word_results(word, k, out):
    out[0] = popcount(word)
    out[1] = lowest(word)
    out[2] = nth_bit(word, k) if k < popcount(word) else -1


@given(
    st.one_of(st.integers(0, WORD), st.just(0), st.just(WORD), st.sampled_from([1 << k for k in range(63)])),
    st.integers(0, 62),
)
@settings(max_examples=200, deadline=None)
def test_words_agree_with_python(word, k):
    ones = [i for i in range(63) if word >> i & 1]
    right = [len(ones), ones[0] if ones else -1, ones[k] if k < len(ones) else -1]
    for run in (word_results, interpreted(word_results)):
        out = np.zeros(3, np.int64)
        run(word, k, out)
        assert out.tolist() == right


def test_nth_bit_works_without_the_cpu_instruction(monkeypatch):
    monkeypatch.setattr(native, "_deposits", lambda: False)

    @rule
    def nth_of(word, k):
        return nth_bit(word, k)

    for word in (1, 1 << 62, WORD, 0b1011 << 29, 0x5555_0000_FFFF_0001):
        assert [nth_of(word, k) for k in range(word.bit_count())] == members([word])


def test_narrow_numbers_are_widened():
    @rule
    def counted(numbers):
        return popcount(numbers[0]) + lowest(numbers[1])

    assert counted(np.array([7, 8], np.int8)) == 3 + 3


def test_words_and_members_are_inverse():
    assert words([0, 62, 63, 125], 2) == (1 | 1 << 62, 1 | 1 << 62)
    assert members(words([5, 64, 188], 3)) == [5, 64, 188]
    assert bits.words([], 2) == (0, 0)
