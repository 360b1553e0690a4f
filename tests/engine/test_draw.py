"""Pictures of scenes are self-contained."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ElementTree

import pytest

import souq
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.present import draw, plain
from souq.engine.present.card import Card
from souq.engine.present.draw import Theme
from souq.engine.present.scene import Area, Prompt, Scene, Sprite, path, use
from souq.games import cards
from souq.testing.base import said
from tests.toy import GAME as TOY

DESERT = registry.games()["desert_bazaar"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_is_self_contained(theme: Theme) -> None:
    match = souq.new("desert_bazaar", players=3, seed=7)
    for _ in range(60):
        match.play(match.legal()[-1])
    picture = draw.svg(match.scene(), DESERT, theme)
    ElementTree.fromstring(picture)
    assert "var(" not in picture
    assert "currentColor" not in picture
    assert "<use" not in picture
    assert not re.search(r"https?://(?!www\.w3\.org)", picture)
    assert match._repr_svg_() == draw.svg(match.scene(), DESERT)


HOSTILE = ("<script>a&b", '"><b>&lt;', "</title>&'", "a & b", "<svg/>", "&amp;")
"""Names as a stranger may choose them."""


@pytest.mark.parametrize("game", registry.games().values(), ids=lambda game: game.name)
def test_no_name_becomes_markup(game: Game) -> None:
    """In pictures of every area, and in a notebook, names are text and never markup."""
    match = Match(game, game.max_players, seed=3, names=list(HOSTILE))
    pick = random.Random(3)
    for turn in range(90):
        if match.over:
            break
        seat = next(seats(match.deciders))
        match.play_all(said(match, pick, seat), seat)
        for viewer in (-1, seat) if turn % 30 == 20 else ():
            scene = match.scene(viewer)
            for area in scene.areas:
                check_plain(draw.svg(scene, game, area=area.name))
    check_plain(match._repr_svg_())


def check_plain(picture: str) -> None:
    """Check that a picture is well-formed and contains no markup from a name."""
    tags = {each.tag.rpartition("}")[2] for each in ElementTree.fromstring(picture).iter()}
    assert not tags & {"script", "b"}


def test_themes_differ() -> None:
    light, dark = draw.colours(DESERT, "light"), draw.colours(DESERT, "dark")
    assert light.keys() == dark.keys()
    assert light["--board"] != dark["--board"]
    assert all(
        "(" not in value or value.startswith("rgba(")
        for value in light.values()
        if value.startswith(("#", "rgb", "light"))
    )


def test_sprites_take_their_seats_colour_and_symbols_are_inlined() -> None:
    coin = Sprite("coin", use("marker", -5, -5, 10), 3, 4, classes="seat-2", label="a coin")
    plain = Sprite("plain", path("M0 0H1", "var(--accent)"), 0, 0)
    scene = Scene((Area("board", 20, 20, (coin, plain)),), (), Prompt("Look."))
    picture = draw.svg(scene, DESERT)
    assert draw.colours(DESERT, "light")["--seat-2"] in picture
    assert "translate(3 4)" in picture


@pytest.mark.parametrize("shown", cards(), ids=lambda shown: shown.game)
def test_card_markup_is_self_contained(shown: Card) -> None:
    """Every game's card: nothing depends on a style sheet, and classes set the colours of their contents."""
    game = registry.find(shown.game)
    drawn = draw.alone(shown.scene + shown.ornament(80, 60), game)
    ElementTree.fromstring(f"<svg>{drawn}</svg>")
    assert "var(" not in drawn and "<use" not in drawn and "currentColor" not in drawn
    toned = draw.alone('<g class="seat-2 big"><g><path fill="var(--tone)"/></g></g><path fill="var(--ink)"/>', game)
    assert draw.colours(game, "light")["--seat-2"] in toned
    assert draw.colours(None, "light")["--ink"] in toned


def test_png_output_is_a_png() -> None:
    match = souq.new("desert_bazaar", players=3, seed=7)
    assert draw.png(match.scene(), DESERT, width=300).startswith(b"\x89PNG")


def test_a_game_without_art_can_be_drawn() -> None:
    match = Match(TOY, 2, seed=1)
    assert "Toy" in draw.svg(plain.scene(TOY, match.view(0), match.context(0)), TOY)
