"""Every page as rendered by the server: valid, without inline style or code, and without third-party content."""

from __future__ import annotations

import doctest
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import pytest
from jinja2 import StrictUndefined
from markupsafe import Markup

from souq.bots.characters import EVERYWHERE
from souq.engine import registry
from souq.engine.present.draw import symbols
from souq.engine.teach.glossary import glossary
from souq.engine.teach.lesson import Lesson, Step
from souq.engine.teach.setting import Setting
from souq.games import card, cards
from souq.puzzles.puzzle import LEVELS as HARD
from souq.puzzles.puzzle import puzzles
from souq.server.core.http import levels, templating
from souq.server.core.live.ladder import NAMES, Ladder
from souq.server.core.live.people import EMBLEMS
from souq.server.core.live.seats import USUAL
from souq.server.core.store.rows import Listing, Said, SeatRow, SessionRow
from souq.server.features.accounts.email_links import Letter
from souq.server.features.accounts.models import Passkey
from souq.server.features.accounts.sign_in_methods import Known
from souq.server.features.lobby import page_parts as parts
from souq.server.features.lobby.matching import Wish
from souq.server.features.lobby.open_tables import Listed, SeatSeen
from souq.server.features.lobby.waiting import State
from souq.server.features.moderation.models import Announcement, Report, Suspension
from souq.server.features.moderation.pages import LENGTHS, STANDS, WHILES
from souq.server.features.moderation.reports import KINDS
from souq.server.features.moderation.storage import PersonSummary
from souq.server.features.moderation.tables import Counted, Seen
from souq.server.features.notifications.models import Channel
from souq.server.features.notifications.sections import ChannelView
from souq.server.features.practice.lesson_offers import Offer
from souq.server.features.practice.models import MistakeRow
from souq.server.features.practice.puzzle_offers import Offer as Posed
from souq.server.features.practice.puzzle_ratings import Standing, Streak
from souq.server.features.practice.rules_pages import pictures_of
from souq.server.features.practice.storm import Storm
from souq.server.features.practice.today import Today
from souq.server.features.privacy import statement
from souq.server.features.ratings import page_parts
from souq.server.features.ratings.api_models import (
    LeaderModel,
    MetModel,
    PlaceModel,
    PlayedGameModel,
    PlayerModel,
    RatingModel,
    SeatModel,
    StandingModel,
)
from souq.server.features.social.blocks import BlockEntry
from tests.heaps import GAME as HEAPS
from tests.table.tournament_pages import tournament_pages

GAME = "desert_bazaar"
ME = {"name": "Amina <b>", "emblem": "camel", "known": True, "kept": False}
KEPT = {**ME, "kept": True, "settings": {"theme": "dark'><script>"}}
STRANGER = {"name": "", "emblem": "crescent", "known": False, "kept": False}
HERE = {"origin": "https://souq.example", "path": "/somewhere"}
VOID = {"meta", "link", "input", "br", "hr", "img"}
PLACES = "/static/ /games/ /pictures/ /learn /practice /storm /mistakes /daily/ /try/ /rules /fair /check /about /new/ "
PLACES += "/play/ /t/ /join /me /api/openapi.json /next /you /sign-in /hours /lobby/ /library /records /leaderboard "
PLACES += "/people/ /tournaments /privacy /admin #"


def _moderation_pages() -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the moderators' pages and the form for reports."""
    said = {"n": 1, "seat": 0, "name": "Omar <b>", "text": "You <i>fool</i>", "at": 0.0, "own": False}
    report = Report("r", "t", GAME, "a", "Amina", "o", "Omar <b>", 0, "rude", "He <b>", 1, [said], 0.0)
    both = [
        Suspension("s", "o", None, "Insults <b>", 0.0, None, "Omar <b>"),
        Suspension("n", None, "::/64", "x", 0.0, 9.0),
    ]
    table = Seen("t", GAME, "playing", ("Amina <b>", "Omar"), 1, 1, 0.0, 0.0)
    common = {"me": KEPT, "heading": "Administration", "waiting": 2, "error": "No <b>.", "kinds": KINDS, "titles": {}}
    common |= {"day": lambda until: "For good", "clock": lambda at: "12:00", "lengths": LENGTHS, "whiles": WHILES}
    parts: dict[str, dict[str, Any]] = {
        "reports": {"here": "", "open": [(report, "now")], "closed": [(replace(report, outcome="<b>"), "now")]},
        "report": {"here": "", "report": report, "when": "now"},
        "suspensions": {"here": "/suspensions", "suspensions": both},
        "people": {
            "here": "/people",
            "asked": '"><b>',
            "people": [(PersonSummary("o", "<b>", True, 0.0, 0.0), "seen")],
        },
        "tables": {
            "here": "/tables",
            "tables": [(table, "now", "now")],
            "counted": Counted(),
            "stands": STANDS,
            "clears": {"games": 9.0, "guests": 0.0},
        },
        "notice": {"here": "/notice", "notices": [Announcement("a", "Back <b>", 0.0, 1.0)]},
        "log": {
            "here": "/log",
            "done": [("me <b> suspended <b>", "<b>", "now")],
            "earlier": 1,
        },
        "invitation": {"here": None},
    }
    made = {f"admin, {name}": ("admin.html", {**common, "section": name, **more}) for name, more in parts.items()}
    sender = {"me": ME, "table": "t", "seats": [SeatRow(1, "person", name="Omar <b>")], "kinds": KINDS, "values": {}}
    sender |= {"talk": [Said(1, 1, "Omar <b>", "You <i>", 0.0)], "error": "", "sent": False}
    loud = {"announced": "Back <b> at eight", "suspended": "You’re suspended for good: <b>."}
    return made | {
        "report": ("report.html", sender),
        "report, of nobody": ("report.html", {**sender, "seats": []}),
        "report, sent": ("report.html", {**sender, "sent": True, "accused": "Omar <b>", **loud}),
    }


def _table(number: int, **more: Any) -> dict[str, Any]:
    entry = {"game": GAME, "title": "Desert Bazaar", "with_whom": "Omar & Leila", "when": "just now"}
    entry["stands"] = "Your turn" if more.get("yours") else "Waiting for Omar"
    return {"id": f"table{number}", **entry, "yours": False, "state": "playing", **more}


def _listed(shown: Literal["join", "watch"], game: str = GAME) -> Listed:
    """Return a table in the lobby."""
    seats = (SeatSeen("person", "Amina <b>", "", ""), SeatSeen("bot", "Omar", "trader", "Trader"))
    seats += (SeatSeen("open" if shown == "join" else "bot", "", "trader", "Trader"),)
    listing = Listing(f"table{shown}", "anybody", True, f"code{shown}")
    return Listed(listing, shown, game, "Desert Bazaar", ("Speed <b>race",), (), seats, 0.0, 0.0)


def lobby_tables(*found: Listed) -> str:
    """Render the lobby's tables as on the home page."""
    return str(templating.environment().get_template("lobby_tables.html").render(entries=map(parts.entry, found)))


PERSON = {"name": "Amina <b>", "emblem": "camel", "page": None}
RATING = RatingModel(points=1612, within=80, provisional=False, games=31)
UNSURE = RatingModel(points=2300, within=600, provisional=True, games=1)
OTHER = PlayerModel(name="Omar <b>", emblem="star", page="a-_b")
BEATEN = PlayerModel(name="Trader", level="trader")


def records(game: str) -> dict[str, Any]:
    """Return the context of a profile page."""
    places = [PlaceModel(place=1, times=3), PlaceModel(place=2, times=1)]
    played = {"title": "Desert <b>Bazaar", "played": 4, "won": 3, "early": 1, "places": places}
    standings = [
        StandingModel(game=each, rating=rating, **played) for each, rating in ((game, RATING), ("gone", UNSURE))
    ]
    standings.append(StandingModel(game="kairo", rating=None, **played))
    met = [MetModel(who=who, before=2, level=0, after=1) for who in (OTHER, BEATEN, PlayerModel(name="Others"))]
    seats = [SeatModel(who=who, place=at, points=30) for at, who in enumerate((OTHER, BEATEN, OTHER), 1)]
    over = {"title": "Desert Bazaar", "ended_at": datetime(2026, 11, 21, tzinfo=UTC), "players": seats}
    games = [
        PlayedGameModel(game=game, place=1, rating=RATING, change=-12, table="table1", **over),
        PlayedGameModel(game="gone", place=0, rating=None, change=None, table=None, **over),
    ]
    return {
        "person": PERSON,
        "standings": [*map(page_parts.standing, standings)],
        "met": [*map(page_parts.met, met)],
        "games": [*map(page_parts.played, games)],
        "first": True,
        "next": "/records?after=1~a",
        "address": "souq.example/people/a-_b",
    }


def leaders(game: str) -> dict[str, Any]:
    """Return the context of the leaderboard."""
    whom = (BEATEN, RATING, None), (OTHER, RATING, 1), (OTHER.model_copy(update={"you": True}), UNSURE, None)
    lines = [LeaderModel(who=who, rating=rating, place=place) for who, rating, place in whom]
    titled = {"game": game, "title": "Desert Bazaar", "games": [(game, "Desert Bazaar"), ("kairo", "Kairo")]}
    return {
        **page_parts.lines(lines, game),
        **titled,
        "next": "/leaderboard?after=1~a",
        "hidden": True,
        "nobody": False,
        "error": "No.",
    }


def _pages() -> dict[str, tuple[str, dict[str, Any]]]:
    game, book = registry.find(GAME), registry.find(GAME).rulebook
    about = {"game": game, "card": card(GAME)}
    bots: dict[str, Any] = {"levels": levels.list_levels(EVERYWHERE), "usual": USUAL}
    new: dict[str, Any] = {**about, **bots, "error": "", "values": {}, "idle": set(), "with_bots": False}
    heaps: dict[str, Any] = {"game": HEAPS, "card": None, "preset": HEAPS.preset("daily")}
    asked = {"players": "1", "option-day": "2026-11-21"}
    alone = {**new, **heaps, "values": asked, "idle": {"play", "same", "size"}}
    posted = {"players": "5", "seat-0": "open", "seat-1": "me", "seat-2": "bot:vizier", "pace": "quick"}
    posted |= {"name": '"><script>', "option-odds": "on", "company": "anybody"}
    tables = [_table(1, yours=True), _table(2, state="waiting"), _table(3, state="finished"), _table(4, game="gone")]
    lessons = {GAME: {"name": "first", "minutes": 6, "begun": False}}
    days = [{"game": game, "solved": ["2026-11-21"]}, {"game": HEAPS, "solved": []}]
    games = {"cards": cards(), "learned": {GAME: "new", "kairo": "all"}, "lessons": lessons, "dailies": days}
    climbed = {"kairo": levels.climbing(registry.find("kairo"), 3, Ladder(2, 1, won=True))}
    games |= {"ladders": climbed, "ways": [(card("chatuchak"), [registry.find("chatuchak").preset("speed")])]}
    wish = Wish(("kairo", GAME), (3, 4))
    waits = [parts.seeking(each, known=True) for each in (State(wish, 2, 5, 1, 70.0), None)]
    several = lobby_tables(_listed("join"), _listed("watch", game="toy"))
    games["none_waits"] = False
    games["lobby"] = {"tables": Markup(several), "seek": Markup(waits[0]), "waits": True, "busy": True}
    quiet = {
        "tables": Markup(lobby_tables()),
        "seek": Markup(parts.seeking(None, known=False)),
        "waits": False,
        "busy": False,
    }
    joined = {"table": parts.entry(_listed("join")), "card": card(GAME)}
    finished = {"table": "table9", "game": GAME, "title": "Desert Bazaar", "how": "One winner", "day": "2026-11-21"}
    winner = {"seat": 1, "emblem": "star", "name": "Amina <b>", "bot": "", "points": 41, "won": True}
    finished |= {"date": "21 November 2026", "players": [winner, {**winner, "seat": 2, "bot": "Trader", "won": False}]}
    library = {"me": ME, "asked": {"name": '"><script>'}, "games": [("", "All"), (GAME, "Desert Bazaar")], "error": ""}
    library |= {"found": [finished], "next": "/library?after=1~a"}
    known = {**records(GAME), "error": ""}
    new_here = {**known, "standings": [], "met": [], "games": [], "next": ""}
    nothing = {"me": ME, "title": "Nothing here", "message": "A <b>sentence</b>.", "status": 404}
    lesson = Lesson("first", "A first <b>walk</b>", "One step & the next.", 2, Setting(2), (Step("Look."), Step("Go.")))
    begun = [Offer(lesson), Offer(lesson, 1, "table1"), Offer(lesson, 0, "", True)]
    shelf = [{"game": game, "card": card(GAME), "offers": begun, "rules": 74, "puzzles": 36, "primer": True}]
    shelf += [{"game": HEAPS, "card": None, "offers": [], "rules": 3, "puzzles": 0, "primer": False}]
    written = {"about": book.text, "aim": book.aim, "chapters": book.chapters}
    words = {"words": glossary(game), "words_url": "/games/desert_bazaar/glossary.json"}
    illustrated = {"pictures": pictures_of(game), "sheet": Markup(symbols(game)), **words}
    posed = [Posed(puzzle, nth, nth == 2) for nth, puzzle in enumerate(puzzles(game).values(), 1)]
    own = [MistakeRow("amina", f"a{nth}", "table1", GAME, "2026-11-21", {}, 1.0 * nth) for nth in range(2)]
    practised = {**about, "offers": posed, "done": 1, "daily": True, "own": own, "coming": 1}
    practised["standing"] = Standing(1_540, 210, True)
    todays = {"daily": [Today(game, True), Today(HEAPS, False)], "streak": Streak(2, 5)}
    themes = [(title, list(group)) for title, group in groupby(posed, lambda each: each.puzzle.theme)]
    ways = {"no_passkeys": "", "mail_goes": True, "way_in": False}
    key = Passkey(b"", "key1", "amina", "<b>Telephone", "souq.example", b"", 3, [], 0.0, 0.0)
    here = SessionRow("session1", "amina", "Firefox on <b>", 0.0, 0.0)
    untold: dict[str, Any] = {"key": "BKey", "quiet": 20, "mail": None, "browsers": [], "hooks": [], "tried": ""}
    told = {**untold, "mail": Channel("c1", "amina", "mail"), "tried": "Sent.", "quiet": 0}
    told["browsers"] = [ChannelView("c2", "Firefox on <b>sentence", here=True), ChannelView("c3", "Chrome")]
    told["hooks"] = [ChannelView("c4", "chat.example", "Your turns")]
    nobody = {
        "turns": untold,
        "known": Known(),
        "error": "",
        "joined": 0,
        "emblems": EMBLEMS,
        "codes": 10,
        "browsers": [],
        "passkeys": [],
        "shown": None,
        "shunned": [],
    }
    somebody = {**nobody, "known": Known((key,), 9, "amina@souq.example"), "passkeys": [(key, "just now")], "joined": 2}
    somebody |= {"browsers": [(here, "just now", True), (here, "yesterday", False)], "seats": 3, **ways}
    shuns = BlockEntry("0a1b", "mute", "Omar <b>", 0.0), BlockEntry("1a2b", "block", "Lea", 0.0)
    somebody |= {"turns": told, "shown": "a-_b", "shunned": [(each, "just now") for each in shuns]}
    door = {"brings": 2, "error": "", "linked": False, "waits": Letter("amina", "amina@souq.example", False), **ways}
    begins = {**about, "about": "Growing. Easy.", "action": "/practice/desert_bazaar/0a1b2c3d"}
    return {
        "home": ("home.html", {"me": ME, "tables": tables, **games}),
        "home, first visit": ("home.html", {"me": STRANGER, "tables": [], **games, "ladders": {}, "lobby": quiet}),
        "home, alone": ("home.html", {"me": STRANGER, "tables": [], **games, "company": False}),
        "new, alone": ("new.html", {"me": ME, **new, "company": False}),
        "joining": ("joining.html", {"me": STRANGER, **joined}),
        "library": ("library.html", library),
        "library, empty": ("library.html", {**library, "asked": {}, "found": [], "next": ""}),
        "library, refused": ("library.html", {**library, "found": [], "next": "", "error": "That is not a day."}),
        "records": ("person.html", {"me": ME, "own": True, **known}),
        "records, shown": ("person.html", {"me": ME, "own": True, **known, "person": {**PERSON, "page": "a-_b"}}),
        "records of a stranger": ("person.html", {"me": STRANGER, "own": True, "person": None, "error": ""}),
        "somebody": ("person.html", {"me": ME, "own": False, **known, "first": False, "error": "No."}),
        "somebody new": (
            "person.html",
            {"me": ME, "own": False, **new_here},
        ),
        "leaderboard": ("leaderboard.html", {"me": ME, **leaders(GAME)}),
        "leaderboard, empty": ("leaderboard.html", {"me": STRANGER, **leaders(GAME), "lines": [], "nobody": True}),
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
            {"me": ME, "shelf": [practised, {**practised, "game": HEAPS, "card": None, "daily": False}], **todays},
        ),
        "practice of a game": ("puzzles.html", {"me": ME, **practised, "themes": themes, "levels": HARD}),
        "a storm": ("storm.html", {"me": ME, **about, "over": None, "best": 4}),
        "a storm that is over": (
            "storm.html",
            {"me": ME, **about, "over": Storm(1, "amina", GAME, 0.0, 4, 2), "best": 4},
        ),
        "practice of none": (
            "puzzles.html",
            {
                "me": STRANGER,
                **practised,
                "card": None,
                "offers": [],
                "themes": [],
                "levels": HARD,
                "standing": None,
                "own": [],
                "coming": 0,
            },
        ),
        "a puzzle": ("puzzle.html", {"me": STRANGER, **begins, "title": "Practice", "day": ""}),
        "a puzzle of today": ("puzzle.html", {"me": ME, **begins, "title": "Puzzle of the day", "day": "today"}),
        "fair": ("fair.html", {"me": ME}),
        "check": ("check.html", {"me": ME, "titles": {"heaps": "Heaps"}}),
        "about": ("about.html", {"me": ME}),
        **tournament_pages(ME, STRANGER, KEPT),
        "privacy": (
            "privacy.html",
            {
                "me": ME,
                "parts": statement.entries(),
                "notes": list(statement.BROWSER.values()),
                "days": 400,
                "mail_goes": True,
                "spans": {"games": 90.0, "guests": 30.0},
            },
        ),
        "privacy, a stranger": (
            "privacy.html",
            {
                "me": STRANGER,
                "parts": statement.entries(),
                "notes": list(statement.BROWSER.values()),
                "days": 400,
                "mail_goes": False,
                "spans": {"games": 0.0, "guests": 0.0},
            },
        ),
        "join": ("join.html", {"me": ME, "error": "", "value": ""}),
        "join, refused": ("join.html", {"me": ME, "error": "No table.", "value": '"><script>'}),
        "you, a stranger": ("you.html", {"me": STRANGER, **nobody, "seats": 0, **ways}),
        "you, a guest": ("you.html", {"me": ME, **nobody, "seats": 1, **ways, "no_passkeys": "A <b>number."}),
        "you": ("you.html", {"me": KEPT, **somebody}),
        "you, refused": ("you.html", {"me": KEPT, **somebody, **nobody, "error": "No <b>name.", "mail_goes": False}),
        "sign in": ("sign_in.html", {"me": ME, **door}),
        "sign in, refused": ("sign_in.html", {"me": KEPT, **door, "brings": 0, "error": "Opens <b>nothing."}),
        "letter": ("letter.html", {"me": ME, **door}),
        "letter, to keep": ("letter.html", {"me": ME, **door, "waits": Letter("amina", "", True), "error": "<b>"}),
        "link": ("letter.html", {"me": ME, **door, "linked": True}),
        "link, elsewhere": ("letter.html", {"me": ME, **door, "linked": True, "waits": None}),
        "no letters": ("stop.html", {"me": ME, "done": False}),
        "no letters any more": ("stop.html", {"me": ME, "done": True}),
        "codes": ("codes.html", {"me": KEPT, "codes": ["abcde-fghjk-mnpqr-stuvw"]}),
        "sure": (
            "sure.html",
            {
                "me": KEPT,
                "heading": "Go <b>?",
                "told": "For <b>good.",
                "button": "Go",
                "action": "/you/out",
                "fields": {"a": "1"},
            },
        ),
        **_moderation_pages(),
        "error": ("error.html", {**nothing, "again": ""}),
        "error, to try again": ("error.html", {**nothing, "again": "/t/table1"}),
    }


PAGES = _pages()


def render(page: str) -> str:
    """Render a page with strict undefined names, so that a misspelt one raises."""
    template, context = PAGES[page]
    environment = templating.environment()
    environment.undefined = StrictUndefined
    addresses = {"static": lambda path: f"/static/{path}?v=0", "import_map": lambda: '{"imports":{}}'}
    environment.globals.update(addresses, souq_version="1.2.3")
    return environment.get_template(template).render(**HERE, **context)


class Page(HTMLParser):
    """A parser that collects the elements of a page."""

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
        """Return the attributes of every element with these names."""
        return [attributes for tag, attributes in self.tags if tag in names]


@pytest.mark.parametrize("page", PAGES)
def test_pages_comply_with_the_content_security_policy(page: str) -> None:
    """No inline style or handler, no script but the import map, and only our own URLs."""
    html = render(page)
    found = Page(html)
    assert not found.all("style")
    assert all("src" in script or script == {"type": "importmap"} for script in found.all("script"))
    for tag, attributes in found.tags:
        assert "style" not in attributes, tag
        assert not any(name.startswith("on") for name in attributes), tag
        for name in ("href", "src", "action", "formaction"):
            address = attributes.get(name)
            assert address is None or address == "/" or address.startswith(tuple(PLACES.split())), address
    assert "//" not in re.sub(r'xmlns="[^"]*"', "", html).replace(f'content="{HERE["origin"]}/', "")


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_accessible(page: str) -> None:
    """One h1 and one main, unique ids, valid link and label targets, and names for all fields and pictures."""
    found = Page(render(page))
    ids = [str(attributes["id"]) for _, attributes in found.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert len(found.all("h1")) == len(found.all("main")) == 1
    inner = [str(a["href"])[1:] for a in found.all("use", "a") if str(a["href"]).startswith("#")]
    named = ("aria-describedby", "aria-labelledby", "for")
    inner += [str(a[name]) for _, a in found.tags for name in named if name in a]
    assert set(inner) <= set(ids)


@pytest.mark.parametrize("page", PAGES)
def test_user_input_is_escaped(page: str) -> None:
    html = render(page)
    assert "<b>sentence" not in html
    assert "Amina <b>" not in html
    assert "<script>" not in html


def test_only_playable_games_have_a_play_button() -> None:
    """The other games say that they are in the making."""
    home = render("home")
    for shown in cards():
        assert (f'action="/play/{shown.game}"' in home) == (f'href="/new/{shown.game}"' in home) == shown.playable
    assert home.count("In the making") == sum(not shown.playable for shown in cards())
    assert home.count('class="t yours"') == 1
    assert "Your turn · just now" in home


def test_home_begins_with_the_games_until_there_are_tables_or_company() -> None:
    home, first, alone = render("home"), render("home, first visit"), render("home, alone")
    order = [home.index(part) for part in ('id="tables-title"', 'id="company-title"', 'id="games-title"')]
    assert order == sorted(order)
    assert first.index('id="games-title"') < first.index('id="company-title"') < first.index('action="/join"')
    assert 'id="tables"' not in first
    assert "company-title" not in alone and 'action="/join"' not in alone and "/tournaments" not in alone
    assert first.count("Start here") == 1 and f'formaction="/learn/{GAME}/first"' in first
    assert "Start here" not in home, "somebody has played"


def test_home_shows_progress_and_todays_solved_puzzles() -> None:
    home = Page(render("home"))
    assert [a["aria-label"] for a in home.all("span") if a.get("class") == "rungs"] == ["2 of 5 levels beaten"]
    assert [a["value"] for a in home.all("option") if "selected" in a and a["value"] in NAMES] == ["merchant"]
    marks = [a for a in home.all("span") if "data-days" in a]
    assert [(a["data-days"], "hidden" in a) for a in marks] == [("2026-11-21", True), ("", True)]


def test_the_lobby_lists_players_and_queue_sizes() -> None:
    home, quiet = render("home"), render("home, first visit")
    assert "Amina &lt;b&gt; and a Trader" in home and "Amina &lt;b&gt; and two Traders" in home
    assert 'formaction="/lobby/codejoin"' in home and 'href="/t/tablewatch"' in home
    assert "/t/tablejoin" not in home, "the address of a table to join is told to who joins"
    assert "Kairo or Desert Bazaar, three or four players" in home
    assert "You’re second in the queue. One of the others likes one of your games." in home
    assert "Would you rather play against bots?" in home, "after a minute"
    assert "No tables are open right now." in quiet and 'action="/lobby/wait"' in quiet


def test_new_table_offers_every_seat_level_and_option() -> None:
    game, page = registry.find(GAME), Page(render("new"))
    players = [a for a in page.all("input") if a.get("name") == "players"]
    assert [a["value"] for a in players] == [str(n) for n in range(game.min_players, game.max_players + 1)]
    assert ["checked" in a for a in players].count(True) == 1
    assert [a["id"] for a in page.all("select") if not str(a["name"]).startswith("clock")] == [
        f"seat-{seat}" for seat in range(game.max_players)
    ]
    assert {a["value"] for a in page.all("option")} >= {"me", "open", *(f"bot:{level.name}" for level in EVERYWHERE)}
    named = {a["name"] for a in page.all("input", "select")}
    assert {f"option-{option.name}" for option in game.options} <= named


@pytest.mark.parametrize(("door", "seat"), [("new", "open"), ("new, with bots", f"bot:{USUAL}")])
def test_a_table_is_opened_for_friends_or_for_bots(door: str, seat: str) -> None:
    """Seats are open unless bots were chosen; the button and its explanation change accordingly."""
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


def test_an_unsupported_variant_is_named_but_not_selected() -> None:
    """MarraCash is meant for three or four; its options know which seats exist."""
    page = Page(html := render("new, variant"))
    chosen = [a["value"] for a in page.all("input") if a.get("name") == "players" and "checked" in a]
    assert chosen == ["3"]
    assert "Made for 3 to 4; with fewer players it’s a variant." in html
    assert "a variant" not in render("new")
    assert [a["data-seat"] for a in page.all("option") if "data-seat" in a] == ["1", "2", "3", "4"]


def test_a_refused_form_keeps_its_values() -> None:
    page = Page(render("new, refused"))
    assert [a["value"] for a in page.all("option") if "selected" in a][:3] == ["open", "me", "bot:vizier"]
    ticked = {a["name"]: a["value"] for a in page.all("input") if "checked" in a}
    chosen = {"players": "5", "option-odds": "on", "clock": "none", "pace": "quick", "company": "anybody"}
    assert ticked == chosen | {"talk": "phrases"}


def test_only_relevant_options_are_shown() -> None:
    """Irrelevant ones are in the page but hidden, so that they can be shown at once."""
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


def test_the_start_page_of_a_preset_names_the_day() -> None:
    assert "Heap of the day, <time data-today" in render("start")
    assert "<h1>Heap of 20 …</h1>" in render("start of a day")
    assert 'name="option-day" value="2026-11-20"' in render("start of a day")


def test_every_rule_has_an_anchor() -> None:
    html, book = render("rules"), registry.find(GAME).rulebook
    assert all(f'id="{rule}"' in html for rule in book.ids)
    assert "not affiliated" in html
    assert "Brian Yu" in html


def test_static_files_of_pages_exist() -> None:
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


@pytest.mark.parametrize("sheet", sorted(templating.STATIC.parent.rglob("static/*.css")), ids=lambda path: path.name)
def test_every_token_that_a_sheet_uses_is_defined(sheet: Path) -> None:
    tokens = re.compile(r"(--[\w-]+):")
    own = sheet.read_text("utf-8")
    assert set(re.findall(r"var\((--[\w-]+)\)", own)) <= set(tokens.findall(templating.stylesheet() + own))


def test_examples() -> None:
    assert doctest.testmod(templating).failed == 0


def test_every_page_declares_its_language() -> None:
    heads = {path.name: path.read_text("utf-8") for path in templating.SERVER.rglob("templates/*.html")}
    told = {name: text for name, text in heads.items() if "<html" in text}
    assert told and all('<html lang="en"' in text for text in told.values())
    assert "Language: English, the only one souq speaks so far." in heads["you.html"]
