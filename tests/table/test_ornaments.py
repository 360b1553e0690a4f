"""The ornaments of pages are files that browsers keep, in the colours of the page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from souq.games import cards
from souq.server.core.http.templating import ORNAMENTS, ornament, ornament_file, stamp


@pytest.mark.parametrize("name", ORNAMENTS)
def test_a_page_shows_an_ornament_that_lies_in_a_file(name: str) -> None:
    for known in cards():
        file = ornament_file(known.game, name)
        assert file is not None
        frame = ET.fromstring(ornament(known.game, name))
        assert frame.attrib["viewBox"] == "0 0 {} {}".format(*ORNAMENTS[name])
        assert frame[0].attrib["href"] == f"/games/{known.game}/ornaments/{name}.svg?v={stamp(file)}#ornament"
        assert ET.fromstring(file).find("*[@id='ornament']") is not None
        paints = re.findall(rb'(?:fill|stroke)="([^"]*)"', file)
        assert all(paint == b"none" or paint.startswith(b"var(--") for paint in paints), "the page gives it its colours"


def test_there_is_no_other() -> None:
    assert ornament_file("kairo", "wall") is ornament_file("chess", "card") is None
    assert not ornament("chess", "card")
