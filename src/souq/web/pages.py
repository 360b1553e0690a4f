"""The pages of a site without a server, rendered from the server's templates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

import souq
from souq.bots.characters import EVERYWHERE
from souq.engine.game import Game
from souq.games import card, cards
from souq.puzzles.puzzle import puzzles
from souq.server.core.http import table_forms
from souq.server.core.http.levels import offered
from souq.server.core.http.previews import Preview
from souq.server.core.http.templating import ART, environment, static_file
from souq.server.core.live import seats
from souq.server.features.home.pages import presets_of
from souq.server.features.practice import lesson_offers, lesson_pages, rules_pages
from souq.server.features.practice import pages as puzzle_pages
from souq.server.features.practice.daily import option_of
from souq.server.features.practice.puzzle_ratings import Streak
from souq.server.features.practice.today import Today
from souq.web.links import VERSION, relative

TEMPLATES = cast(Path, resources.files("souq.web") / "templates")


def pages(games: Sequence[Game]) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of a site with these games, with their paths in its folder; the games' rules must be loaded.

    Each contains :data:`souq.web.links.VERSION` where the name of a folder is to be put.
    """
    templates, context = _templates(games), {"me": None, "status": 200, "getting": {"over": True}, "origin": ""}
    for path, name, own in _contexts(games):
        html = str(templates.get_template(name).render({**context, **own}))
        yield path, relative(html, "../" * path.count("/")).encode()
    styles = (ART / "tokens.css").read_text("utf-8") + (static_file("offline.css") or b"").decode()
    yield "404.html", templates.get_template("site_missing.html").render(styles=styles).lstrip().encode()
    yield "manifest.webmanifest", _manifest()


def shelf_of(games: Sequence[Game]) -> list[Any]:
    """Return the cards of games in the order of the home page."""
    names = {game.name for game in games}
    return [each for each in cards() if each.game in names]


def _templates(games: Sequence[Game]) -> Environment:
    made = environment()
    made.loader = FileSystemLoader([TEMPLATES, *cast(FileSystemLoader, made.loader).searchpath])
    shelf = shelf_of(games)
    made.globals.update(static=lambda path: f"/static/{path}", souq_version=souq.__version__)
    made.globals.update(company=False, offline=True, every_card=lambda: shelf)
    return made


def _contexts(games: Sequence[Game]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield the path of each page, its template, and what the template is given."""
    shelf = shelf_of(games)
    posing = [game for game in games if puzzles(game)]
    daily = [game for game in games if puzzles(game) or option_of(game)]
    yield (
        "index.html",
        "site_home.html",
        {
            "cards": shelf,
            "ladders": {},
            "learned": {game.name: lesson_offers.learned(game, ()) for game in games},
            "lessons": {game.name: lesson_offers.first_lesson(game, ()) for game in games},
            "ways": [(each, presets) for each in shelf if (presets := presets_of(each))],
            "dailies": [{"game": game, "solved": []} for game in daily],
        },
    )
    taught = {game.name: lesson_pages.about(game, ()) for game in games}
    nothing = puzzle_pages.Known()
    posed = [puzzle_pages.shelved(game, (), nothing) for game in posing]
    practice = {"shelf": posed, "daily": [Today(game, False) for game in daily], "streak": Streak()}
    yield "learn/index.html", "learn.html", {"shelf": list(taught.values()), "later": []}
    yield "practice/index.html", "practice.html", practice
    yield "about/index.html", "about.html", {}
    yield "fair/index.html", "fair.html", {}
    yield "check/index.html", "check.html", {"titles": {game.name: game.title for game in games}}
    for game in games:
        yield f"learn/{game.name}/index.html", "learn.html", {"shelf": [taught[game.name]], "later": [], "game": game}
        yield f"new/{game.name}/index.html", "new.html", _new(game)
        yield f"rules/{game.name}/index.html", "rules.html", rules_pages.about(game)
        yield f"t/{game.name}/index.html", "table.html", _table(game)
    for game in posing:
        yield f"practice/{game.name}/index.html", "puzzles.html", puzzle_pages.listed(game, (), nothing)


def _new(game: Game) -> dict[str, Any]:
    """Return the values for the form of a new table; its bots are those that need no learned evaluation."""
    names = {each.name for each in EVERYWHERE}
    levels = [each for each in offered(game) if each["name"] in names]
    made: dict[str, Any] = {"game": game, "card": card(game.name), "error": "", "values": {}, "with_bots": True}
    return made | {"levels": levels, "usual": levels[0]["name"], "idle": table_forms.idle(game, game.company, {})}


def _table(game: Game) -> dict[str, Any]:
    """Return the values for the page of a game's tables, which doesn't know yet which table it shows."""
    shown, sheet, finale = card(game.name), game.folder / "symbols.svg", game.folder / "finale.svg"
    names = {each.name for each in EVERYWHERE}
    return {
        "table": "",
        "game": game,
        "card": shown,
        "symbols": Markup(sheet.read_text("utf-8") if sheet.is_file() else ""),
        "finale": Markup(finale.read_text("utf-8") if finale.is_file() else ""),
        "preview": Preview(game.title, shown.tagline if shown else ""),
        "levels": [each for each in offered(game) if each["name"] in names],
        "usual": seats.USUAL,
        "words_url": rules_pages.words_url(game),
        "script": "js/boot.js",
        "terms": [],
        "phrases": (),
    }


def _manifest() -> bytes:
    """Return the manifest of the installed app; its addresses are relative to its own."""
    made = json.loads(static_file("souq.webmanifest") or b"{}")
    del made["id"], made["shortcuts"]
    made |= {"start_url": "./", "scope": "./"}
    for icon in made["icons"]:
        icon["src"] = VERSION + icon["src"]
    return json.dumps(made, ensure_ascii=False, indent=2).encode()
