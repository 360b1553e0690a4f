"""Open trading: proposals in one phrase, standing answers, and a timer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from souq.engine.match import hooks
from souq.engine.match.match import Match
from souq.server.core.token_bucket import Buckets
from tests.barter import clock
from tests.barter.state import LEAVE, REFUSE, TAKE, TIME, Phase
from tests.server.clients import BOT, ME, OPEN, Opened, Person, Running, eventually, running

pytestmark = pytest.mark.server

PHRASE = "post 2: give salt, salt, 2 coins; want rugs"


@pytest.fixture
def set_trading_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set how long trading takes."""
    return lambda length: monkeypatch.setattr(clock, "SECONDS", length)


def open_barter_table(server: Running, *seats: dict[str, Any]) -> tuple[Opened, list[str]]:
    """Open a table and return its players' tokens."""
    table = server.open(ME, *(seats or (OPEN, OPEN)), game="barter")
    opened = [seat for seat, kind in enumerate(seats or (OPEN, OPEN), 1) if kind is OPEN]
    return table, [str(table.token), *(table.take(seat, f"Omar {seat}") for seat in opened)]


def post(server: Running, table: Opened, token: str | None, what: str, **body: Any) -> Any:
    with server.http(token) as http:
        return http.post(f"/api/tables/{table.id}/{what}", json=body)


def test_players_say_what_they_want_and_have_in_the_words_of_the_list(server: Running) -> None:
    table, (amina, omar, _) = open_barter_table(server)
    assert table.view(amina)["listing"] == {"about": "round 1", "words": ["salt", "rugs", "figs", "seal"]}
    with server.sit(table.id, omar) as page:
        page.frames()
        assert post(server, table, amina, "say", want=["figs", "rugs"], have=["salt"]).status_code == 200
        said = page.next("chat")
        assert (said["text"], said["about"]) == ("I want Rugs and Figs. I have Salt.", "round 1")
        assert page.command("list", have=["seal"])["type"] == "ack", "whatever one holds"
        assert page.next("chat")["text"] == "I have Seal."
        assert page.command("list")["type"] == "ack"
        assert page.next("chat")["about"] == "", "that takes it back"
        assert page.command("list", want=["gold"])["type"] == "refused"
        assert page.command("phrase", phrase=1)["type"] == "ack"
        assert page.next("chat")["about"] is None
    with server.http(amina) as http:
        told = http.get(f"/api/tables/{table.id}/talk").json()["said"]
    assert [each["about"] for each in told] == ["round 1", "round 1", "", None]


def test_a_list_is_talk_that_needs_no_free_text(server: Running) -> None:
    table, (amina, omar, _) = open_barter_table(server)
    assert post(server, table, amina, "talk", free=False).status_code == 200
    assert post(server, table, omar, "say", text="I want rugs").status_code == 409
    assert post(server, table, omar, "say", want=["rugs"]).status_code == 200
    assert post(server, table, amina, "hush", seat=1).status_code == 200
    assert post(server, table, omar, "say", want=["rugs"]).status_code == 403
    assert post(server, table, None, "say", want=["rugs"]).status_code == 401


def test_a_game_without_a_list_has_nothing_to_say(server: Running) -> None:
    table = server.open(ME, BOT, BOT, game="desert_bazaar")
    assert post(server, table, str(table.token), "say", want=["rugs"]).status_code == 409


def choose(server: Running, table: Opened, token: str, choice: str | int) -> Any:
    seq = table.view(token)["seq"]
    return post(server, table, token, "choose", id=f"{time.monotonic()}", seq=seq, choice=choice)


def choose_all(server: Running, table: Opened, token: str, said: dict[str, Any]) -> Any:
    seq = table.view(token)["seq"]
    return post(server, table, token, "choose", id=f"{time.monotonic()}", seq=seq, **said)


def trading_table(server: Running, *seats: dict[str, Any]) -> tuple[Opened, list[str]]:
    """Open a table at which everybody trades, unless its bots have already left."""
    table, tokens = open_barter_table(server, *seats)
    for token in tokens:
        assert choose(server, table, token, "pass").status_code == 200
    eventually(lambda: table.view()["view"]["phase"] == Phase.TALK or table.view()["view"]["stage"] == 1)
    return table, tokens


def read_all(*people: Person) -> None:
    """Read all pending messages."""
    for person in people:
        while not person.receives_nothing(0.2):
            pass


# ---- proposals


def test_a_proposal_is_sent_as_one_phrase(server: Running) -> None:
    table, (amina, omar, _) = trading_table(server)
    with server.sit(table.id, amina) as one, server.sit(table.id, omar) as two:
        one.frames(), two.frames()
        composer = one.scene["composer"]
        assert [partner["head"] for partner in composer["partners"]] == ["post 2", "post 3"]
        answer = one.command("choose", seq=one.seq, choice=PHRASE, at_once=True)
        assert (answer["type"], answer["held"]) == ("ack", False)
        two.frames(answer["seq"])
        (partner,) = [p for p in two.scene["composer"]["partners"] if p["head"] == "post 1"]
        assert partner["start"] == [["give-1", 1], ["get-0", 2]] and partner["money"] == [0, 2], "the sides exchanged"
        assert TAKE in two.picks and REFUSE in two.picks
        assert two.command("choose", seq=two.seq, choice="take 1")["type"] == "ack"
    assert table.view()["view"]["coins"][:2] == [4, 8]


def test_an_invalid_proposal_changes_nothing(server: Running) -> None:
    table, (amina, *_) = trading_table(server)
    with server.sit(table.id, amina) as one:
        one.frames()
        for phrase in (
            "post 2: give figs; want rugs",
            "post 2: give salt, 9 coins; want rugs",
            "post 2: give salt",
            "post 2:",
        ):
            answer = one.command("choose", seq=one.seq, choice=phrase)
            assert answer["type"] == "refused"
        assert answer["rule"] is None
        assert one.command("choose", seq=one.seq, choice="post 2: give figs; want rugs")["why"]
    assert table.view()["view"]["posted"] == [0, 0, 0, 0]


def test_other_players_moves_do_not_invalidate_a_proposal(server: Running) -> None:
    table, (amina, omar, ali) = trading_table(server)
    with server.sit(table.id, amina) as one:
        one.frames()
        seq = one.seq
        assert choose(server, table, omar, "post 3: give rugs; want figs").status_code == 200
        assert choose(server, table, ali, "refuse 2").status_code == 200
        assert one.command("choose", seq=seq, choice=PHRASE)["type"] == "ack"
        assert one.command("choose", seq=seq, choice=PHRASE)["type"] == "refused", "one's own move makes it stale"


def test_an_incomplete_proposal_is_refused_and_invisible(server: Running) -> None:
    table, (amina, omar, _) = trading_table(server)
    with server.sit(table.id, amina) as one, server.sit(table.id, omar) as two:
        one.frames(), two.frames()

        def seen() -> list[dict[str, Any]]:
            return [table.view(token) | {"clock": None} for token in (amina, omar, None)]

        before = seen()
        for half in ({"choice": "post 2"}, {"choice": "post 2", "then": ["give salt"]}):
            answer = one.command("choose", seq=one.seq, **half)
            assert (answer["type"], answer["message"].split(":")[0]) == (
                "refused",
                "'post 2' is only the beginning. Say all of it at once, as in 'post 2",
            )
            assert choose_all(server, table, amina, half).status_code == 409
        assert seen() == before and two.receives_nothing(0.2)
        begins = {each["text"] for each in before[0]["legal"] if each["begins"]}
        assert begins == {"post 2", "post 3"} and before[0]["deciders"] == [0, 1, 2]


def test_two_concurrent_proposals_are_both_accepted(server: Running) -> None:
    table, (amina, omar, _) = trading_table(server)
    with server.sit(table.id, amina) as one, server.sit(table.id, omar) as two:
        one.frames(), two.frames()
        one.send({"type": "choose", "id": "a1", "seq": one.seq, "choice": PHRASE})
        two.send({"type": "choose", "id": "o1", "seq": two.seq, "choice": "post 1: give rugs; want salt"})
        assert (one.next("ack")["id"], two.next("ack")["id"]) == ("a1", "o1")
    assert table.view()["view"]["posted"] == [2, 1, 0, 0]


def test_a_post_cannot_be_undone(server: Running) -> None:
    table, (amina, *_) = trading_table(server)
    assert choose(server, table, amina, PHRASE).status_code == 200
    view = table.view(amina)
    assert (view["can_undo"], view["must_confirm"], view["begins_in"]) == (False, False, 0.0)


# ---- weighing


def test_proposals_are_evaluated_for_the_player_to_choose(server: Running) -> None:
    table, (amina, omar, _) = trading_table(server)
    before = table.view(amina)
    answer = post(server, table, amina, "weigh", text="post 2: give salt; want rugs, 3 coins")
    assert (answer.status_code, answer.json()) == (200, {"words": "[[+3]] for you, with what 4 goods are worth."})
    assert post(server, table, amina, "weigh", text="nonsense").json() == {"words": ""}
    with server.sit(table.id, omar) as two:
        two.frames()
        two.send({"type": "weigh", "id": "w1", "text": "post 1: want salt"})
        said = two.next("weigh")
        assert (said["id"], said["text"], said["words"][:6]) == ("w1", "post 1: want salt", "[[+3]]")
    assert post(server, table, None, "weigh", text=PHRASE).status_code == 401
    assert choose(server, table, omar, "leave").status_code == 200
    assert post(server, table, omar, "weigh", text=PHRASE).status_code == 409
    assert table.view(amina)["view"] == before["view"] | {"left": 2}
    toy, toys = server.open(ME, OPEN), []
    toys.append(toy.take(1, "Omar"))
    assert post(server, toy, str(toy.token), "weigh", text="roll").json() == {"words": ""}


def test_evaluating_proposals_is_rate_limited(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        assert server.limits.previews.take("somebody")
        server.limits.previews = Buckets(0.01, 20)
        table, (amina, *_) = trading_table(server)
        answers = [post(server, table, amina, "weigh", text=PHRASE).status_code for _ in range(40)]
        assert 429 in answers and answers[:10] == [200] * 10
        server.limits.previews = Buckets(0.01, 20)
        with server.sit(table.id, amina) as one:
            one.frames()
            for n in range(30):
                one.send({"type": "weigh", "id": str(n), "text": PHRASE})
            read_all(one)
            told = [message["type"] for message in one.received]
            assert told.count("weigh") == 20 and "refused" not in told, "whoever is too fast hears nothing"


# ---- standing answers


def test_a_standing_answer_applies_until_trading_ends(
    server: Running, set_trading_time: Callable[[float], None]
) -> None:
    table, (amina, omar, ali) = open_barter_table(server)
    view = table.view(omar)
    assert [(each["name"], each["on"]) for each in view["answers"]] == [("pass 0", False), ("seal", False)]
    assert table.view()["answers"] == []
    assert post(server, table, omar, "answer", name="pass 0", on=True).status_code == 200
    assert [each["on"] for each in table.view(omar)["answers"]] == [True, False]
    assert table.view()["deciders"] == [0], "it is not his turn yet"
    assert choose(server, table, amina, "draw").status_code == 200
    eventually(lambda: table.view()["deciders"] == [2])
    assert choose(server, table, ali, "draw").status_code == 200
    assert [each["name"] for each in table.view(omar)["answers"]] == ["seal"], "the round's asking is over"
    for token in (amina, omar):
        assert choose(server, table, token, "leave").status_code == 200
    view = table.view(omar)
    assert [(each["name"], each["on"]) for each in view["answers"]] == [("pass 1", False), ("seal", False)]


def test_a_standing_answer_is_private(server: Running) -> None:
    table, (amina, omar, ali) = open_barter_table(server)
    people = [server.sit(table.id, token) for token in (amina, omar, ali, None)]
    read_all(*people)
    before = [len(person.received) for person in people]
    ack = people[1].command("answer", name="pass 0", on=True)
    assert ack["type"] == "ack" and ack["seq"] == people[1].seq
    read_all(*people)
    assert [len(person.received) - n for person, n in zip(people, before, strict=True)] == [0, 2, 0, 0]
    assert people[1].scene["answers"][0] == {"name": "pass 0", "title": "Pass in this round", "on": True}
    people[1].command("answer", name="pass 0", on=False)
    read_all(people[1])
    assert "on" not in people[1].scene["answers"][0]
    assert people[0].scene["answers"][0]["say"] == "Pass, whatever comes", "he is asked now"
    assert "say" not in people[1].scene["answers"][0]
    for person in people:
        person.__exit__(None, None, None)


def test_invalid_standing_answers_are_refused(server: Running) -> None:
    table, (amina, *_) = open_barter_table(server)
    assert post(server, table, None, "answer", name="seal", on=True).status_code == 401
    assert post(server, table, amina, "answer", name="pass 1", on=True).status_code == 409
    assert post(server, table, amina, "answer", name="seal", on="perhaps").status_code == 422
    assert post(server, table, amina, "answer", name="x" * 81, on=True).status_code == 422
    assert post(server, table, amina, "answer", name="pass 1", on=False).status_code == 200, "it is off"


def test_a_standing_answer_replies_to_a_pending_question_at_once(server: Running) -> None:
    table, (amina, omar, _) = open_barter_table(server)
    assert post(server, table, amina, "answer", name="pass 0", on=True).status_code == 200
    eventually(lambda: table.view()["deciders"] == [1])
    assert choose(server, table, omar, "pass").status_code == 200


def test_a_standing_answer_can_refuse_offers(server: Running) -> None:
    table, (amina, omar, _) = trading_table(server)
    assert post(server, table, omar, "answer", name="seal", on=True).status_code == 200
    assert choose(server, table, amina, "post 2: give salt; want seal").status_code == 200
    eventually(lambda: table.view()["view"]["posted"][0] == 0)
    assert choose(server, table, amina, "post 2: give salt; want rugs").status_code == 200
    time.sleep(0.2)
    assert table.view()["view"]["posted"][0] == 2, "he has to say himself what he thinks of that"


def test_standing_answers_survive_a_restart(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        table, (amina, omar, ali) = open_barter_table(server)
        assert post(server, table, omar, "answer", name="pass 0", on=True).status_code == 200
        assert post(server, table, ali, "answer", name="seal", on=True).status_code == 200
    with running(tmp_path / "souq.db") as server:
        table.server = server
        assert [each["on"] for each in table.view(ali)["answers"]] == [False, True]
        assert choose(server, table, amina, "pass").status_code == 200
        eventually(lambda: table.view()["deciders"] == [2])


# ---- time


def test_trading_ends_when_its_time_runs_out(server: Running, set_trading_time: Callable[[float], None]) -> None:
    set_trading_time(1.0)
    table, (amina, omar, ali) = open_barter_table(server)
    with server.sit(table.id, amina) as one:
        one.frames()
        assert table.view()["clock"] is None and table.info()["clock"] is None
        for token in (amina, omar, ali):
            assert choose(server, table, token, "pass").status_code == 200
        began = time.monotonic()
        told = one.next("table", where=lambda message: message["clock"])
        assert told["clock"]["label"] == "Trading" and 0 < told["clock"]["left"] <= told["clock"]["seconds"] == 1.0
        assert choose(server, table, omar, "post 3: give rugs; want figs").status_code == 200
        eventually(lambda: table.view()["view"]["phase"] == Phase.ASK)
        assert time.monotonic() - began > 0.8
        assert table.view()["view"]["stage"] == 1 and table.view()["clock"] is None
        assert one.next("table", where=lambda message: not message["clock"])
    with server.http() as http:
        last = http.get(f"/api/tables/{table.id}/log").json()["decisions"][-1]
    assert last["seat"] == -1
    view = table.view(amina)
    assert view["deciders"] == [0] and not view["can_undo"], "nothing is taken back across it"
    assert choose(server, table, omar, "post 3: give rugs; want figs").status_code == 409, "it comes too late"


def test_trading_that_ends_early_cancels_its_timer(server: Running, set_trading_time: Callable[[float], None]) -> None:
    set_trading_time(2.0)
    table, (amina, omar, ali) = trading_table(server)
    for token in (amina, omar):
        assert choose(server, table, token, "leave").status_code == 200
    for token in (amina, omar):
        assert choose(server, table, token, "draw").status_code == 200
    time.sleep(2.4)
    assert table.view()["view"]["stage"] == 1 and table.view()["deciders"] == [2]
    began = time.monotonic()
    assert choose(server, table, ali, "draw").status_code == 200
    eventually(lambda: table.view()["over"])
    assert time.monotonic() - began > 1.5, "the second clock is one of its own"
    with server.http() as http:
        saved = http.get(f"/api/tables/{table.id}/match").json()
    again = Match.from_json(saved)
    assert again.over and saved["decisions"][-1] | {"text": ""} == {"seat": -1, "choice": TIME, "text": ""}


def test_the_trading_timer_resumes_after_a_restart(tmp_path: Path, set_trading_time: Callable[[float], None]) -> None:
    set_trading_time(5.0)
    with running(tmp_path / "souq.db") as server:
        table, _ = trading_table(server)
        assert table.view()["clock"]["left"] <= 5
    time.sleep(5.0)
    with running(tmp_path / "souq.db") as server:
        table.server = server
        assert table.view()["view"]["stage"] == 0, "no time has passed"
        eventually(lambda: table.view()["view"]["stage"] == 1)


def test_bots_trade_at_their_usual_pace(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", pause=0.02, race_pause=60.0) as server:
        table, _ = trading_table(server, BOT, BOT)
        eventually(lambda: table.view()["view"]["stage"] == 1 or len(plies(server, table)) > 12)


def test_trading_ends_at_once_when_only_waiting_bots_remain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A timer must not run while only bots wait."""
    monkeypatch.setattr(hooks, "waits", lambda *_: True)
    with running(tmp_path / "souq.db", pause=0.02) as server:
        table, (amina,) = trading_table(server, BOT, BOT)
        time.sleep(0.3)
        assert table.view()["view"]["stage"] == 0, "she may still speak"
        assert choose(server, table, amina, LEAVE).status_code == 200
        eventually(lambda: table.view()["view"]["stage"] == 1)


def plies(server: Running, table: Opened) -> Iterator[Any]:
    with server.http() as http:
        return http.get(f"/api/tables/{table.id}/log").json()["decisions"]  # type: ignore[no-any-return]


def test_players_cannot_make_the_timers_decision(server: Running) -> None:
    table, (amina, *_) = trading_table(server)
    for choice in ("time", TIME):
        assert choose(server, table, amina, choice).status_code == 409
    assert choose(server, table, amina, LEAVE).status_code == 200
