"""Standing orders: the table answers for a seat, unnoticed by the other players."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.lot import orders
from tests.lot.state import BID, PASS
from tests.server.clients import ME, OPEN, Opened, Person, Running, eventually, running

pytestmark = pytest.mark.server


def open_lot_table(server: Running, seats: int = 3) -> tuple[Opened, list[str]]:
    """Open a table of the lot game and return the tokens of its seats."""
    table = server.open(ME, *[OPEN] * (seats - 1), game="lot")
    return table, [str(table.token), *(table.take(seat, f"Omar {seat}") for seat in range(1, seats))]


def leave_order(server: Running, table: Opened, token: str, amount: int | None, about: str = "lot 0") -> Any:
    """Set or cancel an order and return the response."""
    with server.http(token) as http:
        return http.post(f"/api/tables/{table.id}/order", json={"about": about, "amount": amount})


def play(server: Running, table: Opened, token: str, choice: str) -> None:
    """Make a decision."""
    with server.http(token) as http:
        body = {"id": f"{time.monotonic()}", "seq": table.view(token)["seq"], "choice": choice}
        answer = http.post(f"/api/tables/{table.id}/choose", json=body)
    assert answer.status_code == 200, answer.text


def highest_bid(table: Opened) -> tuple[int, int]:
    """Return the highest bid and its seat."""
    view = table.view()["view"]
    return view["standing"], view["leader"]


def test_an_order_raises_up_to_its_amount_and_then_passes(server: Running) -> None:
    table, (amina, omar, ali) = open_lot_table(server)
    assert leave_order(server, table, omar, 20).status_code == 200
    assert table.view()["deciders"] == [0], "it is not his turn yet"
    play(server, table, amina, "bid")
    eventually(lambda: table.view()["deciders"] == [2])
    assert highest_bid(table) == (10, 1)
    play(server, table, ali, "pass")
    assert highest_bid(table) == (10, 1)
    play(server, table, amina, "bid 15")
    eventually(lambda: highest_bid(table) == (20, 1))
    assert table.view(omar)["order"]["now"] == 20, "it lives as long as the auction"
    play(server, table, amina, "bid 25")
    eventually(lambda: table.view()["view"]["lot"] == 1)
    assert table.view(omar)["order"]["about"] == "lot 1"
    assert table.view(omar)["order"]["now"] is None, "the auction is over, and so is the order"


def test_an_order_answers_a_pending_question_at_once(server: Running) -> None:
    table, (amina, *_) = open_lot_table(server)
    assert leave_order(server, table, amina, 5).status_code == 200
    eventually(lambda: highest_bid(table) == (5, 0))


def test_invalid_orders_are_refused(server: Running) -> None:
    table, (amina, omar, _) = open_lot_table(server)
    view = table.view(omar)
    assert view["order"] == {"about": "lot 0", "low": 5, "high": 100, "step": 5, "title": "Raise for me up to"} | {
        "now": None
    }
    assert table.view()["order"] is None
    for amount in (0, 4, 105, 2**31):
        answer = leave_order(server, table, omar, amount)
        assert (answer.status_code, "from 5 to 100" in answer.json()["message"]) == (409, True)
    assert leave_order(server, table, omar, 2**40).status_code == 422
    assert leave_order(server, table, omar, 20, "lot 1").status_code == 409
    with server.http() as nobody:
        answer = nobody.post(f"/api/tables/{table.id}/order", json={"about": "lot 0", "amount": 20})
        assert answer.status_code == 401
    play(server, table, amina, "bid")
    play(server, table, omar, "pass")
    assert leave_order(server, table, omar, 20).status_code == 409, "who is out has nothing to order"
    assert table.view(omar)["order"] is None
    toy = server.open(ME, OPEN)
    toy.take(1, "Omar")
    assert leave_order(server, toy, str(toy.token), 20).status_code == 409
    waiting = server.open(ME, OPEN, game="lot")
    assert leave_order(server, waiting, str(waiting.token), 20).status_code == 409


def test_an_order_can_be_changed_and_cancelled(server: Running) -> None:
    table, (amina, omar, ali) = open_lot_table(server)
    with server.sit(table.id, omar) as page:
        page.frames()
        assert "now" not in page.scene["order"]
        for amount in (20, 40):
            assert page.command("order", about="lot 0", amount=amount)["type"] == "ack"
            page.frames()
            assert page.scene["order"]["now"] == amount
        assert page.command("order", about="lot 0")["type"] == "ack"
        page.frames()
        assert "now" not in page.scene["order"]
    play(server, table, amina, "bid")
    assert table.view()["deciders"] == [1]
    play(server, table, omar, "bid")
    play(server, table, ali, "pass")


def receive_all(*people: Person) -> None:
    """Receive all pending messages."""
    for person in people:
        while not person.receives_nothing():
            pass


def frames_seen(person: Person) -> dict[int, Any]:
    """Return everything a page was shown, grouped by decision, however it was split into messages."""
    frames = [frame for message in person.received for frame in message.get("frames", ()) if frame["ply"]]
    drawn = ("panels", "areas", "prompt")
    scenes = [[(frame["scene"] or {}).get(part) for part in drawn] for frame in frames]
    return {f["ply"]: [f["lines"], f["effects"], scene] for f, scene in zip(frames, scenes, strict=True)}


def test_an_order_is_invisible_to_other_players(server: Running) -> None:
    """Setting, changing and cancelling an order changes nothing that others can see or request."""
    table, (amina, omar, ali) = open_lot_table(server)
    log, match = (f"/api/tables/{table.id}/{what}" for what in ("log", "frames"))

    def known() -> list[Any]:
        asked = []
        for token in (amina, ali, None):
            with server.http(token) as http:
                asked += [table.view(token), table.info(token), http.get(log).json(), http.get(match).json()]
        return asked

    with server.sit(table.id, amina) as first, server.sit(table.id, ali) as other, server.sit(table.id) as spectator:
        people = [first, other, spectator]
        receive_all(*people)
        before = known()
        for amount in (20, 45, None, 30):
            assert leave_order(server, table, omar, amount).status_code == 200
            assert leave_order(server, table, omar, 7).status_code == 409
        assert known() == before
        assert all(person.receives_nothing(0.1) for person in people)
        assert first.command("choose", seq=first.seq, choice=PASS)["type"] == "ack", "nor has anything moved on"


def played(server: Running, ordered: bool) -> list[Any]:
    """Return what others see of an auction in which one seat uses an order or decides itself."""
    table, (amina, omar, ali) = open_lot_table(server)
    with server.sit(table.id, amina) as first, server.sit(table.id) as spectator:
        receive_all(first, spectator)
        if ordered:
            assert leave_order(server, table, ali, 20).status_code == 200
        for bids, answer in ((("bid", "pass"), "bid"), (("bid 20",), "pass")):
            for who, bid in zip((amina, omar), bids, strict=False):
                play(server, table, who, bid)
            if not ordered:
                play(server, table, ali, answer)
            eventually(lambda: table.view()["deciders"] != [2])
        eventually(lambda: table.view()["view"]["lot"] == 1)
        receive_all(first, spectator)
        with server.http() as http:
            told = http.get(f"/api/tables/{table.id}/log").json()
        return [frames_seen(first), frames_seen(spectator), told, table.view(), table.view(omar)["prompt"]]


def test_ordered_and_chosen_bids_look_the_same_to_others(server: Running) -> None:
    """Messages to other players are byte for byte the same."""
    assert played(server, True) == played(server, False)


def test_an_order_survives_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server:
        table, (amina, omar, _) = open_lot_table(server)
        assert leave_order(server, table, omar, 20).status_code == 200
    with running(database) as server:
        table.server = server
        assert table.view(omar)["order"]["now"] == 20
        play(server, table, amina, "bid")
        eventually(lambda: highest_bid(table) == (10, 1))


def test_an_interrupted_order_continues_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database, pause=30.0) as server:
        table, (amina, omar, _) = open_lot_table(server)
        assert leave_order(server, table, omar, 20).status_code == 200
        play(server, table, amina, "bid")
        assert table.view()["deciders"] == [1], "it takes as long as a bot"
    with running(database) as server:
        table.server = server
        eventually(lambda: highest_bid(table) == (10, 1))


def test_a_player_who_decides_first_overrides_the_order(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", pause=1.0) as server:
        table, (amina, omar, _) = open_lot_table(server)
        leave_order(server, table, omar, 20)
        play(server, table, amina, "bid")
        play(server, table, omar, "bid 30")
        assert highest_bid(table) == (30, 1)
        assert table.view()["deciders"] == [2]


def test_an_order_waits_while_a_bid_is_drafted(server: Running) -> None:
    table, (amina, *_) = open_lot_table(server)
    with server.sit(table.id, amina) as page:
        page.frames()
        page.play("more")
        assert leave_order(server, table, amina, 40).status_code == 200
        time.sleep(0.2)
        assert table.view(amina)["view"]["counted"] == 5, "the draft comes first"
        answer = page.command("undo", seq=page.seq)
        page.frames(answer["seq"])
        eventually(lambda: highest_bid(table) == (5, 0))


def test_a_draft_does_not_end_an_order_until_it_is_committed(server: Running) -> None:
    table, (amina, omar, _) = open_lot_table(server)
    play(server, table, amina, "bid")
    with server.sit(table.id, omar) as page:
        page.frames()
        page.play(PASS)
        assert page.scene["prompt"]["must_confirm"]
        assert not page.scene.get("order"), "what is drafted has no use for one"
        assert leave_order(server, table, omar, 10).status_code == 200
        answer = page.command("undo", seq=page.seq)
        page.frames(answer["seq"])
        eventually(lambda: highest_bid(table) == (10, 1))


def test_an_order_without_an_answer_is_dropped(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (amina, *_) = open_lot_table(server)
    for says in (None, (BID, BID)):  # nothing, or by mistake what cannot be
        monkeypatch.setattr(orders, "answer", lambda view, seat, amount, says=says: says)
        assert leave_order(server, table, amina, 40).status_code == 200
        eventually(lambda: table.view(amina)["order"]["now"] is None)
        assert table.view()["deciders"] == [0], "the player decides"
        assert highest_bid(table) == (0, -1)


def test_orders_play_for_absent_players(server: Running) -> None:
    """Everybody is away: three lots are sold by orders set before each."""
    table, tokens = open_lot_table(server, 2)
    for number in range(3):
        for token, amount in zip(tokens, (15, 30), strict=True):
            leave_order(server, table, token, amount, f"lot {number}")
        eventually(lambda n=number: table.view()["view"]["lot"] == n + 1)
    eventually(lambda: table.view()["over"])
    assert table.view()["view"]["won"][:2] == [0, 3]
    assert table.view()["view"]["purse"][:2] == [100, 45]
