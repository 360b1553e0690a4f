"""The texts of the rules state the numbers of the box."""

import re

from souq.engine.present.wording import counted
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import BOX
from tests.support import rules

BOOK = GAME.rulebook


@rules("CH-V02", "CH-V03", "CH-S02", "CH-Q15")
def test_numbers_agree_with_the_box() -> None:
    """Every number of the box that a text mentions."""
    for name, moves in BOX.ranks[:-1]:
        assert re.search(rf"\b{moves} (moves or fewer you are )?an? {name}\b", BOOK.rule("CH-V02").text)
    assert BOOK.rule("CH-V02").text.endswith(f"you are a {BOX.ranks[-1][0]}.")
    assert f"the {BOX.moves}th move" in BOOK.rule("CH-V03").text
    for colour in BOX.colours:
        assert f"{counted(colour.booths)} {colour.name}" in BOOK.rule("CH-S02").text
    assert f"after {sum(BOX.track)} rounds" in BOOK.rule("CH-Q15").text
