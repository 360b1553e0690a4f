"""A composer's phrases, and its limits."""

from souq.engine.match.match import Match
from souq.engine.present.scene import to_json
from souq.engine.rules.composing import Composer, Item, Limit, Money, Partner, Side
from tests.barter import GAME as BARTER
from tests.engine.test_clock import trading

SALT, RUGS = Item("give-salt", "salt", "Salt", count=2), Item("give-rugs", "rugs", "Rugs", refused="You have none.")
FIGS, MORE = Item("get-figs", "figs", "Figs", count=3), Item("get-salt", "salt", "Salt")
OMAR = Partner("to 2", "To Omar", 1, limits=(Limit(("get-figs",), 2, "Omar has 2."),), most=(5, 1))
TABLE = Composer(
    "deal",
    (OMAR,),
    (
        Side("I give", "give", (SALT, RUGS), Money(9, "coins", "coins", why="You have 5."), empty="Give something."),
        Side("I get", "want", (FIGS, MORE), Money(9, "coins", "coins"), (Limit(("get-figs", "get-salt"), 2, "Two."),)),
    ),
    say="Send",
    apart="Not both ways.",
)


def refused(items, money=(0, 0)):
    return TABLE.refused(OMAR, items, money)


def test_a_phrase_names_every_copy_and_omits_empty_sides():
    assert TABLE.phrase(OMAR, {"get-figs": 2, "give-salt": 1}, (0, 1)) == "to 2: give salt; want figs, figs, 1 coins"
    assert TABLE.phrase(OMAR, {"give-salt": 2}) == "to 2: give salt, salt"


def test_invalid_contents_are_refused_with_a_reason():
    assert refused({"give-salt": 1, "get-figs": 2}) == ""
    assert refused({"get-figs": 1}) == "Give something."
    assert refused({"give-salt": 3}) == "No more than 2."
    assert refused({"give-rugs": 1}) == "You have none."
    assert refused({"give-salt": 1, "get-figs": 3}) == "Two."
    assert refused({"give-salt": 1, "get-salt": 1}) == "Not both ways."
    assert refused({}, (6, 0)) == "You have 5."
    assert refused({"give-salt": 1}, (0, 2)) == "No more than 1."
    assert refused({}, (1, 1)) == "Only one side can add money."
    assert refused({"give-salt": 1}, (5, 0)) == ""


def test_a_scene_carries_it_as_plain_values():
    match = trading()
    composer = to_json(match.scene(0))["composer"]
    assert [partner["head"] for partner in composer["partners"]] == ["post 2", "post 3"]
    assert composer["sides"][0]["items"][0]["on"] == ["hand-0-0", "hand-0-1", "hand-0-2"]
    assert match.scene(-1).composer is None and match.game is BARTER


def test_common_beginnings_of_phrases_are_checked_once(monkeypatch):
    match, phrases = trading(), ["post 2: give salt; want rugs"] * 6
    numbers = match.read(phrases, 0)
    checked = []
    check = Match._check
    monkeypatch.setattr(Match, "_check", lambda self, *asked: checked.append(asked) or check(self, *asked))
    assert match.read(phrases, 0) == numbers
    assert len(checked) < len(numbers)
