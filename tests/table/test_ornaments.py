"""Games' art on pages: ornaments are cached files, and a card includes only the symbols it uses."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from souq.engine.present.card import Card
from souq.engine.present.draw import art
from souq.games import cards
from souq.server.core.http.templating import NAMED, ORNAMENTS, ornament, ornament_file, stamp, symbols


@pytest.mark.parametrize("name", ORNAMENTS)
def test_every_ornament_of_a_page_has_a_file(name: str) -> None:
    for known in cards():
        file = ornament_file(known.game, name)
        assert file is not None
        frame = ET.fromstring(ornament(known.game, name))
        assert frame.attrib["viewBox"] == "0 0 {} {}".format(*ORNAMENTS[name])
        assert frame[0].attrib["href"] == f"/games/{known.game}/ornaments/{name}.svg?v={stamp(file)}#ornament"
        assert ET.fromstring(file).find("*[@id='ornament']") is not None
        paints = re.findall(rb'(?:fill|stroke)="([^"]*)"', file)
        assert all(paint == b"none" or paint.startswith(b"var(--") for paint in paints), "the page gives it its colours"


def test_unknown_ornaments_have_no_file() -> None:
    assert ornament_file("kairo", "wall") is ornament_file("chess", "card") is None
    assert not ornament("chess", "card")


@pytest.mark.parametrize("shown", cards(), ids=lambda shown: shown.game)
def test_a_card_includes_exactly_the_symbols_it_uses(shown: Card) -> None:
    kept = str(symbols(shown))
    ids, elsewhere = (set(re.findall(r'\bid="([^"]+)"', markup)) for markup in (kept, shown.scene + art("house.svg")))
    used = set(NAMED.findall(kept + shown.scene))
    assert ids <= used <= ids | elsewhere
    assert f'<svg xmlns="http://www.w3.org/2000/svg" data-game="{shown.game}"' in kept
