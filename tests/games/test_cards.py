"""Every game has a card that can be on one page with all the others."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from souq.engine import registry
from souq.engine.present.card import EMBLEMS, LEVELS, Card
from souq.engine.present.draw import art
from souq.games import card, cards
from tests.support import ours

HOUSE = art("house.svg")
TOKENS = set(re.findall(r"(--[\w-]+):", art("tokens.css")))
OURS = [shown for shown in cards() if shown.game in {game.name for game in ours()}]


def _ids(markup: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', markup)


def test_games_are_found_by_folder() -> None:
    assert {c.game for c in cards()} >= {"kairo", "chatuchak", "desert_bazaar", "marracash", "grand_bazaar"}
    assert card("desert_bazaar") in cards()
    assert card("unheard_of") is None


def test_playable_games_come_first() -> None:
    playable = [c.playable for c in cards()]
    assert playable == sorted(playable, reverse=True)
    assert {c.game for c in cards() if c.playable} <= set(registry.games())


def test_every_level_has_a_description() -> None:
    assert [card(name).level for name in ("desert_bazaar", "kairo", "grand_bazaar")] == [*LEVELS.values()]


def test_ids_are_unique_on_a_page_with_all_of_them() -> None:
    ids = [i for markup in (HOUSE, *(c.symbols + c.scene for c in cards())) for i in _ids(markup)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("shown", cards(), ids=lambda c: c.game)
def test_card_art_is_valid_and_self_contained(shown: Card) -> None:
    """Valid markup, no inline style, no colour by name, and every symbol and token it uses exists."""
    drawn = shown.symbols, f"<svg>{shown.scene}</svg>", shown.ornament(290, 256), shown.ornament(120, 88, 0.62)
    for markup in drawn:
        ET.fromstring(markup)
        assert "style=" not in markup
        assert not re.search(r'(?:fill|stroke|color)="#', markup)
        assert set(re.findall(r"var\((--[\w-]+)", markup)) <= TOKENS | set(re.findall(r"(--[\w-]+):", shown.theme))
    known = {*_ids(HOUSE), *_ids(shown.symbols), *_ids(shown.scene)}
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', shown.scene + shown.symbols))
    assert {a or b for a, b in used} <= known


@pytest.mark.parametrize("shown", OURS, ids=lambda c: c.game)
def test_the_theme_defines_colours_and_distinct_emblems(shown: Card) -> None:
    """Colours are defined under the game's own name, by day and by night."""
    assert f'[data-game="{shown.game}"]' in shown.theme
    assert set(re.findall(r'data-game="(\w+)"', shown.theme)) == {shown.game}
    for token in ("--accent", "--accent-ink", "--board", "--orn-1", "--orn-2", "--orn-3", "--lit", "--g-1"):
        assert f"{token}:" in shown.theme
    assert len(set(shown.emblems)) == len(shown.emblems)
    assert set(shown.emblems) <= set(EMBLEMS)


@pytest.mark.parametrize("shown", [c for c in cards() if c.playable], ids=lambda c: c.game)
def test_facts_match_the_game(shown: Card) -> None:
    assert shown.facts is registry.find(shown.game)
    assert len(shown.emblems) >= shown.facts.max_players


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _colours(look: str, night: bool) -> dict[str, str]:
    found = {}
    for token, value in re.findall(r"(--[\w-]+):\s*([^;]+);", re.sub(r"/\*.*?\*/", "", look)):
        hexes = re.findall(r"#[0-9a-f]{6}", value)
        if hexes:
            found[token] = hexes[-1] if night else hexes[0]
    return found


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("shown", OURS, ids=lambda c: c.game)
def test_contrast_is_sufficient(shown: Card, night: bool) -> None:
    """4.5:1 for text on the accent and for signs on seats, 3:1 for glyphs on goods."""
    tokens = {**_colours(art("tokens.css"), night), **_colours(shown.theme, night)}
    pairs = {("--accent", "--accent-ink"): 4.5, ("--paper", "--accent"): 4.5, ("--ground", "--accent"): 4.5}
    pairs |= {(f"--seat-{n}", f"--seat-{n}-ink"): 4.5 for n in range(1, len(shown.emblems) + 1)}
    pairs |= {(f"--g-{n}", f"--g-{n}-ink"): 3.0 for n in range(1, 9)}
    found = {pair: round(_contrast(tokens[pair[0]], tokens[pair[1]]), 2) for pair in pairs}
    assert not {pair: ratio for pair, ratio in found.items() if ratio < pairs[pair]}
