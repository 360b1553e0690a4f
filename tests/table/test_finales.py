"""The winner's moment: the drawings that move when a game has been won."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from souq.games import cards
from souq.server.core.http.templating import static_file

FOLDERS = {shown.game: Path(str(shown.facts.folder)) for shown in cards() if shown.playable}
STYLE = (static_file("finale.css") or b"").decode()


@pytest.mark.parametrize("game", FOLDERS)
def test_a_finale_uses_pieces_tokens_and_moves_that_exist(game):
    text = (FOLDERS[game] / "finale.svg").read_text("utf-8")
    symbols = set(re.findall(r'<symbol id="([^"]+)"', (FOLDERS[game] / "symbols.svg").read_text("utf-8")))
    moves = set(re.findall(r"\.(\w+)", STYLE))
    for element in ET.fromstring(text).iter():
        href, fill, kinds = element.get("href", "#"), element.get("fill", "none"), element.get("class", "")
        assert href == "#" or href[1:] in symbols, href
        assert fill == "none" or fill.startswith("var(--"), fill
        assert set(kinds.split()) <= moves, kinds
        assert element.get("style") is None, "the content security policy forbids it"
    assert re.search(r'class="\w', text), "something moves"
