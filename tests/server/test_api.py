"""The HTTP API: the bot of the documentation, everything the socket can do, and conformance to OpenAPI."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from websockets.exceptions import ConnectionClosed

import souq
from souq.engine import registry
from souq.engine.match.match import Match
from souq.server.core.token_bucket import Buckets
from tests.docs.blocks import ROOT, files
from tests.server.clients import BOT, ME, OPEN, Opened, Person, Running, running
from tests.server.test_tournaments import Tournament

pytestmark = pytest.mark.server

MARK, KEEP, SHOUT = 1, 3, 4

NOT_PROMISED = [ignored_auth, positive_data_acceptance]
"""Tables may be watched without a token; and a request that fits its description may still ask for what cannot be."""
"""Requests made up for each operation."""


def test_the_bot_of_the_documentation_plays_a_whole_game(server: Running, tmp_path: Path) -> None:
    source = files(ROOT / "docs" / "tutorials" / "first-bot.md")["bot.py"]
    assert len(source.splitlines()) <= 32
    bot = tmp_path / "bot.py"
    bot.write_text(source)
    done = subprocess.run([sys.executable, bot, server.address], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"points \[\d+, \d+, \d+\] places \[[1-3], [1-3], [1-3]\]\n", done.stdout)


def test_a_whole_game_over_http(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.http(table.token) as amina, server.http(token) as omar:
        path = f"/api/tables/{table.id}"

        def command(who: Any, verb: str, **fields: Any) -> Any:
            seq = who.get(f"{path}/view").json()["seq"]
            return who.post(f"{path}/{verb}", json={"id": f"{time.monotonic()}", "seq": seq, **fields})

        view = amina.get(f"{path}/view").json()
        assert [legal["text"] for legal in view["legal"]] == ["swap", "mark on", "keep", "show", "peek"]
        assert (view["you"], view["your_turn"], view["can_undo"], view["over"]) == (0, True, False, False)
        assert not {"key", "draws", "event", "told"} & set(view["view"])
        assert view["prompt"]["title"]
        assert command(amina, "choose", choice="mark on").status_code == 200
        assert amina.get(f"{path}/view").json()["can_undo"]
        assert command(amina, "undo").status_code == 200
        assert command(amina, "undo").status_code == 409
        command(amina, "choose", choice=MARK)
        assert command(amina, "reset").status_code == 200
        assert command(amina, "choose", choice="keep", at_once=False).status_code == 200
        view = amina.get(f"{path}/view").json()
        assert (view["must_confirm"], view["legal"]) == (True, [])
        assert command(amina, "confirm").status_code == 200
        assert command(amina, "confirm").status_code == 409
        refusal = command(omar, "choose", choice="mark off")
        assert (refusal.status_code, refusal.json()["rule"]["id"]) == (409, "TO-T02")
        assert command(omar, "choose", choice=99).status_code == 409
        assert command(omar, "choose", choice="keep").status_code == 200
        assert command(omar, "choose", choice="shout").status_code == 200
        view = omar.get(f"{path}/view").json()
        assert (view["over"], view["legal"], view["your_turn"]) == (True, [], False)
        log = omar.get(f"{path}/log", params={"from": 2}).json()
        assert [(entry["ply"], *entry["choices"]) for entry in log["decisions"]] == [
            (2, {"choice": KEEP, "text": "keep"}),
            (3, {"choice": SHOUT, "text": "shout"}),
        ]
        saved = omar.get(f"{path}/match").json()
        assert saved["secret"] == table.info()["secret"]


def test_a_saved_match_can_be_replayed(server: Running) -> None:
    table = server.open(BOT, BOT, game="toy")
    until = time.monotonic() + 30
    while table.info()["state"] != "finished":
        assert time.monotonic() < until
        time.sleep(0.05)
    with server.http() as http:
        saved = http.get(f"/api/tables/{table.id}/match").json()
    replayed = Match.from_json(saved)
    assert replayed.over
    result = {"points": replayed.points(), "ranks": replayed.ranks(), "winners": replayed.winners()}
    assert table.info()["result"] == result | {"agreed": False, "cancelled": False, "resigned": None}
    assert replayed.commitment == table.info()["commitment"]


def test_other_players_choices_stay_hidden_until_the_game_is_over(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with server.http(table.token) as amina, server.http(token) as omar:
        path = f"/api/tables/{table.id}"
        seq = amina.get(f"{path}/view").json()["seq"]
        amina.post(f"{path}/choose", json={"id": "a", "seq": seq, "choice": "swap"})
        (mine,) = amina.get(f"{path}/log").json()["decisions"]
        (others,) = omar.get(f"{path}/log").json()["decisions"]
        assert ([each["text"] for each in mine["choices"]], others["choices"]) == (["swap"], [])
        assert len(mine["events"]) > len(others["events"]), "what was drawn is hers to see"
        assert omar.get(f"{path}/view").json()["view"]["card"][0] == 0
        assert amina.get(f"{path}/view").json()["view"]["card"][0] > 0
        assert omar.get(f"{path}/match").status_code == 409


def test_a_view_request_can_wait_for_a_change(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    seq = table.view(token)["seq"]
    with server.http(token) as omar:
        begun = time.monotonic()
        view = omar.get(f"/api/tables/{table.id}/view", params={"after": seq, "wait": 0.3}).json()
        assert view["seq"] == seq
        assert time.monotonic() - begun >= 0.3
        answers: list[dict[str, Any]] = []
        waiting = threading.Thread(
            target=lambda: answers.append(omar.get(f"/api/tables/{table.id}/view?after={seq}&wait=20").json())
        )
        waiting.start()
        time.sleep(0.2)
        with server.http(table.token) as amina:
            amina.post(f"/api/tables/{table.id}/choose", json={"id": "a", "seq": seq, "choice": "swap"})
        waiting.join(10)
        assert answers[0]["seq"] > seq


@pytest.mark.parametrize(
    "body, status",
    [
        ({"game": "chess", "seats": [ME, BOT]}, 404),
        ({"game": "toy", "seats": [ME]}, 422),
        ({"game": "toy", "seats": [ME, ME]}, 422),
        ({"game": "toy", "seats": [ME] + [BOT] * 4}, 422),
        ({"game": "toy", "seats": [ME, {"kind": "bot", "level": "genius"}]}, 422),
        ({"game": "toy", "seats": [ME, {"kind": "ghost"}]}, 422),
        ({"game": "toy", "seats": [ME, BOT], "options": {"colour": "green"}}, 422),
        ({"game": "toy", "seats": [ME, BOT], "options": {"size": 3}}, 422),
        ({"game": "heaps", "seats": [ME], "options": {"day": "21 November"}}, 422),
        ({"game": "heaps", "seats": [ME], "options": {"day": 20261121}}, 422),
        ({"game": "toy", "players": 3, "seats": [ME, BOT]}, 422),
        ({"game": "toy", "seats": [{"kind": "me", "name": "\u200b "}, BOT]}, 422),
        ({"seats": []}, 422),
        ([], 422),
    ],
)
def test_an_invalid_table_is_refused_with_a_message(server: Running, body: Any, status: int) -> None:
    with server.http() as http:
        answer = http.post("/api/tables", json=body)
    assert answer.status_code == status
    assert answer.json()["message"]
    assert set(answer.json()) == {"message", "rule"}


def test_clients_are_rate_limited(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db", limited=True) as server:
        for name, burst in (("players", 600), ("requests", 1350), ("openings", 20), ("talk", 6)):
            assert getattr(server.limits, name).take("somebody"), "there are limits"
            setattr(server.limits, name, Buckets(rate=0.001, burst=burst))
        table = server.open(ME, BOT)
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            for number in range(10):
                amina.send({"type": "say", "id": str(number), "text": "hello"})
            answers = [amina.next("ack", "refused") for _ in range(10)]
            assert [answer["type"] for answer in answers] == ["ack"] * 6 + ["refused"] * 4
            assert "too fast" in answers[-1]["message"]
            with pytest.raises(ConnectionClosed):
                insist(amina)
        with server.http() as http:
            opened = [http.post("/api/tables", json={"game": "toy", "seats": [ME, BOT]}).status_code for _ in range(22)]
            assert opened == [201] * 19 + [429] * 3
            assert [http.get("/api/games").status_code for _ in range(60)][-1] == 429


def insist(person: Person) -> None:
    """Send commands until the server closes the socket."""
    for _ in range(300):
        person.command("undo", seq=1)


def test_a_replaced_seat_link_is_invalid(server: Running) -> None:
    table = server.open(ME, OPEN, OPEN)
    with server.http(table.token) as amina, server.sit(table.id, table.token) as page:
        page.next("table")
        path = f"/api/tables/{table.id}/seats"
        fresh = amina.post(f"{path}/1/link").json()["token"]
        assert fresh != table.invitation(1)
        with server.http(table.invitation(1)) as late:
            assert late.post(f"{path}/1", json={"name": "Omar"}).status_code == 401
        with server.http(fresh) as omar:
            assert omar.post(f"{path}/2/link").status_code == 403
            assert omar.post(f"{path}/1", json={"name": "Omar"}).status_code == 200
        assert amina.post(f"{path}/1/link").status_code == 403, "the seat is his now"
        mine = amina.post(f"{path}/0/link").json()["token"]
        with pytest.raises(ConnectionClosed):
            page.next("bye")
        assert amina.get(f"/api/tables/{table.id}").status_code == 401
    assert table.info(mine)["you"] == 0


def test_the_api_lists_the_games(server: Running) -> None:
    with server.http() as http:
        games = {game["name"]: game for game in http.get("/api/games").json()}
    assert set(games) == set(registry.games())
    toy = games["toy"]
    assert [option["name"] for option in toy["options"]] == ["high", "colour"]
    assert toy["presets"] == []
    heaps = games["heaps"]
    assert [option["kind"] for option in heaps["options"]] == ["choice", "bool", "choice", "date"]
    assert heaps["options"][2]["when"] == [{"players": [1], "day": [""]}, {"same": [True]}]
    assert heaps["presets"][0]["options"] == {"day": "today"}
    assert [level["name"] for level in toy["levels"]] == ["apprentice", "trader", "merchant", "caravaner", "vizier"]


def test_every_operation_is_described(server: Running) -> None:
    with server.http() as http:
        described = http.get("/api/openapi.json").json()
    assert described["info"]["version"] == souq.__version__
    for path, operations in described["paths"].items():
        assert path.startswith("/api/")
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert operation["description"], (method, path)
            assert "422" not in operation["responses"] or "Problem" in str(operation["responses"]["422"])


REFUSALS = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
TOO_LONG_IS_REFUSED = SchemathesisConfig.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}}
)
"""What schemathesis takes for a refusal by itself, and 413: what breaks a rule may be too long besides."""


@pytest.mark.parametrize("examples", [8, pytest.param(40, marks=pytest.mark.wide)])
def test_the_api_conforms_to_its_openapi_document(server: Running, examples: int) -> None:
    described = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json", config=TOO_LONG_IS_REFUSED)
    playing, waiting = server.open(ME, BOT), server.open(ME, OPEN)
    for found in described.get_all_operations():
        operation = found.ok()
        if "{seat}" in operation.path:
            check_against_schema(operation, waiting.invitation(1), examples, table=waiting.id)
        elif operation.path.endswith(("/try", "/analysis")):
            check_against_schema(operation, None, examples, table=finished_table(server).id)
        elif "{code}" in operation.path:
            code, token = path_and_token(server, operation.path)
            check_against_schema(operation, token, examples, code=code)
        else:
            check_against_schema(operation, playing.token, examples, table=playing.id)


def path_and_token(server: Running, path: str) -> tuple[str, str | None]:
    """Return the code that a path needs, and the token with the most rights there."""
    if "/tournaments/" in path:
        tournament = Tournament(server)
        tournament.enter("Amina", "Omar")
        return tournament.code, tournament.host
    if "/people/" in path:
        with server.http() as http:
            http.get("/")
            http.post("/me", data={"name": "Lea"})
            return http.post("/api/records/shown", json={"shown": True}).json()["page"], None
    with server.http() as http:
        seats = [{"kind": "me", "name": "Host"}, OPEN, OPEN]
        opened = http.post("/api/tables", json={"game": "toy", "players": 3, "seats": seats, "company": "anybody"})
        assert opened.status_code == 201, opened.text
        return http.get("/api/lobby").json()["join"][0]["code"], None


def finished_table(server: Running) -> Opened:
    """Return a table whose game is over."""
    table = server.open(BOT, BOT)
    while table.info()["state"] != "finished":
        time.sleep(0.02)
    return table


def check_against_schema(operation: Any, token: str | None, examples: int, **there: str) -> None:
    """Send requests that an operation's schema allows, and some that it forbids.

    Args:
        operation: the operation of the OpenAPI document.
        token: the token of the requests.
        examples: the number of requests.
        there: values of path parameters that exist.
    """
    met: set[int] = set()

    @given(case=st.one_of(operation.as_strategy(), operation.as_strategy(GenerationMode.NEGATIVE)))
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Any) -> None:
        names = there.keys() & (case.path_parameters or {}).keys()
        case.path_parameters = {**(case.path_parameters or {}), **{name: there[name] for name in names}}
        if "wait" in (case.query or {}) and is_documented_wait(case.query["wait"]):
            case.query = {**case.query, "wait": 0}
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        met.add(case.call_and_validate(headers=headers, excluded_checks=NOT_PROMISED).status_code)

    check()
    assert not there or met - {404}, f"{operation.label} leads nowhere"


def is_documented_wait(value: Any) -> bool:
    """Return whether a view request would wait this long."""
    return isinstance(value, int | float) and 0 <= value <= 30
