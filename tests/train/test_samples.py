"""Training data: games by their seeds, complete files of the right run, and encoded samples."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from souq.engine.learn.packed import Damaged, packed, unpacked
from souq.training.encoding import NEVER, Encoder, answers, surprise
from souq.training.samples import OtherRun, Samples, Terms, joined, opened, play, shard
from tests.heaps import GAME as HEAPS
from tests.train.small import plan
from tests.train.test_learned import drawn

TERMS = Terms.of(plan(), None)


def samples(*numbers: int, terms: Terms = TERMS) -> Samples:
    return joined([play(HEAPS, terms, None, number) for number in numbers])


def test_a_game_is_determined_by_its_number() -> None:
    first, again, other = samples(3), samples(3), samples(4, 5, 6)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert other.visits.tolist() != first.visits.tolist()
    assert samples(3, terms=replace(TERMS, seed=2)).visits.tolist() != first.visits.tolist()


def test_samples_add_up() -> None:
    many = samples(*range(12))
    assert len(many) == many.ends.size == len(many.won) and many.ends[-1] == len(many.choices) == len(many.visits)
    sums = np.add.reduceat(many.visits, np.concatenate([[0], many.ends[:-1]]))
    assert (sums == plan().games.iterations).all()
    assert np.allclose(many.won.sum(1), 1) and np.allclose(many.values.sum(1), 1, atol=1e-5)
    assert set(many.games.tolist()) <= set(range(12))


def test_incomplete_and_foreign_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games-0000.npz"
    content = shard(TERMS, HEAPS.package, b"", (0, 1))
    path.write_bytes(content)
    found, seconds = opened(path, TERMS, (0, 1))
    assert all(np.array_equal(a, b) for a, b in zip(found, samples(0, 1), strict=True)) and seconds >= 0
    with pytest.raises(OtherRun, match="its iterations: 24, not 25"):
        opened(path, replace(TERMS, iterations=25), (0, 1))
    with pytest.raises(OtherRun, match="its layout"):
        opened(path, replace(TERMS, layout="before"), (0, 1))
    with pytest.raises(OtherRun, match="other games of the run"):
        opened(path, TERMS, (1, 2))
    path.write_bytes(content[:-40])
    with pytest.raises(Damaged, match=r"games-0000\.npz is damaged"):
        opened(path, TERMS, (0, 1))
    path.write_bytes(drawn(HEAPS).packed())
    with pytest.raises(Damaged, match="isn't a file of samples"):
        opened(path, TERMS, (0, 1))


def test_files_of_an_older_souq_are_accepted(tmp_path: Path) -> None:
    """They lack settings that did not exist yet."""
    path = tmp_path / "games-0000.npz"
    facts, arrays = unpacked(shard(TERMS, HEAPS.package, b"", (0, 1)), "games")
    before = {name: number for name, number in facts["terms"]["manner"].items() if name != "mix"}
    path.write_bytes(packed({**facts, "terms": {**facts["terms"], "manner": before}}, arrays))
    opened(path, TERMS, (0, 1))
    with pytest.raises(OtherRun, match="its manner"):
        opened(path, replace(TERMS, manner=TERMS.manner._replace(mix=0.5)), (0, 1))


def test_games_can_be_played_with_a_net() -> None:
    one = drawn(HEAPS)
    terms = Terms.of(plan(), one)
    assert terms != TERMS
    _, arrays = unpacked(shard(terms, HEAPS.package, one.packed(), (0, 1, 2)), "it")
    assert arrays["values"].tolist() != samples(0, 1, 2).values.tolist()


def test_encoded_samples_are_relative_to_the_seat() -> None:
    many = samples(*range(8))
    rows = np.arange(len(many))
    one = drawn(HEAPS)
    encoded = Encoder(HEAPS, 2, one.net.scale, 1.0).batch(many, rows, 0.25)
    n = len(rows)
    assert len(encoded.inputs) == 2 * n
    target = 0.25 * many.values + 0.75 * many.won
    at = np.arange(n)
    assert np.allclose(encoded.outcome[:n, 0], target[at, many.seats])
    assert np.allclose(encoded.outcome[n:, 0], target[at, 1 - many.seats])
    assert np.allclose(encoded.looked.sum(1), 1)
    assert (encoded.looked[encoded.promising == NEVER] == 0).all()
    begins = np.concatenate([[0], many.ends[:-1]])
    assert ((encoded.promising > NEVER).sum(1) == many.ends - begins).all()
    value, policy = answers(one.net, encoded)
    assert np.allclose(value.sum(1), 1) and np.allclose(policy.sum(1), 1)
    assert min(surprise(one.net, encoded)) > 0
    some = Encoder(HEAPS, 2, one.net.scale, 1.0).batch(many, rows[[5, 2, 7]], 0.25)
    for name in ("promising", "looked"):
        assert np.array_equal(getattr(some, name), getattr(encoded, name)[[5, 2, 7]])
