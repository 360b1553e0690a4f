"""Reasons: what is counted and stated about a position, against the independent reference of the rules."""

from collections.abc import Iterator

import pytest

from souq.bots.reasons import Reasons
from souq.engine.present.reasons import facts, measure
from souq.engine.rules.events import visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.kairo import GAME
from souq.games.kairo.reasons import FAR, GAUGES, KINDS
from souq.games.kairo.state import CHOICES, Event
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import Table, colour, table
from tests.games.kairo.reference import Asked, Board, affordable, pack, ways

NAMES = [gauge.name for gauge in GAUGES]
Key = tuple[str | int, ...]


def positions(step: int = 83) -> Iterator[Batch]:
    """Yield positions of random games, in and between turns."""
    for nth, game in enumerate((games(3, 1, busy=True), games(2, 2), strange(4, 3), strange(3, 4))):
        for ply, state in enumerate(game):
            if (ply + nth) % step == 0 or (state["final"][0] and ply % 5 == 0):
                yield state


def seen(state: Batch, seat: int) -> Twin:
    return Twin.of(GAME.bindings.hidden(state, seat))


def segments(s: Twin) -> int:
    """Return in how many segments the player's cards allow a building that costs nothing."""
    return sum(bool(ways(s, (4 * (n % 3), 4 * (n // 3)), 0)) for n in range(9))


def medals(s: Twin, owner: int, c: int) -> dict[str, int]:
    """Return the medals that a stand's next expansion would take, with their holders (KA-M01, KA-M02)."""
    size, other = s.sizes[owner][c] + 1, max(s.sizes[rival][c] for rival in range(4) if rival != owner)
    found = {}
    if size > other and s.gold[c] != owner:
        found["gold"] = s.gold[c]
    if size >= other and s.silver[c] != owner:
        found["silver"] = s.silver[c]
    return found


def expected(state: Batch, seat: int) -> set[Key]:
    """Return the facts' keys that the reference finds; of medals within reach only the colour."""
    s = seen(state, seat)
    s.player = seat
    board, found = Board.of(s), set[Key]()
    for (owner, c), (_, entry) in board.stalls.items():
        if owner == 4:
            continue
        size, growth = board.size(owner, c), board.growth(owner, c)
        inside = not s.out >> owner & 1
        money = inside and bool(s.supply[c]) and affordable(s.money[owner], c, size + 1)
        if not growth:
            found.add(("hemmed", owner, c))
        if c in board.customers:
            reached = entry in board.goals(c, s.barkers[owner])
            found.add(("reach" if reached else "beyond", owner, c))
        if owner != seat:
            if money:
                found.add(("afford", owner, c))
            if money and growth:
                found |= {("threat", owner, c, metal) for metal, who in medals(s, owner, c).items() if who == seat}
            continue
        if money:
            found.add(("purse", c, size + 1))
        if inside and Asked(s, board).sites(4, c):
            found.add(("ready", c))
            if medals(s, seat, c):
                found.add(("prize", c))
        if inside and any(ways(s, site, 0) for site in growth):
            found.add(("card", c))
        if c in board.customers:
            if board.prices(c).get(entry) == 0:
                found.add(("nearest", c))
            if not s.final:
                found |= {("steps", c, n) for n in range(board.steps(c, entry), FAR)}
        found |= {("coins", c, n) for n in range(1, s.money[seat][c] + 1)}
        if not any((rival, c) in board.stalls for rival in range(4) if rival != seat):
            found.add(("alone", c))
    for c in range(6):
        held = (("gold", s.gold[c]), ("silver", s.silver[c]))
        found |= {("medal", c, metal) for metal, who in held if who == seat}
    return found | ({("final",)} if s.final else set())


def test_facts_are_those_of_the_reference() -> None:
    kinds = set()
    for state in positions():
        for seat in range(int(state["players"][0])):
            if state["over"][0]:
                continue
            stated = facts(GAME, GAME.bindings.hidden(state, seat), seat)
            keys = {key[:2] if key[0] == "prize" else key for key in stated}
            assert keys == expected(state, seat)
            kinds |= {str(key[0]) for key in keys}
    assert kinds == set(KINDS)


def test_gauges_are_those_of_the_reference() -> None:
    for state in positions():
        players = int(state["players"][0])
        for seat in range(players):
            s = seen(state, seat)
            s.player = seat
            board, others = Board.of(s), [rival for rival in range(players) if rival != seat]
            mine = {who: [board.growth(*key) for key in board.stalls if key[0] == who] for who in range(players)}
            found = dict(zip(NAMES, measure(GAME, GAME.bindings.hidden(state, seat), seat), strict=True))
            assert found.pop("points") == s.score[seat] or s.over
            assert found == {
                "money": sum(s.money[seat]),
                "cards": len(pack(s.hand[seat])),
                "barkers": s.barkers[seat],
                "given": sum(sum(s.money[rival]) for rival in others),
                "segments": segments(s),
                "room": len(set().union(*mine[seat])),
                "rivals_room": sum(len(set().union(*mine[rival])) for rival in others),
            }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_are_those_scored_by_expansions_even_when_the_game_ends(players: int) -> None:
    scored = [0] * players
    for state in games(players, 5, busy=True):
        for row in visible_events(state[0], -1):
            if row[0] == Event.SCORED:
                scored[row[2]] += row[3]
    assert state["over"][0]
    assert [measure(GAME, state, seat)[0] for seat in range(players)] == scored
    assert sum(scored) > 0


# ---- in words


def said(t: Table, *choices: str, instead: str = "draw") -> tuple[list[str], list[str]]:
    """Return phrases on what the player's choices do, and on what is true after only these or ``instead``."""
    reasons = Reasons(GAME, GAME.bindings.hidden(t.state, t.player), t.player)
    line = [CHOICES.parse(choice) for choice in choices]
    does = [each.phrase for each in reasons.does(line)]
    whole, others = reasons.whole(line), reasons.whole([CHOICES.parse(instead)])
    return does, [each.phrase for each in reasons.gained(whole, others)]


def test_an_expansion_scores_and_takes_medals() -> None:
    t = table("0 green F3>F4", "1 green A3>A4", hands=["2"], money={0: "2 green"})
    does, why = said(t, "expand", "colour green", "site F2", "play 2")
    assert does == ["scores 5 points"]
    assert {"takes the gold medal for green", "takes the silver medal for green"} <= set(why)
    assert "passes up the gold medal for green" in said(t, "draw", instead="expand")[1]


def test_a_drawn_card_gets_a_stall_ready() -> None:
    t = table("0 green F3>F4", "1 green A3>A4 A2", hands=[""], money={0: "3 green"}, display="2 4 4 6")
    does, why = said(t, "draw", "take 2", "take barker", instead="lure")
    assert does[0] == "brings 1 card"
    assert "gets you ready to take the silver medal for green from ⟨1⟩" in why
    assert t.play("draw", "take 2", "take barker").player == 1


def test_luring_to_a_rival_gives_it_money() -> None:
    t = table("1 green F3>F4 F2", "0 white A8>A9", hands=["1"], money={0: "1 white", 1: "1 green"})
    does, why = said(t, "lure", "customer green", "goal F4")
    assert does == ["earns 1 money", "gives the other players 2 money"]
    assert "gives ⟨1⟩ the money to expand the green stall to size 3" in why


def test_an_expansion_leaves_a_rival_nowhere_to_grow() -> None:
    customers = "green E9 white L1 red G6 yellow F9 blue K11"
    t = table("1 green A1>B1", "0 red A4>B4 A3", hands=["1 1 1"], money={0: "3 red"}, customers=customers)
    assert Board.of(t.twin).growth(1, colour("green"))
    does, why = said(t, "expand", "colour red", "site A2", "play 1")
    assert does[0] == "scores 3 points"
    assert "leaves ⟨1⟩’s green stall nowhere to grow" in why
    t.build("red", "A2", "1")
    assert not Board.of(t.twin).growth(1, colour("green"))


def test_a_rival_threatens_a_medal() -> None:
    stalls, money = ("0 green F3>F4 F2", "1 green A3>A4 A2"), {0: "3 green", 1: "3 green"}
    threat = ("threat", 1, colour("green"), "gold")
    assert threat in facts(GAME, table(*stalls, money=money, gold={"green": 0}).state, 0)
    assert threat not in facts(GAME, table(*stalls, money={1: "1 green"}, gold={"green": 0}).state, 0)
    t = table(*stalls, hands=["2"], money=money, gold={"green": 0})
    why = said(t, "expand", "colour green", "site F1", "play 2")[1]
    assert "puts your gold medal for green out of ⟨1⟩’s reach" in why
