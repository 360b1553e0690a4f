"""Standing orders: the table answers for a seat, and tells nobody else that it was asked to."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.lot import orders
from tests.lot.state import BID, PASS
from tests.server.clients import ME, OPEN, Opened, Person, Running, running, soon

pytestmark = pytest.mark.server


def lot(server: Running, seats: int = 3) -> tuple[Opened, list[str]]:
    """A table of the game with lots, and the tokens of its seats."""
    table = server.open(ME, *[OPEN] * (seats - 1), game="lot")
    return table, [str(table.token), *(table.take(seat, f"Omar {seat}") for seat in range(1, seats))]


def order(server: Running, table: Opened, token: str, amount: int | None, about: str = "lot 0") -> Any:
    """Leave an order, or take it back; the answer."""
    with server.http(token) as http:
        return http.post(f"/api/tables/{table.id}/order", json={"about": about, "amount": amount})


def play(server: Running, table: Opened, token: str, choice: str) -> None:
    """Make a decision."""
    with server.http(token) as http:
        body = {"id": f"{time.monotonic()}", "seq": table.view(token)["seq"], "choice": choice}
        answer = http.post(f"/api/tables/{table.id}/choose", json=body)
    assert answer.status_code == 200, answer.text


def standing(table: Opened) -> tuple[int, int]:
    """The highest bid and whose it is."""
    view = table.view()["view"]
    return view["standing"], view["leader"]


def test_the_table_raises_up_to_the_amount_and_then_passes(server: Running) -> None:
    table, (amina, omar, ali) = lot(server)
    assert order(server, table, omar, 20).status_code == 200
    assert table.view()["deciders"] == [0], "it is not his turn yet"
    play(server, table, amina, "bid")
    soon(lambda: table.view()["deciders"] == [2])
    assert standing(table) == (10, 1)
    play(server, table, ali, "pass")
    assert standing(table) == (10, 1)
    play(server, table, amina, "bid 15")
    soon(lambda: standing(table) == (20, 1))
    assert table.view(omar)["order"]["now"] == 20, "it lives as long as the auction"
    play(server, table, amina, "bid 25")
    soon(lambda: table.view()["view"]["lot"] == 1)
    assert table.view(omar)["order"]["about"] == "lot 1"
    assert table.view(omar)["order"]["now"] is None, "the auction is over, and so is the order"


def test_who_is_asked_already_is_answered_for_at_once(server: Running) -> None:
    table, (amina, *_) = lot(server)
    assert order(server, table, amina, 5).status_code == 200
    soon(lambda: standing(table) == (5, 0))


def test_what_can_be_ordered(server: Running) -> None:
    table, (amina, omar, _) = lot(server)
    view = table.view(omar)
    assert view["order"] == {"about": "lot 0", "low": 5, "high": 100, "step": 5, "title": "Raise for me up to"} | {
        "now": None
    }
    assert table.view()["order"] is None
    for amount in (0, 4, 105, 2**31):
        answer = order(server, table, omar, amount)
        assert (answer.status_code, "from 5 to 100" in answer.json()["message"]) == (409, True)
    assert order(server, table, omar, 2**40).status_code == 422
    assert order(server, table, omar, 20, "lot 1").status_code == 409
    with server.http() as nobody:
        answer = nobody.post(f"/api/tables/{table.id}/order", json={"about": "lot 0", "amount": 20})
        assert answer.status_code == 401
    play(server, table, amina, "bid")
    play(server, table, omar, "pass")
    assert order(server, table, omar, 20).status_code == 409, "who is out has nothing to order"
    assert table.view(omar)["order"] is None
    toy = server.open(ME, OPEN)
    toy.take(1, "Omar")
    assert order(server, toy, str(toy.token), 20).status_code == 409
    waiting = server.open(ME, OPEN, game="lot")
    assert order(server, waiting, str(waiting.token), 20).status_code == 409


def test_an_order_is_changed_and_taken_back(server: Running) -> None:
    table, (amina, omar, ali) = lot(server)
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


def quiet(*people: Person) -> None:
    """Hear everything there is to hear."""
    for person in people:
        while not person.nothing():
            pass


def shown(person: Person) -> dict[int, Any]:
    """Everything somebody was shown, by decision; which of them came in one message is the line's business."""
    frames = [frame for message in person.told for frame in message.get("frames", ()) if frame["ply"]]
    drawn = ("panels", "areas", "prompt")
    scenes = [[(frame["scene"] or {}).get(part) for part in drawn] for frame in frames]
    return {f["ply"]: [f["lines"], f["effects"], scene] for f, scene in zip(frames, scenes, strict=True)}


def test_nobody_else_is_told(server: Running) -> None:
    """Leaving, changing and taking back an order changes nothing that others can see or ask for."""
    table, (amina, omar, ali) = lot(server)
    log, match = (f"/api/tables/{table.id}/{what}" for what in ("log", "frames"))

    def known() -> list[Any]:
        asked = []
        for token in (amina, ali, None):
            with server.http(token) as http:
                asked += [table.view(token), table.info(token), http.get(log).json(), http.get(match).json()]
        return asked

    with server.sit(table.id, amina) as first, server.sit(table.id, ali) as other, server.sit(table.id) as spectator:
        people = [first, other, spectator]
        quiet(*people)
        before = known()
        for amount in (20, 45, None, 30):
            assert order(server, table, omar, amount).status_code == 200
            assert order(server, table, omar, 7).status_code == 409
        assert known() == before
        assert all(person.nothing(0.1) for person in people)
        assert first.command("choose", seq=first.seq, choice=PASS)["type"] == "ack", "nor has anything moved on"


def played(server: Running, ordered: bool) -> list[Any]:
    """What others see of an auction in which one seat has left an order, or decides the same itself."""
    table, (amina, omar, ali) = lot(server)
    with server.sit(table.id, amina) as first, server.sit(table.id) as spectator:
        quiet(first, spectator)
        if ordered:
            assert order(server, table, ali, 20).status_code == 200
        for bids, answer in ((("bid", "pass"), "bid"), (("bid 20",), "pass")):
            for who, bid in zip((amina, omar), bids, strict=False):
                play(server, table, who, bid)
            if not ordered:
                play(server, table, ali, answer)
            soon(lambda: table.view()["deciders"] != [2])
        soon(lambda: table.view()["view"]["lot"] == 1)
        quiet(first, spectator)
        with server.http() as http:
            told = http.get(f"/api/tables/{table.id}/log").json()
        return [shown(first), shown(spectator), told, table.view(), table.view(omar)["prompt"]]


def test_what_is_ordered_looks_like_what_is_chosen(server: Running) -> None:
    """The others are shown the same, letter by letter, whether somebody decides or has left an order."""
    assert played(server, True) == played(server, False)


def test_an_order_survives_the_server(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database) as server:
        table, (amina, omar, _) = lot(server)
        assert order(server, table, omar, 20).status_code == 200
    with running(database) as server:
        table.server = server
        assert table.view(omar)["order"]["now"] == 20
        play(server, table, amina, "bid")
        soon(lambda: standing(table) == (10, 1))


def test_what_a_stop_interrupted_goes_on(tmp_path: Path) -> None:
    database = tmp_path / "souq.db"
    with running(database, pause=30.0) as server:
        table, (amina, omar, _) = lot(server)
        assert order(server, table, omar, 20).status_code == 200
        play(server, table, amina, "bid")
        assert table.view()["deciders"] == [1], "it takes as long as a bot"
    with running(database) as server:
        table.server = server
        soon(lambda: standing(table) == (10, 1))


def test_who_decides_first_is_not_answered_for(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", pause=1.0) as server:
        table, (amina, omar, _) = lot(server)
        order(server, table, omar, 20)
        play(server, table, amina, "bid")
        play(server, table, omar, "bid 30")
        assert standing(table) == (30, 1)
        assert table.view()["deciders"] == [2]


def test_while_a_bid_is_put_together_the_order_waits(server: Running) -> None:
    table, (amina, *_) = lot(server)
    with server.sit(table.id, amina) as page:
        page.frames()
        page.play("more")
        assert order(server, table, amina, 40).status_code == 200
        time.sleep(0.2)
        assert table.view(amina)["view"]["counted"] == 5, "the draft comes first"
        answer = page.command("undo", seq=page.seq)
        page.frames(answer["seq"])
        soon(lambda: standing(table) == (5, 0))


def test_a_draft_that_would_end_the_order_does_not_while_it_can_be_taken_back(server: Running) -> None:
    table, (amina, omar, _) = lot(server)
    play(server, table, amina, "bid")
    with server.sit(table.id, omar) as page:
        page.frames()
        page.play(PASS)
        assert page.scene["prompt"]["must_confirm"]
        assert not page.scene.get("order"), "what is drafted has no use for one"
        assert order(server, table, omar, 10).status_code == 200
        answer = page.command("undo", seq=page.seq)
        page.frames(answer["seq"])
        soon(lambda: standing(table) == (10, 1))


def test_an_order_that_has_nothing_to_say_is_dropped(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (amina, *_) = lot(server)
    for says in (None, (BID, BID)):  # nothing, or by mistake what cannot be
        monkeypatch.setattr(orders, "answer", lambda view, seat, amount, says=says: says)
        assert order(server, table, amina, 40).status_code == 200
        soon(lambda: table.view(amina)["order"]["now"] is None)
        assert table.view()["deciders"] == [0], "the player decides"
        assert standing(table) == (0, -1)


def test_a_game_plays_itself_by_orders(server: Running) -> None:
    """Everybody is away: three lots are sold by what was left before each."""
    table, tokens = lot(server, 2)
    for number in range(3):
        for token, amount in zip(tokens, (15, 30), strict=True):
            order(server, table, token, amount, f"lot {number}")
        soon(lambda n=number: table.view()["view"]["lot"] == n + 1)
    soon(lambda: table.view()["over"])
    assert table.view()["view"]["won"][:2] == [0, 3]
    assert table.view()["view"]["purse"][:2] == [100, 45]
