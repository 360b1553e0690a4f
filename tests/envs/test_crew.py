"""Threads that stand by for the parts of a step."""

from __future__ import annotations

import gc
import threading
import time

import pytest

import souq.envs
from souq.envs.crew import Crew


def helpers(wanted=0):
    """How many stand by: so many, or what there is after a while."""
    until = time.monotonic() + 10
    while True:
        gc.collect()
        found = sum(thread.name == "souq-helper" for thread in threading.enumerate())
        if found == wanted or time.monotonic() > until:
            return found
        time.sleep(0.05)


def test_parts_are_done_at_once_each_by_a_thread_of_its_own():
    met, crew, who = threading.Barrier(3, timeout=10), Crew(2), {}

    def part(nth):
        met.wait()
        who[nth] = threading.get_ident()
        return 10**nth

    assert crew.each(part) == 111 and crew.each(part) == 111
    assert len(set(who.values())) == 3 and who[2] == threading.get_ident()


@pytest.mark.parametrize("wrong", [0, 1])
def test_what_a_part_raises_comes_out_when_all_have_ended_and_the_next_call_is_whole(wrong):
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


def test_who_has_let_the_helpers_go_does_all_alone():
    crew, here = Crew(2), threading.get_ident()
    assert crew.each(lambda nth: threading.get_ident() == here) == 1
    crew.leave()
    assert crew.each(lambda nth: threading.get_ident() == here) == 3


def test_helpers_leave_with_the_batch_they_worked_for():
    before = helpers()
    games = souq.envs.vector("chatuchak", 8, threads=3)
    games.step(games.picks)
    assert helpers(before + 2) == before + 2
    del games
    assert helpers(before) == before


def test_a_batch_that_is_closed_steps_on():
    games, again = (souq.envs.vector("chatuchak", 8, threads=3, seed=5) for _ in range(2))
    games.close()
    for _ in range(50):
        assert games.step(games.picks) == again.step(again.picks)
    assert games.records.tobytes() == again.records.tobytes()
