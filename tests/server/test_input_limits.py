from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from souq.engine.present.names import NAME, SAID, BadName, clean_name, clean_speech
from souq.server.core.token_bucket import Buckets

pytestmark = pytest.mark.server

SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
"""A flag of seven code points."""


@pytest.mark.parametrize(
    "given_name, kept",
    [
        ("Amina", "Amina"),
        ("  two \t\n blanks  ", "two blanks"),
        ("a\u0000b\u001b[31mc", "ab[31mc"),
        ("ab\u202ecd\u2066", "abcd"),
        ("نرگس\u200cزاده", "نرگس\u200cزاده"),
        (SCOTLAND * 30, SCOTLAND * NAME),
        ("🇪🇬" * 30, "🇪🇬" * NAME),
        ("👍🏽" * 30, "👍🏽" * NAME),
        ("e\u0301" * 30, "é" * NAME),
        ("x" + "\u0316" * 10_000, "x" + "\u0316" * 11),
    ],
)
def test_names_are_cleaned(given_name: str, kept: str) -> None:
    assert clean_name(given_name) == kept


@pytest.mark.parametrize(
    "nobody", ["", " ", "\u200b\u200b", "\u202e", "\u0301", "\u2800", "\u3164", "\ue000", "\ud800"]
)
def test_an_unreadable_name_is_refused(nobody: str) -> None:
    with pytest.raises(BadName):
        clean_name(nobody)


@given(st.text(max_size=400))
def test_a_cleaned_name_is_short_storable_and_stable(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert len(name.encode()) <= NAME * 12 * 4
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cs", "Co", "Zl", "Zp"}
    assert clean_name(name) == name


def test_chat_messages_may_be_longer_than_names() -> None:
    assert clean_speech("x" * 10_000) == "x" * SAID
    assert clean_speech("\u200b \n") == ""


def test_token_buckets_limit_each_client_separately() -> None:
    now = 0.0
    buckets = Buckets(rate=2, burst=3, most=10, clock=lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now = 1.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    for number in range(20):
        buckets.take(f"stranger {number}")
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False], "who was forgotten begins anew"


def test_an_idle_client_accumulates_at_most_the_burst() -> None:
    now = 0.0
    buckets = Buckets(rate=2, burst=3, clock=lambda: now)
    for idle in (0.0, 1000.0, 1_000_000.0):
        now += idle
        assert [buckets.take("a") for _ in range(5)] == [True, True, True, False, False]
    assert not buckets.take("b", 4), "and nothing that costs more is let through at all"


def test_debt_is_paid_from_new_tokens() -> None:
    now = 0.0
    buckets = Buckets(rate=2, burst=3, clock=lambda: now)
    buckets.owe("a", 5)
    assert not buckets.take("a") and buckets.wait("a") == 1.5
    now = 1.5
    assert buckets.take("a") and not buckets.take("a")
