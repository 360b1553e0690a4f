"""The arithmetic of clocks: time is gained only by increments, and only the clocks of deciders run."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from souq.server.core.clocks import hours as quiet
from souq.server.core.clocks import reckoning
from souq.server.core.clocks.hours import Hours
from souq.server.core.clocks.reckoning import Bank, ClockOffsets
from souq.server.core.clocks.terms import Terms, check, from_json, in_words, to_json
from souq.server.errors import Malformed

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")
BEGIN = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
HOUR = 3600.0
NO_OFFSETS = ClockOffsets()

nights = st.tuples(st.integers(0, 1439), st.integers(0, 1439)).filter(lambda night: (night[1] - night[0]) % 1440 <= 720)
days = st.dates(datetime(2026, 1, 1).date(), datetime(2026, 12, 31).date()).map(lambda day: day.isoformat())
people = st.builds(
    Hours,
    st.sampled_from(ZONES),
    nights,
    st.lists(days, max_size=30, unique=True).map(lambda found: tuple(sorted(found))),
)
moments = st.floats(BEGIN, BEGIN + 330 * 24 * HOUR)
stretches = st.floats(0, 40 * 24 * HOUR)
walls = st.lists(st.tuples(st.floats(BEGIN, BEGIN + 370 * 24 * HOUR), st.floats(0, 5 * HOUR)), max_size=4).map(
    lambda marks: ClockOffsets(
        tuple((at, 100.0 + sum(by for _, by in sorted(marks)[: n + 1])) for n, (at, _) in enumerate(sorted(marks)))
    )
)
terms = st.one_of(
    st.builds(Terms, st.just("live"), st.floats(30, 14_400), st.floats(3, 600)),
    st.builds(Terms, st.just("days"), st.floats(3600, 30 * 86_400)),
)
steps = st.lists(
    st.tuples(st.sampled_from(("ask", "end", "bot ends", "stand", "look", "restart")), st.floats(0, 5000)), max_size=40
)


@given(terms, steps, people | st.none(), walls)
def test_time_is_gained_only_by_increments(
    agreed: Terms, story: list[tuple[str, float]], hours: Hours | None, offsets: ClockOffsets
) -> None:
    now, bank, given_, ran = BEGIN, Bank(agreed.bank), 0.0, 0.0
    counts = hours if agreed.kind == "days" else None
    for what, passes in story:
        before = bank.at(now, offsets)
        stood = bank.since is None
        after = bank.at(now + passes, offsets)
        assert after == before if stood else after <= before, "time alone gives nothing"
        asked = 0.0 if stood else before - after
        assert asked <= passes + 1e-6, "no more runs than passes"
        ran, now = ran + asked, now + passes
        if what == "ask" and stood:
            bank = reckoning.started(bank, now, counts)
        elif what in ("end", "bot ends"):
            still = reckoning.paused(bank, now, offsets)
            bank = reckoning.after_turn(still, agreed, own=what == "end")
            assert bank.left >= still.left or agreed.kind == "days"
            assert bank.left <= max(still.left + agreed.increment, agreed.bank)
            given_ += bank.left - still.left
        elif what == "stand":
            bank = reckoning.paused(bank, now, offsets)
        elif what == "restart":
            again = reckoning.from_json(json.loads(json.dumps(reckoning.to_json(bank))))
            assert again == bank
        assert bank.at(now, offsets) == pytest.approx(agreed.bank + given_ - ran, abs=1e-3)


@given(terms, moments, stretches, people | st.none(), walls)
def test_a_clock_expires_exactly_at_its_deadline(
    agreed: Terms, now: float, passes: float, hours: Hours | None, offsets: ClockOffsets
) -> None:
    bank = reckoning.started(Bank(agreed.bank), now, hours)
    seen = now + passes
    if any(at > seen for at, _ in offsets.ahead):
        return  # what is still to come nobody can reckon with
    due = bank.due(seen, offsets)
    assert due is not None and due >= seen
    assert bank.at(due, offsets) <= 0.01
    assert bank.at(due - 1, offsets) > 0 or due - 1 < seen or bank.out(seen, offsets)
    assert bank.out(due + 0.01, offsets)
    assert not bank.out(now, offsets)


@given(moments, st.lists(st.floats(0, 1000), max_size=12))
def test_restarts_and_reads_change_nothing(now: float, passes: list[float]) -> None:
    often = once = reckoning.started(Bank(5000.0), now, None)
    for each in passes:
        now += each
        often = reckoning.from_json(json.loads(json.dumps(reckoning.to_json(often))))
        often.at(now, NO_OFFSETS)
    assert often.at(now, NO_OFFSETS) == once.at(now, NO_OFFSETS)


@given(people, moments, stretches, stretches)
def test_counted_time_adds_up_and_never_exceeds_elapsed_time(
    hours: Hours, since: float, first: float, second: float
) -> None:
    middle, end = since + first, since + first + second
    whole = quiet.awake(hours, since, end)
    parts = quiet.awake(hours, since, middle) + quiet.awake(hours, middle, end)
    assert whole == pytest.approx(parts, abs=1e-3)
    assert 0 <= whole <= end - since + 1e-3


@given(people, moments, st.floats(1, 20 * 24 * HOUR))
def test_counted_hours_end_at_the_stated_time(hours: Hours, since: float, seconds: float) -> None:
    assert quiet.awake(hours, since, quiet.after(hours, since, seconds)) == pytest.approx(seconds, abs=1e-3)


@given(people, moments)
def test_twelve_counted_hours_take_three_days_plus_holidays_at_most(hours: Hours, since: float) -> None:
    over = quiet.after(hours, since, 12 * HOUR) - since
    assert over <= (len(hours.holidays) + 3) * 24 * HOUR


def test_a_night_in_cairo_does_not_count() -> None:
    hours = Hours("Africa/Cairo", (22 * 60, 8 * 60), ("2026-12-25",))
    evening = datetime(2026, 12, 24, 19, tzinfo=UTC).timestamp()  # nine in Cairo
    assert quiet.awake(hours, evening, evening + 12 * HOUR) == HOUR
    told = datetime.fromtimestamp(quiet.after(hours, evening, 2 * HOUR), UTC)
    assert told == datetime(2026, 12, 26, 7, tzinfo=UTC), "an hour on the eve, none on the holiday, one from eight on"


def test_nights_with_a_clock_change_have_their_true_length() -> None:
    hours = Hours("Europe/Berlin", (60, 9 * 60))
    for day, longer in ((29, 0), (30, 1)):  # on the 29th of March 2026 the hour from two to three is left out
        midnight = datetime(2026, 3, day - 1, 23 - (day == 30), tzinfo=UTC).timestamp()
        end = datetime(2026, 3, day, 22, tzinfo=UTC).timestamp()
        assert quiet.awake(hours, midnight, end) == 16 * HOUR, longer


def test_downtime_is_no_night() -> None:
    """The server is down from ten in the evening until ten in the morning: the hours after it are no night."""
    hours = Hours("UTC", (22 * 60, 8 * 60))
    ten = datetime(2026, 5, 1, 22, tzinfo=UTC).timestamp()
    offsets = ClockOffsets(((0.0, 0.0), (ten, 12 * HOUR)))
    bank = reckoning.started(Bank(6 * HOUR), ten - 2 * HOUR, hours)
    assert bank.at(ten, offsets) == 4 * HOUR
    assert bank.at(ten + HOUR, offsets) == 3 * HOUR, "it is eleven in the morning"
    assert bank.due(ten + HOUR, offsets) == ten + 4 * HOUR
    assert list(offsets.periods(ten - HOUR, ten + HOUR)) == [(ten - HOUR, ten), (ten + 12 * HOUR, ten + 13 * HOUR)]


def test_an_expired_clock_restarts_with_one_increment() -> None:
    live = Terms("live", 300, 10)
    assert reckoning.after_turn(Bank(0.0), live, own=False).left == 10
    assert reckoning.after_turn(Bank(40.0), live, own=False).left == 40, "a bot's turn adds nothing"
    assert reckoning.after_turn(Bank(40.0), live, own=True).left == 50
    assert reckoning.after_turn(Bank(0.0), Terms("days", 86_400), own=False).left == 86_400


def test_terms_are_stored_and_described() -> None:
    for agreed in (Terms("live", 300, 10, "merchant"), Terms("days", 3 * 86_400)):
        assert from_json(to_json(check(agreed))) == agreed
    assert from_json(to_json(None)) is None
    assert in_words(Terms("days", 3 * 86_400)) == "3 days a turn"


@pytest.mark.parametrize(
    "wrong", [Terms("live", 1e9, 10), Terms("live", 300, 0), Terms("days", 60), Terms("days", 86_400, 5)], ids=str
)
def test_invalid_terms_are_refused(wrong: Terms) -> None:
    with pytest.raises(Malformed):
        check(wrong)


def test_holidays_are_announced_and_not_withdrawn() -> None:
    now = datetime(2026, 7, 15, 12, tzinfo=UTC).timestamp()
    before = Hours("UTC", (0, 0), ("2025-07-01", "2026-07-14", "2026-07-15", "2026-07-20"))
    kept = quiet.agreed(before, Hours("UTC", (0, 480), ("2026-07-13", "2026-07-15", "2026-07-16")), now)
    assert kept == Hours("UTC", (0, 480), ("2026-07-14", "2026-07-15", "2026-07-16"))


def test_changing_the_time_zone_gives_no_day_back() -> None:
    """In the old zone it is already the 29th; in the new one it isn't yet, but the day stays used."""
    now = datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp()
    wanted = Hours("Pacific/Pago_Pago", (0, 0), ("2026-11-29", "2026-11-30"))
    assert quiet.agreed(Hours("Pacific/Kiritimati"), wanted, now).holidays == ("2026-11-30",)


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (Hours("Mars/Olympus"), "time zone"),
        (Hours("../../etc/passwd"), "time zone"),
        (Hours("UTC", (0, 800)), "twelve hours"),
        (Hours("UTC", (0, 0), tuple(f"2027-03-{day:02}" for day in range(1, 32))), "30 days"),
    ],
)
def test_too_many_quiet_hours_are_refused(wanted: Hours, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        quiet.agreed(quiet.NONE, wanted, BEGIN)
