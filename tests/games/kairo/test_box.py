"""Components, and the figures of the square: chapters 2, 3 and 9 of the specification."""

from __future__ import annotations

from collections import Counter

import pytest

from souq.engine.rules.bits import members
from souq.games.kairo import GAME
from souq.games.kairo.box import unpack
from souq.games.kairo.rules import sites
from souq.games.kairo.state import BOX, CARDS, CHOICES, LABELS, N_LEGAL, THREE, Rule, State
from tests.games.boxes import boxed, refused
from tests.games.kairo import reference
from tests.games.kairo.reference import BESIDE, MARKET, RESTAURANT, SQUARE, Board, at, label, number, segment, spread
from tests.support import rules

TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")
START = [(0, 0), (11, 0), (6, 5), (1, 10), (10, 10)]
"""A1, L1, G6, B11, K11."""


def numbers(table):
    """Return a table of the file without its provenance."""
    return {name: value for name, value in table.items() if name != "provenance"}


def set_of(bits):
    return {at(n) for n in members(bits)}


@rules("KA-S01", "KA-S04")
def test_components_have_their_printed_numbers():
    assert numbers(BOX.supply) == {"expansions": 6, "barkers": 7}
    assert numbers(BOX.start) == {"money": 1, "cards": 3, "stalls": 3, "crowd": 2}
    turn = {"display": 4, "hand": 4, "picks": 2, "three": 3, "joker_fee": 1, "substitutes": 2, "visit": 1}
    assert numbers(BOX.turn) == turn
    assert numbers(BOX.end) == {"exhausted": 1, "low": 2, "money": 3}
    assert (GAME.min_players, GAME.max_players) == (2, 4)


@rules("KA-X01")
def test_medals_are_worth_two_and_one():
    assert numbers(BOX.medals) == {"gold": 2, "silver": 1}


@rules("KA-X30")
def test_patience_is_ten_rounds():
    assert BOX.patience == 10


@rules("KA-X04", "KA-C01", "KA-C02")
def test_cards():
    assert [card.code for card in BOX.cards] == reference.CODES
    assert [card.copies for card in BOX.cards] == [3] * 9 + [1] * 6
    assert [set(card.segments) for card in BOX.cards] == reference.REACHES
    on_jokers = Counter(k for card in BOX.cards if card.joker for k in card.segments)
    assert on_jokers == dict.fromkeys(range(9), 2)
    for kind, reached in enumerate(reference.REACHES):
        assert set_of(sites.CARD_SITES[kind]) == {site for site in SQUARE if segment(site) in reached}


@rules("KA-X02", "KA-X03", "KA-N06")
def test_segments_hold_their_restaurant_sites():
    assert [LABELS[n] for n in (0, 11, 143)] == ["A1", "L1", "L12"]
    assert {at(n) for n in BOX.restaurant} == RESTAURANT
    assert (len(MARKET), len(RESTAURANT)) == (118, 26)
    assert [segment(at(n)) for n in range(144)] == list(BOX.segment)
    counts = [[sum(segment(site) == k for site in area) for k in range(9)] for area in (MARKET, RESTAURANT)]
    assert counts == [[16, 16, 16, 12, 16, 12, 9, 12, 9], [0, 0, 0, 4, 0, 4, 7, 4, 7]]
    assert (set_of(sites.MARKET), set_of(sites.RESTAURANT), set_of(sites.BOARD)) == (MARKET, RESTAURANT, set(SQUARE))
    assert [set_of(row) for row in sites.SEGMENT_SITES] == [{s for s in SQUARE if segment(s) == k} for k in range(9)]


@rules("KA-N03", "KA-N04", "KA-N05")
def test_426_pairs_in_the_empty_market():
    empty = Board({}, {}, {0: (5, 5)})  # one customer somewhere: he takes his site only
    market = {(s, e) for s in MARKET for e in BESIDE[s] if e in MARKET}
    restaurant = {(s, e) for s in RESTAURANT for e in BESIDE[s] if e in MARKET}
    assert (len(market), len(restaurant)) == (426, 26)
    assert {s for s in RESTAURANT if not any(e in MARKET for e in BESIDE[s])} == {(0, 11), (11, 11)}
    assert set(empty.pairs(2)) <= restaurant
    assert set(empty.pairs(0)) == {(s, e) for s, e in market if (5, 5) not in (s, e)}


def test_the_square_is_symmetric_and_connected():
    assert {(11 - c, r) for c, r in RESTAURANT} == RESTAURANT
    assert set(spread((0, 0), MARKET)) == MARKET
    assert [number(site) for site in START] == list(BOX.customers)
    assert [label(site) for site in START] == ["A1", "L1", "G6", "B11", "K11"]
    assert all(set_of(sites.near.py_func((1 << n, 0, 0))) == set(BESIDE[at(n)]) for n in range(63))


def test_the_largest_number_of_choices():
    full = Board({}, {}, dict(enumerate(START)))
    assert len({site for site, _ in full.pairs(1)}) == 113
    assert len(list(full.pairs(1))) == 402
    assert len({site for site, _ in Board({}, {}, {0: (0, 0)}).pairs(2)}) == 24
    assert N_LEGAL == 144


@pytest.mark.parametrize("players", [2, 3, 4])
@rules("KA-S08", "KA-S10", "KA-X42", "KA-S07")
def test_suggested_starts_are_legal_and_fair(players):
    """Each colour's customer start sites are credited to the nearest entry; all seats get the same."""
    starts = BOX.suggested[players]
    stalls = {(4 if s.owner < 0 else s.owner, s.colour): (at(s.stall), at(s.entry)) for s in starts}
    board = Board(stalls, {stall: key for key, (stall, _) in stalls.items()}, dict(enumerate(START)))
    assert len(stalls) == len(starts) == {2: 12, 3: 9, 4: 12}[players]
    assert Counter(owner for owner, _ in stalls)[4] == (6 if players == 2 else 0)
    assert all(n == 3 for owner, n in Counter(owner for owner, _ in stalls).items() if owner < 4)
    for (owner, colour), (stall, entry) in stalls.items():
        others = {key: sites_ for key, sites_ in stalls.items() if key != (owner, colour)}
        before = Board(others, {site: key for key, (site, _) in others.items()}, board.customers)
        assert (stall, entry) in set(before.pairs(colour, 2))
        assert len(board.growth(owner, colour)) >= 2
        assert all(spread(entry, board.walkable)[start] >= 2 for start in START)
    credit = Counter()
    for colour in range(6):
        entries = {key[0]: entry for key, (_, entry) in stalls.items() if key[1] == colour}
        for start in START if entries else []:
            steps = spread(start, board.walkable)
            near = min(steps[entry] for entry in entries.values())
            best = [owner for owner, entry in entries.items() if steps[entry] == near]
            for owner in best:
                credit[owner] += 1 / len(best)
    assert credit == pytest.approx({2: {0: 7.5, 1: 7.5, 4: 15}, 3: dict.fromkeys(range(3), 10)}.get(
        players, dict.fromkeys(range(4), 7.5)
    ))  # fmt: skip


@rules("KA-S12")
def test_options_of_the_table():
    assert [(o.name, tuple(o.values), o.default, o.rules) for o in GAME.options] == [
        ("start", ("variable", "suggested"), "variable", True),
        ("money", ("open", "screens"), "open", False),
    ]


def test_every_choice_has_a_number():
    sizes = {
        **dict.fromkeys(("new", "expand", "move", "lure", "draw", "quit"), 1),
        "colour": 6,
        "site": 144,
        "entry": 144,
        "play": 16,
        "keep": 15,
        "fee": 6,
        "pay": 6,
        "customer": 6,
        "goal": 144,
        "take": 17,
        "discard": 15,
    }
    groups = [CHOICES.group_of(c)[0] for c in range(CHOICES.size)]
    assert {name: groups.count(name) for name in dict.fromkeys(groups)} == sizes
    assert (len(Rule), CARDS, THREE) == (123, 15, 15)
    for name in ("play J6", "play three", "take deck", "take barker", "goal L12", "discard 9", "keep J1"):
        assert CHOICES.name(int(CHOICES.parse(name))) == name


def test_a_position_is_small():
    assert State.layout.itemsize - State.layout["event"].itemsize <= 900


def test_two_loads_give_the_same_box(tmp_path):
    assert unpack(boxed(tmp_path, TEXT)) == BOX


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"MMMMMMMMMMMM",', '"MMMMMMMMMMMX",', "does not match"),
        ("segments = [1, 2, 3]", "segments = [1, 2]", "too short"),
        ("segments = [1, 2, 3]", "segments = [0, 2, 3]", "minimum"),
        ('"0 white D2 E2"', '"5 white D2 E2"', "does not match"),
        ('"0 white D2 E2"', '"0 white D2 D2"', "twice"),
        ('"0 white D2 E2"', '"0 pink D2 E2"', "does not match"),
        ('["A1", "L1"', '["M1", "L1"', "does not match"),
        ("copies = 3", "copies = 4", "maximum"),
        ("expansions = 6", "expansions = -1", "minimum"),
        ("[patience]", "[patient]", "Additional properties|required"),
        ("[end]", "[end", "cannot be read"),
    ],
)
def test_errors_in_components_are_explained(tmp_path, old, new, message):
    refused(unpack, tmp_path, TEXT, message, old, new)
