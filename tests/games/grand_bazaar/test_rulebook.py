"""The texts of the rules state the numbers of the box."""

import re

from souq.engine.present.wording import counted
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import BOX
from tests.support import rules

BOOK = GAME.rulebook


@rules("GB-S03", "GB-S05", "GB-R03", "GB-B07", "GB-B08", "GB-T07", "GB-T18", "GB-T23", "GB-L04", "GB-L05", "GB-L06")
def test_numbers_agree_with_the_box() -> None:
    """Every number of the box that a text mentions."""

    def says(rule: str, *words: object) -> bool:
        return all(re.search(rf"\b{word}\b", BOOK.rule(rule).text, re.IGNORECASE) for word in words)

    limits, trading = BOX.limits, BOX.trading
    assert says("GB-S03", counted(limits["cubes"])) and says("GB-B07", counted(limits["cubes"]))
    assert says("GB-S05", sum(good.copies for good in BOX.goods), counted(limits["hand"]))
    assert says("GB-S06", counted(limits["market"])) and says("GB-R03", counted(limits["deal"]))
    assert says("GB-F04", counted(limits["free_trader"])) and says("GB-L09", counted(limits["keep"]))
    assert says("GB-R02", counted(BOX.rounds[2])) and all(BOX.rounds[n] == n for n in range(3, 7))
    assert says("GB-T07", counted(trading["cards"]), trading["talents"])
    assert says("GB-T18", counted(trading["floor_turns"]))
    assert says("GB-T23", trading["posts"], counted(trading["trades"]), f"{counted(trading['seconds'] // 60)} minutes")
    assert says("GB-L04", BOX.customers["collector"]) and says("GB-L05", BOX.customers["guild"])
    assert says("GB-L03", "twice") and BOX.customers["haggler"] == 2
    assert says("GB-L06", *map(counted, BOX.ply))
