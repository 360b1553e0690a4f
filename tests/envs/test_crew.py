"""Helper threads that share the work of a step."""

from __future__ import annotations

import gc
import threading
import time

import pytest

import souq.envs
from souq.envs.crew import Crew


def helpers(wanted=0):
    """Return the number of waiting threads, once it is ``wanted`` or after ten seconds."""
    until = time.monotonic() + 10
    while True:
        gc.collect()
        found = sum(thread.name == "souq-helper" for thread in threading.enumerate())
        if found == wanted or time.monotonic() > until:
            return found
        time.sleep(0.05)


def test_parts_run_at_once_in_threads_of_their_own():
    met, crew, who = threading.Barrier(3, timeout=10), Crew(2), {}

    def part(nth):
        met.wait()
        who[nth] = threading.get_ident()
        return 10**nth

    assert crew.each(part) == 111 and crew.each(part) == 111
    assert len(set(who.values())) == 3 and who[2] == threading.get_ident()


@pytest.mark.parametrize("wrong", [0, 1])
def test_an_error_is_raised_after_all_parts_and_the_next_call_works(wrong):
    crew, ended = Crew(1), []

    def part(nth):
        if nth == wrong:
            raise LookupError(nth)
        time.sleep(0.05)
        ended.append(nth)
        return 1

    with pytest.raises(LookupError, match=str(wrong)):
        crew.each(part)
    assert ended == [1 - wrong]
    assert crew.each(lambda nth: nth) == 1


def test_a_crew_without_helpers_works_alone():
    crew, here = Crew(2), threading.get_ident()
    assert crew.each(lambda nth: threading.get_ident() == here) == 1
    crew.leave()
    assert crew.each(lambda nth: threading.get_ident() == here) == 3


def test_helpers_end_with_their_batch():
    before = helpers()
    games = souq.envs.vector("chatuchak", 8, threads=3)
    games.step(games.picks)
    assert helpers(before + 2) == before + 2
    del games
    assert helpers(before) == before


def test_a_closed_batch_can_be_stepped():
    games, again = (souq.envs.vector("chatuchak", 8, threads=3, seed=5) for _ in range(2))
    games.close()
    for _ in range(50):
        assert games.step(games.picks) == again.step(again.picks)
    assert games.records.tobytes() == again.records.tobytes()
