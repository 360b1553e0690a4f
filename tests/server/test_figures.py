"""The rules with their figures: the primer, figures that can be tried, and the glossary."""

from __future__ import annotations

import re

import pytest

from souq.engine import registry
from souq.engine.teach.primer import primer
from tests.server.clients import Running
from tests.support import ours

pytestmark = pytest.mark.server

GAME = "kairo"
HEAVIEST = 400_000
"""Characters of a page."""


def test_the_rules_begin_with_a_two_minute_primer(server: Running) -> None:
    with server.http() as http:
        page = http.get(f"/rules/{GAME}").text
    known = primer(registry.find(GAME))
    assert 'id="two-minutes"' in page and 'href="#two-minutes"' in page
    for section in known.sections:
        assert section.title in page
    assert page.count('class="drawing"') == len(known.pictures)
    assert page.count('role="img"') >= len(known.pictures)


@pytest.mark.parametrize("game", [game.name for game in ours()])
def test_every_figure_has_all_its_assets(server: Running, game: str) -> None:
    with server.http() as http:
        page = http.get(f"/rules/{game}").text
    assert len(page) < HEAVIEST
    wanted = set(re.findall(r'<use href="#([\w-]+)"', page))
    assert wanted <= set(re.findall(r'id="([\w-]+)"', page))
    ids = re.findall(r'\sid="([\w-]+)"', page)
    assert len(ids) == len(set(ids))


def test_figures_appear_next_to_their_rules(server: Running) -> None:
    with server.http() as http:
        page = http.get(f"/rules/{GAME}").text
    for figure in primer(registry.find(GAME)).figures:
        rule = page.index(f'id="{figure.rule}"')
        at = page.index(f'id="figure-{figure.name}"')
        assert rule < at and 'class="rule"' not in page[rule:at]
        assert (f'action="/try/{GAME}/{figure.name}"' in page) == figure.tries


def test_a_figure_can_be_tried_at_a_new_table(server: Running) -> None:
    figure = next(each for each in primer(registry.find(GAME)).figures if each.tries)
    with server.http() as http:
        answer = http.post(f"/try/{GAME}/{figure.name}", data={"name": "Rosa"})
        assert answer.status_code == 303
        table = answer.headers["location"].rpartition("/")[2]
        about = http.get(f"/api/tables/{table}").json()
        assert about["you"] == figure.picture.seat
        assert about["seats"][figure.picture.seat]["name"] == "Rosa"
        assert {seat.get("level") for seat in about["seats"] if seat["kind"] == "bot"} == {"apprentice"}
        view = http.get(f"/api/tables/{table}/view").json()
        back = f'href="/rules/{GAME}#figure-{figure.name}"'
        assert back in http.get(f"/t/{table}").text
        assert f'id="figure-{figure.name}"' in http.get(f"/rules/{GAME}").text
    expected = figure.picture.setting.begin(registry.find(GAME)).legal(figure.picture.seat)
    assert [choice["choice"] for choice in view["legal"]] == [int(choice) for choice in expected]


def test_an_unknown_figure_cannot_be_tried(server: Running) -> None:
    with server.http() as http:
        answer = http.post(f"/try/{GAME}/nothing")
        assert answer.status_code == 404
        assert "has no figure &#39;nothing&#39; to try" in answer.text
        assert http.post("/try/nothing/barkers").status_code == 404


def test_glossary_entries_are_sent_once_and_cached(server: Running) -> None:
    with server.http() as http:
        page = http.get(f"/rules/{GAME}").text
        (address,) = re.findall(r'data-words="([^"]+)"', page)
        answer = http.get(address)
        assert "immutable" in answer.headers["cache-control"]
        terms = answer.json()
        assert {"forms", "text", "rule"} == set(terms[0])
        for term in terms:
            assert f'href="#{term["rule"]}"' in page
        assert 'id="words"' in page
        assert http.get("/games/nothing/glossary.json").status_code == 404
