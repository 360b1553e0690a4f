"""Components, and the town: chapters 2, 3 and 9 of the specification."""

from __future__ import annotations

from collections import Counter, deque

import pytest

from souq.games.marracash import GAME
from souq.games.marracash.box import unpack
from souq.games.marracash.state import (
    BESIDE,
    BOX,
    CHOICES,
    ENTRANCE,
    N_LEGAL,
    PASSED,
    ROUTE_END,
    ROUTE_NAMES,
    ROUTE_START,
    SHOP_COLOUR,
    SHOP_NAMES,
    SOUVENIR,
    Rule,
)
from tests.games.boxes import boxed, refused
from tests.games.marracash import reference
from tests.games.marracash.positions import route, table
from tests.games.marracash.reference import CARDS, COLOURS, GATES, SHOPS, TOWN, VISITORS
from tests.support import rules

TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")

MAP = """
Y1 P1 G1 G1 R1 R1 .. .. ..  1 .. ..  2
Y1 P1 .. .. .. ..  3 B1 P2 .. G2 G2 ..
.. ..  4 Y2 Y2 P3 .. B1 P2 .. R2 R2 ..
.. B2 .. R3 ## P3  5 .. ..  6 ..  7 ..
.. B2 .. R3 Y3 Y3 .. G3 B3 B3 Y4 .. P4
 8 ..  9 .. 10 .. 11 G3 R4 R4 Y4 .. P4
.. G4 B4 B4 .. R5 .. .. 12 .. .. 13 ##
.. G4 Y5 Y5 .. R5 P5 P5 .. B5 B5 .. G5
14 .. .. .. 15 .. .. .. 16 .. .. .. G5
"""
CELLS = {(x, y): what for y, row in enumerate(MAP.strip().splitlines()) for x, what in enumerate(row.split())}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def beside(cell):
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS.values()]


def is_open(cell):
    return CELLS.get(cell, "##") == ".." or CELLS.get(cell, "##").isdigit()


def passed(name: str) -> list[str]:
    """Return the shops a route passes, according to the rules."""
    return [SHOP_NAMES[k] for k in PASSED[route(name)] if k >= 0]


@rules("MA-S03", "MA-S04", "MA-A09", "MA-A02", "MA-A12", "MA-P01", "MA-P02", "MA-Z04")
def test_figures():
    assert (BOX.names, BOX.signs, BOX.signs_for_two, BOX.cash) == (("Ali", "Anfa", "Omar", "Leila"), 6, 12, 1200)
    assert BOX.ladder == (100, 200, 300, 400, 500)
    assert {key: BOX.guide[key] for key in ("limit", "low", "high")} == {"limit": 300, "low": 50, "high": 100}
    want = {"least": 100, "step": 25, "most": 7000, "jump": 100, "limit": 500, "low": 100, "high": 200}
    assert {key: BOX.auction[key] for key in want} == want
    assert (BOX.actions, BOX.patience) == (2, 5)
    assert (GAME.min_players, GAME.max_players) == (2, 4)


@rules("MA-S06", "MA-V01")
def test_visitors_and_souvenirs():
    assert {colour.letter: colour.visitors for colour in BOX.colours} == VISITORS
    assert sum(VISITORS.values()) == 54
    assert {colour.letter: colour.souvenirs for colour in BOX.colours} == reference.SOUVENIRS
    assert [int(value) for value in SOUVENIR] == [int(name[1:]) for name in CARDS]
    assert (len(CARDS), sum(SOUVENIR)) == (25, 3750)
    things = [thing for colour in BOX.colours for thing in colour.things]
    assert len(set(things)) == 25


def test_cells():
    assert {cell: what.strip() for cell, what in BOX.town.cells.items()} == CELLS
    assert Counter(name for name in CELLS.values() if name[0] in COLOURS) == dict.fromkeys(SHOPS, 2)
    assert Counter(name[0] for name in SHOP_NAMES) == dict.fromkeys(COLOURS, 5)
    assert [CELLS[cell] for cell in BOX.town.fountains] == [str(n) for n in range(1, 17)]
    assert [cell for cell, what in CELLS.items() if what == "##"] == [(4, 3), (12, 6)]
    assert [COLOURS[SHOP_COLOUR[k]] for k in range(25)] == [name[0] for name in SHOP_NAMES]
    assert len([what for what in CELLS.values() if what != ".."]) == 68
    assert tuple(int(f) + 1 for f in ENTRANCE) == GATES
    assert BOX.gates == ("top", "left", "bottom")


@rules("MA-M02", "MA-M05", "MA-M09")
@pytest.mark.parametrize("start, way", TOWN)
def test_routes_match_the_printed_map(start, way):
    end, shops = TOWN[start, way]
    number = route(f"{start} {way}")
    assert (ROUTE_START[number] + 1, ROUTE_END[number] + 1) == (start, end)
    assert passed(f"{start} {way}") == shops


@rules("MA-M02")
def test_there_are_46_one_way_routes():
    assert len(ROUTE_NAMES) == len(TOWN) == 46
    assert [f"{start} {way}" for start, way in TOWN] == sorted(
        ROUTE_NAMES, key=lambda name: (int(name.split()[0]), "NESW".index(name.split()[1]))
    )
    exits = Counter(start for start, _ in TOWN)
    assert set(exits.values()) == {2, 3}
    assert all(exits[gate] == 3 for gate in GATES)
    ends = {(start, end) for (start, _), (end, _) in TOWN.items()}
    assert len(ends) == 46
    assert {(end, start) for start, end in ends} == ends
    assert all(start != end for start, end in ends)


@rules("MA-M02", "MA-M05", "MA-M09")
def test_the_table_follows_from_the_map():
    """Doors are edges between a shop and an open cell; streets bend where only one way is open."""
    for (start, way), (end, shops) in TOWN.items():
        path = next(r.path for r in BOX.town.routes if (r.start + 1, r.way) == (start, way))
        here, found = BOX.town.fountains[start - 1], []
        assert path[0] == (here[0] + STEPS[way][0], here[1] + STEPS[way][1])
        for cell in path:
            assert cell in beside(here)
            assert is_open(cell)
            assert CELLS[cell].isdigit() == (cell == path[-1])
            here, touched = cell, sorted({CELLS[c] for c in beside(cell) if CELLS.get(c, ".")[0] in COLOURS})
            assert len({name[0] for name in touched}) == len(touched)  # MA-M09: never two of a colour
            found += [name for name in touched if name not in found]
        assert (CELLS[path[-1]], found) == (str(end), shops)


@rules("MA-M05", "MA-A10")
def test_doors_and_fountains_beside_shops():
    doors = {name: {out for cell, what in CELLS.items() if what == name for out in beside(cell) if is_open(out)}
             for name in SHOPS}  # fmt: skip
    for shop in BOX.town.shops:
        assert {outside for _, outside in shop.doors} == doors[shop.name]
        assert {cell for cell, _ in shop.doors} <= set(shop.cells)
    found = {SHOP_NAMES[k]: f for f, k in enumerate(BESIDE, 1) if k >= 0}
    assert found == reference.BESIDE
    assert len(found) == 9
    assert not set(found.values()) & set(GATES)  # MA-N06: entrances touch none


def test_every_shop_is_within_reach():
    routes = Counter(name for _, shops in TOWN.values() for name in shops)
    assert (min(routes.values()), max(routes.values()), routes["R5"]) == (2, 8, 8)
    assert {name for name, n in routes.items() if n == 2} == {"Y1", "G1", "G5"}
    for gate in GATES:
        steps, todo, seen = {gate: 0}, deque([gate]), {}
        while todo:
            here = todo.popleft()
            for (start, _), (end, shops) in TOWN.items():
                if start == here:
                    for name in shops:
                        seen.setdefault(name, steps[here] + 1)
                    if end not in steps:
                        steps[end] = steps[here] + 1
                        todo.append(end)
        assert set(seen) == set(SHOPS)
        assert max(seen.values()) <= 5
        assert len(steps) == 16


@rules("MA-S01", "MA-S09", "MA-W02")
def test_options_of_the_table():
    found = [(o.name, tuple(o.values), o.default, o.rules) for o in GAME.options]
    assert [name for name, *_ in found] == ["souvenirs", "start_player", "concealed"]
    assert [default for _, _, default, _ in found] == [False, "random", False]
    assert [by_rules for *_, by_rules in found] == [True, True, False]


def test_every_choice_has_a_number():
    sizes = {"move": 46, "auction": 25, "pass": 1, "bid": 1, "more": 1, "add": 4, "sell": 2, "gate": 3, "bring": 6}
    groups = [CHOICES.group_of(c)[0] for c in range(CHOICES.size)]
    assert {name: groups.count(name) for name in dict.fromkeys(groups)} == sizes
    assert (CHOICES.size, N_LEGAL, len(Rule)) == (89, 71, 74)
    for name in ("move 16 W", "auction B4", "pass", "bid", "more", "add 75", "sell 0", "gate 8", "bring A 3"):
        assert CHOICES.name(int(CHOICES.parse(name))) == name


@rules("MA-M01", "MA-M02")
def test_every_route_can_be_walked():
    """By a crowd from every fountain along every exit, and no other."""
    for fountain in range(1, 17):
        t = table(f"F{fountain}=RBGPY")
        assert set(t.listed("move")) == {f"{start} {way}" for start, way in TOWN if start == fountain}
        for name in t.listed("move"):
            end = TOWN[fountain, name.split()[1]][0]
            moved = t.copy().play(f"move {name}")
            assert (moved.at(fountain), moved.at(end)) == ("", "BGPRY")


def test_two_loads_give_the_same_box(tmp_path):
    assert unpack(boxed(tmp_path, TEXT)) == BOX


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"Y1 P1 G1 G1', '"Y1 P1 G1 Q1', "does not match"),
        ('"Y1 P1 G1 G1', '"Y1 P1 G1 ..', "the shop G1 has 1 cells|it needs"),
        ("..  6 ..  7 ..", "..  6 ## ##  7", "leads nowhere|it needs"),
        ("entrances = [1, 8, 16]", "entrances = [1, 8]", "too short"),
        ("entrances = [1, 8, 16]", "entrances = [1, 8, 17]", "maximum"),
        ("cash = 1200", "cash = 1210", "multiple"),
        ("step = 25", "step = 50", "expected"),
        ("[income]", "[incomes]", "Additional properties|required"),
        ("[turn]", "[turn", "cannot be read"),
    ],
)
def test_errors_in_components_are_explained(tmp_path, old, new, message):
    refused(unpack, tmp_path, TEXT, message, old, new)
