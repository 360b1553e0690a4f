"""Whole bids and standing orders on a server: in words, as an amount, or left in advance."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from souq.engine.match.match import Match
from souq.games.marracash import GAME
from souq.games.marracash.orders import offer
from souq.games.marracash.state import PASS
from tests.games.marracash.positions import ALI, ANFA, GUESTS, OMAR, table
from tests.server.clients import ME, OPEN, Opened, running
from tests.support import rules


@rules("MA-A02", "MA-A06")
def test_orders_are_not_offered_for_the_opening():
    t = table(GUESTS, player=ALI).play("auction B1")
    assert offer(t.twin, ALI, str) is None
    assert offer(t.twin, ANFA, str).amount.low == 100
    t.play("bid")
    assert offer(t.twin, ALI, str).amount.low == 125


@rules("MA-A06")
def test_an_order_is_for_one_auction():
    t = table(GUESTS, player=ALI).auction("B1", 100)
    about = offer(t.twin, OMAR, str).about
    assert about == offer(t.twin, ALI, str).about
    for _ in range(3):
        t.play("pass")
    assert offer(t.twin, OMAR, str) is None
    assert offer(t.copy().auction("B4", 100).twin, OMAR, str).about != about


@rules("MA-A06", "MA-A14")
def test_a_bid_is_narrated_in_one_line():
    match = Match(GAME, 3, seed=5)
    match.play(match.legal()[0])
    match.play("bid 700")
    match.confirm()
    assert [line.text for line in match.story() if "700" in line.text] == [match.story()[-1].text]
    match.play("bid 725")
    assert match.log[-1].seat != match.log[0].seat
    assert [made.goes_on for made in match.log] == [False, *[True] * 6, False, False]


def sent(at: Opened, token: str, command: str, **fields: Any) -> dict[str, Any]:
    """Send a command over HTTP, based on the current state."""
    with at.server.http(token) as http:
        seq = {} if command == "order" else {"seq": at.view(token)["seq"]}
        body = {"id": f"{time.monotonic()}", **seq, **fields}
        answer = http.post(f"/api/tables/{at.id}/{command}", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.server
@rules("MA-A06", "MA-A08")
def test_an_absent_bidders_order_bids_and_passes(tmp_path: Path):
    """He left "up to 400": the server raises by 25, and passes above that."""
    with running(tmp_path / "souq.db") as server:
        at = server.open(ME, OPEN, game="marracash", start_player="seat 1")
        ali, anfa = str(at.token), at.take(1, "Anfa")
        sent(at, ali, "choose", choice="auction B1")
        sent(at, ali, "amount", amount=200)
        about = at.view(anfa)["order"]["about"]
        sent(at, anfa, "order", about=about, amount=400)
        for bid, answered in ((None, 225), (300, 325), (400, None)):
            if bid:
                sent(at, ali, "amount", amount=bid)
            until = time.monotonic() + 10
            while at.view()["view"]["lot"] >= 0 and at.view()["view"]["standing"] != (answered or -1):
                assert time.monotonic() < until
                time.sleep(0.01)
        seen = at.view(anfa)
        assert seen["view"]["owner"].count(0) == 1
        assert seen["view"]["cash"][:2] == [800, 1200]
        assert seen["order"] is None
        with server.http() as http:
            log = http.get(f"/api/tables/{at.id}/log").json()["decisions"]
        assert [entry["seat"] for entry in log if not entry["choices"]].count(1) >= 3
        told = [chosen["choice"] for entry in log for chosen in entry["choices"]]
        assert PASS not in told, "others’ choices are told in words alone"
