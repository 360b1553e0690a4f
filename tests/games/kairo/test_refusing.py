"""What cannot be chosen, and the rule that says why."""

from __future__ import annotations

from collections import defaultdict

import pytest

from souq.engine.twin import Twin, interpreted
from souq.games.kairo import GAME
from souq.games.kairo.rules.refusing import refusal
from souq.games.kairo.state import CHOICES, Act, Phase
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import table
from tests.games.kairo.reference import BESIDE, MARKET, PURPLE, RESTAURANT, Asked, Board, at, segment
from tests.support import rules

GROUPS = {
    Phase.ACT: {"new", "expand", "move", "lure", "draw", "quit"},
    Phase.COLOUR: {"colour"},
    Phase.SITE: {"site"},
    Phase.ENTRY: {"entry"},
    Phase.WAY: {"play"},
    Phase.KEEP: {"keep"},
    Phase.FEE: {"fee"},
    Phase.PAY: {"pay"},
    Phase.CUSTOMER: {"customer"},
    Phase.GOAL: {"goal"},
    Phase.TAKE: {"take"},
    Phase.DISCARD: {"discard"},
}


ASKS = {
    Phase.ACT: {"KA-T01", "KA-F02"},
    Phase.COLOUR: {"KA-S06", "KA-T02"},
    Phase.SITE: {"KA-N03", "KA-S09", "KA-E03", "KA-B02"},
    Phase.ENTRY: {"KA-N03"},
    Phase.WAY: {"KA-C01"},
    Phase.KEEP: {"KA-X07"},
    Phase.FEE: {"KA-C02"},
    Phase.PAY: {"KA-E09"},
    Phase.CUSTOMER: {"KA-L01"},
    Phase.GOAL: {"KA-L01"},
    Phase.TAKE: {"KA-D01", "KA-X22"},
    Phase.DISCARD: {"KA-D03"},
}
"""The rules that ask, by phase: they refuse whatever answers another question."""


@pytest.mark.parametrize("kind", [games, strange])
def test_a_choice_is_legal_or_a_rule_forbids_it(kind):
    reasons = defaultdict(set)
    for players in (2, 3, 4):
        for ply, state in enumerate(kind(players, 80 + players)):
            if ply % 2:
                continue
            seat, door = int(state["player"][0]), GAME.door
            legal = set(door.legal(state, seat).tolist())
            refused = {c: door.refusal(state, seat, c) for c in range(CHOICES.size)}
            assert {c for c, rule in refused.items() if not rule} == legal
            if state["over"][0]:
                assert {GAME.rule_id(rule) for rule in refused.values()} == {"KA-F04"}
                continue
            phase = Phase(int(state["phase"][0]))
            groups = {CHOICES.group_of(c)[0] for c in legal}
            assert groups <= GROUPS[phase]
            for choice, rule in refused.items():
                if rule:
                    assert GAME.rule_id(rule) in GAME.rulebook
                    reasons[phase, CHOICES.group_of(choice)[0]].add(GAME.rule_id(rule))
            other = (seat + 1) % players
            assert GAME.rule_id(door.refusal(state, other, min(legal))) in ("KA-S06", "KA-S09", "KA-T01", "KA-T03")
    for (phase, group), found in reasons.items():
        if group not in GROUPS[phase]:
            assert found <= ASKS[phase]
    sites = reasons[Phase.SITE, "site"]
    assert {"KA-N02", "KA-N04", "KA-N06", "KA-N07", "KA-S07", "KA-E03"} <= sites
    assert sites & {"KA-C01", "KA-C02"}
    assert {"KA-N03", "KA-N02"} <= reasons[Phase.ENTRY, "entry"]
    assert {"KA-L01", "KA-L02"} >= reasons[Phase.CUSTOMER, "customer"] & {"KA-L01", "KA-L02"} != set()
    assert "KA-F02" in reasons[Phase.ACT, "draw"] | reasons[Phase.ACT, "lure"]


def forbids(rule, s, board, where):
    """Whether a rule really forbids what is being built to stand on a site."""
    key, purple = (s.player, s.colour), s.colour == PURPLE
    moving = s.act == Act.MOVE
    now = board.lifted(*key) if moving else board
    beside = [now.tiles[n] for n in BESIDE[where] if n in now.tiles]
    others = [owner for owner in beside if owner[1] == s.colour and owner != key]
    asked = Asked(s, board)
    reasons = {
        "KA-N02": lambda: where in now.taken,
        "KA-N03": lambda: not any(n in MARKET - now.taken for n in BESIDE[where]),
        "KA-N04": lambda: (where in RESTAURANT) != purple,
        "KA-N06": lambda: any(c == s.colour for _, c in now.crowd(segment(where))),
        "KA-N07": lambda: bool(beside),
        "KA-E02": lambda: (where in RESTAURANT) != purple,
        "KA-E03": lambda: key not in beside,
        "KA-E04": lambda: bool(others),
        "KA-A01": lambda: where not in {site for site, _ in now.pairs(s.colour)} | board.growth(*key),
        "KA-S07": lambda: len(board.crowd(segment(where))) >= 2,
        "KA-X16": lambda: moving and board.stalls[key][0] == where,
        "KA-C01": lambda: where not in asked.sites(s.act, s.colour),
        "KA-C02": lambda: where not in asked.sites(s.act, s.colour),
    }
    return reasons[rule]()


@rules(
    "KA-N02", "KA-N03", "KA-N04", "KA-N06", "KA-N07", "KA-E02", "KA-E03", "KA-E04", "KA-A01", "KA-S07", "KA-X16",
    "KA-C01", "KA-C02",
)  # fmt: skip
def test_the_rule_that_is_named_does_forbid_the_site():
    named = set()
    for seed in range(5):
        for state in strange(2 + seed % 3, 90 + seed):
            if state["phase"][0] != Phase.SITE:
                continue
            twin, seat = Twin.of(state), int(state["player"][0])
            board = Board.of(twin)
            for number in range(144):
                rule = GAME.door.refusal(state, seat, int(CHOICES.parse("site A1")) + number)
                if rule:
                    named.add(GAME.rule_id(rule))
                    assert forbids(GAME.rule_id(rule), twin, board, at(number)), (GAME.rule_id(rule), number)
    assert len(named) >= 11


def test_refusals_interpreted_and_compiled_are_one():
    for ply, state in enumerate(strange(4, 6)):
        if ply % 37:
            continue
        twin = Twin.of(state)
        for seat in range(4):
            for choice in range(0, CHOICES.size, 3):
                assert interpreted(refusal)(twin, seat, choice) == GAME.door.refusal(state, seat, choice)


def test_refusing_changes_nothing():
    """Some refusals lift a stall to see where it could go."""
    for state in strange(3, 8):
        before = state.tobytes()
        for choice in range(CHOICES.size):
            GAME.door.refusal(state, int(state["player"][0]), choice)
        assert state.tobytes() == before


@rules("KA-T03", "KA-F04")
def test_only_who_is_asked_may_choose():
    t = table("0 green F3>F4", hands=["2"])
    assert t.refusal("draw") is None
    assert t.refusal("draw", seat=1) in ("KA-T01", "KA-T03")
    for choice in (-1, CHOICES.size, 10_000):
        assert GAME.rule_id(GAME.door.refusal(t.state, 0, choice)) == "KA-T01"
    end = table(final=True, out=[1, 2], hands=["2"]).play("quit")
    assert end.refusal("draw") == "KA-F04"


@rules("KA-S06", "KA-T01", "KA-F02")
@pytest.mark.parametrize(
    "steps, choice, rule",
    [
        ([], "site F3", {"KA-T01"}),
        (["new"], "draw", {"KA-T02"}),
        (["new", "colour blue"], "entry F3", {"KA-N03"}),
        (["new", "colour blue", "site F7"], "play 2", {"KA-N03"}),
        (["new", "colour blue", "site F7", "entry F6"], "play 9", {"KA-C01"}),
        (["new", "colour blue", "site F7", "entry F6"], "play J1", {"KA-C02", "KA-C01"}),
        (["new", "colour blue", "site F7", "entry F6"], "keep 1", {"KA-C01"}),
        (["lure", "customer green"], "goal A1", {"KA-L01"}),
        (["draw"], "discard 1", {"KA-D01"}),
    ],
)
def test_some_refusals(steps, choice, rule):
    t = table("0 green F3>F4", hands=["5 J5"]).play(*steps)
    assert t.refusal(choice) in rule
