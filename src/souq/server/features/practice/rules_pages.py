"""The rules pages: the primer *In two minutes*, figures that can be played, and the glossary."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.present.draw import symbols
from souq.engine.teach import picture, primer
from souq.engine.teach.glossary import glossary
from souq.engine.teach.picture import Drawn
from souq.engine.teach.primer import Figure, Section
from souq.games import card
from souq.server.core.http.dependencies import TablesDep, Who
from souq.server.core.http.opening import Form, Opens
from souq.server.core.http.rendering import page
from souq.server.core.http.templating import stamp
from souq.server.core.store.origins import FIGURE

router = APIRouter(include_in_schema=False)

SHAPE = 1.42
"""Aspect ratio (width by height) of the primer's pictures, which are shown side by side."""

IMMUTABLE = {"cache-control": "public, max-age=31536000, immutable"}


@dataclass(frozen=True)
class Pictures:
    """The rendered pictures of a game's rules page: the primer's, and the figures of single rules."""

    sections: tuple[tuple[Section, Drawn], ...]
    figures: Mapping[str, tuple[tuple[Figure, Drawn], ...]]
    """Figures with their pictures, by the ID of the rule that they illustrate."""

    @property
    def _all(self) -> list[Drawn]:
        return [each for _, each in self.sections] + [each for beside in self.figures.values() for _, each in beside]

    @cached_property
    def arts(self) -> dict[str, str]:
        """IDs of the drawings that several sprites share, by markup, so that the page contains each drawing once."""
        return picture.repeated(self._all)

    @property
    def shared(self) -> dict[str, str]:
        """Markup of backgrounds and of art that several pictures share, by ID."""
        grounds = {each.ground_id: each.ground for each in self._all if each.ground}
        return grounds | {name: art for art, name in self.arts.items()}


@cache
def pictures_of(game: Game) -> Pictures:
    """Render a game's pictures; the game's rules must be loaded first."""
    known = primer.primer(game)
    sections = tuple((each, picture.draw(game, each.picture, SHAPE)) for each in known.sections)
    figures: dict[str, tuple[tuple[Figure, Drawn], ...]] = {}
    for each in known.figures:
        figures[each.rule] = (*figures.get(each.rule, ()), (each, picture.draw(game, each.picture)))
    return Pictures(sections, figures)


@cache
def words(game: Game) -> bytes:
    """Return a game's glossary as JSON: the forms of each term, its meaning, and its rule."""
    terms = [{"forms": term.words, "text": term.text, "rule": term.rule} for term in glossary(game)]
    return json.dumps(terms, ensure_ascii=False).encode()


def words_url(game: Game) -> str:
    """Return the versioned path of a game's glossary, or "" if it has none."""
    return f"/games/{game.name}/glossary.json?v={stamp(words(game))}" if glossary(game) else ""


def about(game: Game) -> dict[str, Any]:
    """Return what the page of a game's rules shows; if it has pictures, the game's rules must be loaded first."""
    book, pictures = game.rulebook, pictures_of(game)
    sheet = Markup(symbols(game) if pictures.sections or pictures.figures else "")
    facts: dict[str, Any] = {"about": book.text, "aim": book.aim, "chapters": book.chapters, "card": card(game.name)}
    taught: dict[str, Any] = {"pictures": pictures, "sheet": sheet, "words": glossary(game)}
    return {"game": game, **facts, **taught, "words_url": words_url(game)}


@router.get("/rules/{game}")
async def rules(request: Request, tables: TablesDep, guest: Who, game: str) -> Response:
    """Show a game's rules."""
    found = registry.find(game)
    if primer.primer(found).pictures:
        await tables.ready(found.name, wanted=False)
    return page(request, "rules.html", guest, **await asyncio.to_thread(about, found))


@router.get("/games/{game}/glossary.json")
async def terms(game: str) -> Response:
    """Return a game's glossary as JSON, for scripts that mark its terms in pages."""
    return Response(words(registry.find(game)), headers=IMMUTABLE, media_type="application/json")


@router.post("/try/{game}/{name}")
async def try_figure(opener: Opens, game: str, name: str, form: Form) -> Response:
    """Open a table that starts in the position of a figure."""
    found = registry.find(game)
    figure = primer.figure(found, name)
    picture, origin = figure.picture, f"{FIGURE}:{name}"
    names = picture.setting.names
    return await opener.open_at(found, lambda: picture.setting.begin(found), picture.seat, origin, form, names=names)
