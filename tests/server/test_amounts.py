"""Amounts: one number for several decisions, over the socket, over HTTP, or as a phrase."""

from __future__ import annotations

import pytest

from tests.lot.state import ADD, BID, MORE, PASS
from tests.server.clients import ME, OPEN, Opened, Running

pytestmark = pytest.mark.server


@pytest.fixture
def table(server: Running) -> Opened:
    return server.open(ME, OPEN, game="lot")


def test_an_amount_makes_the_choices_it_consists_of(server: Running, table: Opened) -> None:
    token = table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        asked = amina.scene["amount"]
        assert (asked["low"], asked["high"], asked["step"], asked["quick"]) == (5, 100, 5, [10, 20, 50])
        assert "amount" not in omar.scene
        answer = amina.command("amount", seq=amina.seq, amount=70)
        told = amina.frames(answer["seq"])["frames"]
        assert [frame["ply"] for frame in told] == [1, 2, 3, 4, 5]
        assert [line["text"] for frame in told for line in frame["lines"]] == ["bids 0 70 0 0"], "told as one line"
        assert [frame["scene"] is not None for frame in told] == [False] * 4 + [True]
        assert amina.scene["prompt"]["must_confirm"]
        assert "amount" not in amina.scene
        assert omar.receives_nothing()
        answer = amina.command("undo", seq=amina.seq)
        assert amina.frames(answer["seq"])["frames"][-1]["ply"] == 0, "taken back as one"
        amina.command("amount", seq=amina.seq, amount=45, at_once=True)
        assert omar.frames()["frames"][-1]["ply"] == 1, "whatever it took"
        assert omar.scene["amount"]["low"] == 50


def test_a_repeated_amount_command_is_executed_once(server: Running, table: Opened) -> None:
    table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        first = amina.command("amount", key="mine", seq=amina.seq, amount=20)
        assert amina.command("amount", key="mine", seq=amina.seq, amount=20) == first
        assert table.view(table.token)["seq"] == first["seq"]


@pytest.mark.parametrize("amount", [0, 4, 42, 105, -5, 2**31])
def test_an_invalid_amount_changes_nothing(server: Running, table: Opened, amount: int) -> None:
    table.take(1, "Omar")
    before = table.view(table.token)
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        refusal = amina.command("amount", seq=amina.seq, amount=amount)
        assert refusal["type"] == "refused"
        assert "from 5 to 100 in steps of 5" in refusal["message"]
    assert table.view(table.token) == before


def test_only_the_player_to_move_can_name_an_amount(server: Running, table: Opened) -> None:
    token = table.take(1, "Omar")
    toy = server.open(ME, OPEN)
    toy.take(1, "Omar")
    with server.http(token) as omar, server.http(toy.token) as amina, server.http() as nobody:
        body = {"id": "a", "seq": table.view()["seq"], "amount": 10}
        answer = omar.post(f"/api/tables/{table.id}/amount", json=body)
        assert (answer.status_code, "not your turn" in answer.json()["message"]) == (409, True)
        assert nobody.post(f"/api/tables/{table.id}/amount", json=body).status_code == 401
        answer = amina.post(f"/api/tables/{toy.id}/amount", json=body | {"seq": toy.view()["seq"]})
        assert (answer.status_code, answer.json()["message"]) == (409, "Nobody is asking for an amount right now.")


def test_an_amount_can_be_sent_over_http(server: Running, table: Opened) -> None:
    table.take(1, "Omar")
    view = table.view(table.token)
    assert view["amount"] == {"low": 5, "high": 100, "step": 5, "title": "How much do you bid?"}
    assert table.view()["amount"] is None
    with server.http(table.token) as amina:
        body = {"id": "a", "seq": view["seq"], "amount": 25}
        assert amina.post(f"/api/tables/{table.id}/amount", json=body).status_code == 200
        entries = amina.get(f"/api/tables/{table.id}/log").json()["decisions"]
        assert [choice["text"] for entry in entries for choice in entry["choices"]] == ["more", "add 20"]
    assert table.view()["view"]["standing"] == 25


def test_an_amount_can_be_sent_as_a_phrase(server: Running, table: Opened) -> None:
    token = table.take(1, "Omar")
    with server.http(table.token) as amina, server.http(token) as omar:
        at = f"/api/tables/{table.id}/choose"
        seq = table.view()["seq"]
        for said, rule in (("bid 2", "LO-B02"), ("bid 42", "LO-B03"), ("bid 1000", "LO-B01"), ("bid high", None)):
            answer = amina.post(at, json={"id": said, "seq": seq, "choice": said})
            assert answer.status_code == 409
            assert (answer.json()["rule"] or {}).get("id") == rule
        assert omar.post(at, json={"id": "o", "seq": seq, "choice": "bid 45"}).status_code == 409
        assert table.view()["seq"] == seq
        body = {"id": "b", "seq": seq, "choice": " Bid  45 ", "at_once": False}
        assert amina.post(at, json=body).json()["held"] is False
        view = table.view(table.token)
        assert view["must_confirm"]
        assert view["view"]["standing"] == 45
        assert amina.post(f"/api/tables/{table.id}/undo", json={"id": "c", "seq": view["seq"]}).status_code == 200
        view = table.view(table.token)
        assert (view["view"]["standing"], view["can_undo"]) == (0, False)
        body = {"id": "d", "seq": view["seq"], "choice": "more", "then": ["more", "add 10"]}
        assert amina.post(at, json=body).status_code == 200
        assert table.view()["view"]["standing"] == 35


def test_an_amount_can_also_be_chosen_in_single_steps(server: Running, table: Opened) -> None:
    table.take(1, "Omar")
    with server.sit(table.id, table.token) as amina:
        amina.frames()
        amina.play(MORE)
        assert amina.scene["amount"]["low"] == 10
        assert PASS not in amina.picks and BID not in amina.picks
        refusal = amina.command("choose", seq=amina.seq, choice=PASS)
        assert refusal["rule"]["id"] == "LO-B04"
        answer = amina.command("amount", seq=amina.seq, amount=30)
        assert amina.frames(answer["seq"])["frames"][-1]["ply"] == 3
        answer = amina.command("undo", seq=amina.seq)
        assert amina.frames(answer["seq"])["frames"][-1]["ply"] == 1
        amina.play(ADD)
        assert amina.scene["prompt"]["must_confirm"]
