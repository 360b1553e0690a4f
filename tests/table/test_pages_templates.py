"""Every page as the server renders it: sound, without inline style or script, and with nothing from elsewhere."""

from __future__ import annotations

import doctest
import json
import re
from html.parser import HTMLParser
from itertools import groupby
from typing import Any

import pytest
from jinja2 import StrictUndefined
from markupsafe import Markup

from souq.bots.levels import LEVELS
from souq.engine import registry
from souq.engine.draw import symbols
from souq.engine.teaching.glossary import glossary
from souq.engine.teaching.lesson import Lesson, Step
from souq.engine.teaching.setting import Setting
from souq.games import card, cards
from souq.puzzles.puzzle import LEVELS as HARD
from souq.puzzles.puzzle import puzzles
from souq.table.pages import templating
from souq.table.pages.illustrated import shown as drawn
from souq.table.pages.learning import Offer
from souq.table.pages.practice import Offer as Posed
from souq.table.playing.seats import USUAL
from tests.heaps import GAME as HEAPS

GAME = "desert_bazaar"
ME = {"name": "Amina <b>", "emblem": "camel", "known": True}
STRANGER = {"name": "", "emblem": "crescent", "known": False}
HERE = {"origin": "https://souq.example", "path": "/somewhere"}
VOID = {"meta", "link", "input", "br", "hr", "img"}
PLACES = "/static/ /pictures/ /learn /practice /daily/ /try/ /rules /fair /check /about /new/ /play/ /t/ /join /me "
PLACES += "/api/openapi.json #"


def _table(number: int, **more: Any) -> dict[str, Any]:
    entry = {"game": GAME, "title": "Desert Bazaar", "with_whom": "Omar & Leila", "when": "just now"}
    entry["stands"] = "Your turn" if more.get("yours") else "Waiting for Omar"
    return {"id": f"table{number}", **entry, "yours": False, "state": "playing", **more}


def _pages() -> dict[str, tuple[str, dict[str, Any]]]:
    game, book = registry.find(GAME), registry.find(GAME).rulebook
    about = {"game": game, "card": card(GAME)}
    levels = [{"name": name, "title": bot.title, "about": bot.tagline} for name, bot in LEVELS.items()]
    bots: dict[str, Any] = {"levels": levels, "usual": USUAL}
    new: dict[str, Any] = {**about, **bots, "error": "", "values": {}, "idle": set(), "with_bots": False}
    heaps: dict[str, Any] = {"game": HEAPS, "card": None, "preset": HEAPS.preset("daily")}
    asked = {"players": "1", "option-day": "2026-11-21"}
    alone = {**new, **heaps, "values": asked, "idle": {"play", "same", "size"}}
    posted = {"players": "5", "seat-0": "open", "seat-1": "me", "seat-2": "bot:vizier", "pace": "quick"}
    posted |= {"name": '"><script>', "option-odds": "on"}
    tables = [_table(1, yours=True), _table(2, state="waiting"), _table(3, state="finished"), _table(4, game="gone")]
    games = {"cards": cards(), "start": "desert_bazaar", "learned": {GAME: "new", "kairo": "all"}, "dailies": [game]}
    nothing = {"me": ME, "title": "Nothing here", "message": "A <b>sentence</b>.", "status": 404}
    lesson = Lesson("first", "A first <b>walk</b>", "One step & the next.", 2, Setting(2), (Step("Look."), Step("Go.")))
    begun = [Offer(lesson), Offer(lesson, 1, "table1"), Offer(lesson, 0, "", True)]
    shelf = [{"game": game, "card": card(GAME), "offers": begun, "rules": 74, "puzzles": 36, "primer": True}]
    shelf += [{"game": HEAPS, "card": None, "offers": [], "rules": 3, "puzzles": 0, "primer": False}]
    written = {"about": book.text, "aim": book.aim, "chapters": book.chapters}
    words = {"words": glossary(game), "words_url": "/games/desert_bazaar/glossary.json"}
    illustrated = {"pictures": drawn(game), "sheet": Markup(symbols(game)), **words}
    posed = [Posed(puzzle, nth, nth == 2) for nth, puzzle in enumerate(puzzles(game).values(), 1)]
    practised = {**about, "offers": posed, "done": 1, "daily": True}
    themes = [(title, list(group)) for title, group in groupby(posed, lambda each: each.puzzle.theme)]
    begins = {**about, "about": "Growing. Easy.", "action": "/practice/desert_bazaar/0a1b2c3d"}
    return {
        "home": ("home.html", {"me": ME, "tables": tables, **games, **bots}),
        "home, first visit": ("home.html", {"me": STRANGER, "tables": [], **games, **bots}),
        "new": ("new.html", {"me": ME, **new}),
        "new, with bots": ("new.html", {"me": ME, **new, "with_bots": True}),
        "new, no card": ("new.html", {"me": STRANGER, **new, "card": None}),
        "new, variant": ("new.html", {"me": ME, **new, "game": registry.find("marracash"), "card": card("marracash")}),
        "new, refused": ("new.html", {"me": ME, **new, "error": "Only one seat can be yours.", "values": posted}),
        "new, with presets": ("new.html", {"me": ME, **alone}),
        "start": ("start.html", {"me": ME, **heaps, "sends": {"day": "today"}, "day": "Heap of 21 November 2026"}),
        "start of a day": ("start.html", {"me": ME, **heaps, "sends": {"day": "2026-11-20"}, "day": "Heap of 20 …"}),
        "rules": ("rules.html", {"me": ME, **about, **written, **illustrated}),
        "learn": ("learn.html", {"me": ME, "shelf": shelf, "later": [card("chatuchak")]}),
        "learn a game": ("learn.html", {"me": STRANGER, "shelf": shelf[:1], "later": [], "game": shelf[0]["game"]}),
        "practice": (
            "practice.html",
            {"me": ME, "shelf": [practised, {**practised, "game": HEAPS, "card": None, "daily": False}]},
        ),
        "practice of a game": ("puzzles.html", {"me": ME, **practised, "themes": themes, "levels": HARD}),
        "practice of none": (
            "puzzles.html",
            {"me": STRANGER, **practised, "card": None, "offers": [], "themes": [], "levels": HARD},
        ),
        "a puzzle": ("puzzle.html", {"me": STRANGER, **begins, "title": "Practice", "day": ""}),
        "a puzzle of today": ("puzzle.html", {"me": ME, **begins, "title": "Puzzle of the day", "day": "today"}),
        "fair": ("fair.html", {"me": ME}),
        "check": ("check.html", {"me": ME, "titles": {"heaps": "Heaps"}}),
        "about": ("about.html", {"me": ME}),
        "join": ("join.html", {"me": ME, "error": "", "value": ""}),
        "join, refused": ("join.html", {"me": ME, "error": "No table.", "value": '"><script>'}),
        "error": ("error.html", {**nothing, "again": ""}),
        "error, to try again": ("error.html", {**nothing, "again": "/t/table1"}),
    }


PAGES = _pages()


def render(page: str) -> str:
    """A page with strict undefined names, so that a misspelt one is found."""
    template, context = PAGES[page]
    environment = templating.environment()
    environment.undefined = StrictUndefined
    environment.globals.update(static=lambda path: f"/static/{path}?v=0", souq_version="1.2.3")
    return environment.get_template(template).render(**HERE, **context)


class Page(HTMLParser):
    """What the tests want to know of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        if tag != self.open[-1]:
            assert self.open.pop() in {"li", "p", "dt", "dd", "option"}
        assert self.open.pop() == tag

    def all(self, *names: str) -> list[dict[str, str | None]]:
        """The attributes of every element of these names."""
        return [attributes for tag, attributes in self.tags if tag in names]


@pytest.mark.parametrize("page", PAGES)
def test_strict_policy(page: str) -> None:
    """No inline style or script, no handler, no address but our own."""
    html = render(page)
    found = Page(html)
    assert not found.all("style")
    assert all("src" in script for script in found.all("script"))
    for tag, attributes in found.tags:
        assert "style" not in attributes, tag
        assert not any(name.startswith("on") for name in attributes), tag
        for name in ("href", "src", "action", "formaction"):
            address = attributes.get(name)
            assert address is None or address == "/" or address.startswith(tuple(PLACES.split())), address
    assert "//" not in re.sub(r'xmlns="[^"]*"', "", html).replace(f'content="{HERE["origin"]}/', "")


@pytest.mark.parametrize("page", PAGES)
def test_accessible(page: str) -> None:
    """One first heading, one main, ids once, every link and label leads somewhere, every field and picture is named."""
    found = Page(render(page))
    ids = [str(attributes["id"]) for _, attributes in found.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert len(found.all("h1")) == len(found.all("main")) == 1
    inner = [str(a["href"])[1:] for a in found.all("use", "a") if str(a["href"]).startswith("#")]
    named = ("aria-describedby", "aria-labelledby", "for")
    inner += [str(a[name]) for _, a in found.tags for name in named if name in a]
    assert set(inner) <= set(ids)


@pytest.mark.parametrize("page", PAGES)
def test_what_people_typed_is_escaped(page: str) -> None:
    html = render(page)
    assert "<b>sentence" not in html
    assert "Amina <b>" not in html
    assert "<script>" not in html


def test_home_is_honest() -> None:
    """Only what can be played has a button; the others say so."""
    home = render("home")
    for shown in cards():
        assert (f'formaction="/play/{shown.game}"' in home) == (f'href="/new/{shown.game}"' in home) == shown.playable
    assert home.count("In the making") == sum(not shown.playable for shown in cards())
    assert home.count('class="t yours"') == 1
    assert "Your turn · just now" in home
    assert "Nothing on the table yet" in render("home, first visit")


def test_new_table_offers_every_seat_level_and_option() -> None:
    game, page = registry.find(GAME), Page(render("new"))
    players = [a for a in page.all("input") if a.get("name") == "players"]
    assert [a["value"] for a in players] == [str(n) for n in range(game.min_players, game.max_players + 1)]
    assert ["checked" in a for a in players].count(True) == 1
    assert [a["id"] for a in page.all("select")] == [f"seat-{seat}" for seat in range(game.max_players)]
    assert {a["value"] for a in page.all("option")} >= {"me", "open", *(f"bot:{level}" for level in LEVELS)}
    named = {a["name"] for a in page.all("input", "select")}
    assert {f"option-{option.name}" for option in game.options} <= named


@pytest.mark.parametrize(("door", "seat"), [("new", "open"), ("new, with bots", f"bot:{USUAL}")])
def test_a_table_is_opened_for_friends_or_for_bots(door: str, seat: str) -> None:
    """Seats are open, unless one came by the other door; the button and what it says after go with it."""
    page, most = Page(html := render(door)), registry.find(GAME).max_players
    chosen = [a["value"] for a in page.all("option") if "selected" in a][:most]
    assert chosen == ["me", *[seat] * (most - 1)]
    (current,) = [a for a in page.all("a") if a.get("aria-current") == "true"]
    assert current["data-seat"] == seat
    assert (
        (">Open the table</button>" in html)
        == (seat == "open")
        == (">Next you get a link for every open seat." in html)
    )


def test_a_variant_for_fewer_is_named_and_not_chosen() -> None:
    """So it is for MarraCash, which is meant for three or four; its options know which seats there are."""
    page = Page(html := render("new, variant"))
    chosen = [a["value"] for a in page.all("input") if a.get("name") == "players" and "checked" in a]
    assert chosen == ["3"]
    assert "MarraCash is made for 3 or more; with fewer it’s a variant." in html
    assert "a variant" not in render("new")
    assert [a["data-seat"] for a in page.all("option") if "data-seat" in a] == ["1", "2", "3", "4"]


def test_refused_form_keeps_what_was_chosen() -> None:
    page = Page(render("new, refused"))
    assert [a["value"] for a in page.all("option") if "selected" in a][:3] == ["open", "me", "bot:vizier"]
    ticked = {a["name"]: a["value"] for a in page.all("input") if "checked" in a}
    assert ticked == {"players": "5", "option-odds": "on", "pace": "quick"}


def test_only_what_matters_is_asked_for() -> None:
    """What does not is there, so that it can be shown at once, and out of sight from the first moment."""
    labels = [a for a in Page(render("new, with presets")).all("label") if "option" in str(a.get("class", "")).split()]
    asked = {json.loads(str(a["data-option"]))["name"]: "idle" not in str(a["class"]) for a in labels}
    assert asked == {"play": False, "same": False, "size": False, "day": True}
    size = json.loads(str(labels[2]["data-option"]))
    assert size == {"name": "size", "default": 0, "when": [{"players": [1], "day": [""]}, {"same": [True]}]}
    (day,) = [a for a in Page(render("new, with presets")).all("input") if a.get("type") == "date"]
    assert (day["name"], day["value"]) == ("option-day", "2026-11-21")


def test_presets_begin_with_one_click_or_fill_in_the_form() -> None:
    page = Page(render("new, with presets"))
    hidden = {(a["name"], a["value"]) for a in page.all("input") if a.get("type") == "hidden"}
    assert hidden >= {("preset", "daily"), ("option-day", "today"), ("preset", "alone")}
    assert ("preset", "duel") not in hidden
    assert "/new/heaps?preset=duel" in [a.get("href") for a in page.all("a")]
    assert [a["action"] for a in page.all("form")].count("/play/heaps") == 2


def test_the_start_of_a_preset_says_which_day() -> None:
    assert "Heap of the day, <time data-today" in render("start")
    assert "<h1>Heap of 20 …</h1>" in render("start of a day")
    assert 'name="option-day" value="2026-11-20"' in render("start of a day")


def test_rules_have_an_anchor_each() -> None:
    html, book = render("rules"), registry.find(GAME).rulebook
    assert all(f'id="{rule}"' in html for rule in book.ids)
    assert "not affiliated" in html
    assert "Brian Yu" in html


def test_static_files() -> None:
    look_css = templating.static_file("theme.css")
    assert look_css is not None
    assert all(f'[data-game="{shown.game}"]'.encode() in look_css for shown in cards())
    for name in ("tokens.css", "house.svg", "house.css", "pages.css", "favicon.svg", "js/home.js", "js/rules.js"):
        assert templating.static_file(name), name
    for name in (
        "",
        "/",
        "..",
        "../errors.py",
        "js/../../errors.py",
        "/etc/passwd",
        "js",
        "nothing.css",
        "a\\b",
        "a\0b",
    ):
        assert templating.static_file(name) is None


@pytest.mark.parametrize("name", ["house.css", "pages.css"])
def test_only_tokens_name_colours(name: str) -> None:
    css = re.sub(r"/\*.*?\*/", "", (templating.static_file(name) or b"").decode(), flags=re.S)
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b|\brgb|\bhsl|url\(", css)
    tokens = set(re.findall(r"(--[\w-]+):", templating.stylesheet()))
    assert set(re.findall(r"var\((--[\w-]+)", css)) <= tokens


def test_examples() -> None:
    assert doctest.testmod(templating).failed == 0
