"""Reasons: what is counted and stated about a position, against the independent reference of the rules."""

import random
import re
from collections.abc import Callable, Iterator

import pytest

from souq.bots.reasons import Reasons
from souq.engine.present.reasons import facts, measure
from souq.engine.rules.events import visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.kairo import GAME
from souq.games.kairo.reasons import FAR, GAUGES, KINDS
from souq.games.kairo.state import BOX, CHOICES, Event
from tests.games.kairo.play import games, strange
from tests.games.kairo.positions import Table, colour, table
from tests.games.kairo.reference import Asked, Board, affordable, pack, segment, ways

NAMES = [gauge.name for gauge in GAUGES]
Key = tuple[str | int, ...]


def positions(step: int = 97) -> Iterator[Batch]:
    """Yield positions of random games, in and between turns, and after medals are taken and neutral stalls placed."""
    for nth, game in enumerate((games(3, 1, busy=True), games(2, 2), strange(4, 3), strange(3, 4))):
        for ply, state in enumerate(game):
            happened = visible_events(state[0], -1)
            rare = any(row[0] == Event.MEDAL or (row[0] == Event.PLACED and row[2] == 4) for row in happened)
            if (ply + nth) % step == 0 or (state["final"][0] and ply % 5 == 0) or rare:
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
    """Return the facts' keys that the reference finds; of medals taken or within reach only the colour."""
    s = seen(state, seat)
    s.player = seat
    board, found = Board.of(s), set[Key]()
    for (owner, c), (at, entry) in board.stalls.items():
        if owner == 4:
            if any(row[0] == Event.PLACED and row[2:4] == (4, c) for row in visible_events(state[0], seat)):
                found.add(("closed", c, segment(at)))
                found |= {("apart", c, board.steps(c, entry))} if c in board.customers else set()
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
    taken = [row for row in visible_events(state[0], seat) if row[0] == Event.MEDAL and row[2] == seat]
    found |= {("medal", row[3]) for row in taken}
    return found | ({("final",)} if s.final else set())


def test_facts_are_those_of_the_reference() -> None:
    kinds = set()
    for state in positions():
        for seat in range(int(state["players"][0])):
            if state["over"][0]:
                continue
            stated = facts(GAME, GAME.bindings.hidden(state, seat), seat)
            keys = {key[:2] if key[0] in ("prize", "medal") else key for key in stated}
            assert keys == expected(state, seat)
            kinds |= {str(key[0]) for key in keys}
    assert kinds == set(KINDS)


def test_a_customer_who_is_out_of_reach_is_not_said_to_be_near() -> None:
    tried = 0
    for state in positions():
        for seat in range(int(state["players"][0])):
            stated = facts(GAME, GAME.bindings.hidden(state, seat), seat)
            for kind, *about in [key for key, fact in stated.items() if fact.begins]:
                if kind == "beyond" and about[0] == seat:
                    steps = [fact for key, fact in stated.items() if key[:2] == ("steps", about[1])]
                    assert not any(fact.begins or fact.keeps for fact in steps)
                    tried += len(steps)
    assert tried


def test_gauges_are_those_of_the_reference() -> None:
    for state in positions():
        players = int(state["players"][0])
        for seat in range(players):
            s = seen(state, seat)
            s.player = seat
            board, others = Board.of(s), [rival for rival in range(players) if rival != seat]
            stops = any(row[0] == Event.OUT and row[2:4] == (seat, 1) for row in visible_events(state[0], seat))
            mine = {who: [board.growth(*key) for key in board.stalls if key[0] == who] for who in range(players)}
            mine[seat] = [] if stops else mine[seat]
            found = dict(zip(NAMES, measure(GAME, GAME.bindings.hidden(state, seat), seat), strict=True))
            assert found.pop("points") == s.score[seat] or s.over
            assert found == {
                "money": sum(s.money[seat]),
                "cards": len(pack(s.hand[seat])),
                "barkers": s.barkers[seat],
                "given": sum(sum(s.money[rival]) for rival in others),
                "segments": 0 if stops else segments(s),
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


# ---- true before and after


def phrases(state: Batch, one: int, other: int) -> tuple[set[str], Batch]:
    """Return phrases for a turn that begins with one choice compared with another, and the position after the turn."""
    seat = int(state["player"][0])
    reasons, after = Reasons(GAME, GAME.bindings.hidden(state, seat), seat), state.copy()
    whole = reasons.whole([one])
    for choice in whole:
        GAME.bindings.apply(after, seat, choice, (5, 5))
    return {each.phrase for each in reasons.gained(whole, reasons.whole([other]))}, after


class Side:
    """A position as the reference sees it."""

    def __init__(self, state: Batch, seat: int) -> None:
        self.s, self.seat = Twin.of(state), seat
        self.s.player = seat
        self.board = Board.of(self.s)
        self.asked = Asked(self.s, self.board)

    def grows(self, owner: int, c: int) -> bool:
        return (owner, c) in self.board.stalls and bool(self.board.growth(owner, c))

    def blocked(self, owner: int, c: int) -> bool:
        return (owner, c) in self.board.stalls and not self.board.growth(owner, c)

    def affords(self, owner: int, c: int, size: int) -> bool:
        grown = self.board.size(owner, c) + 1
        return grown == size and bool(self.s.supply[c]) and affordable(self.s.money[owner], c, size)

    def ready(self, c: int) -> bool:
        return (self.seat, c) in self.board.stalls and bool(self.asked.sites(4, c))

    def price(self, owner: int, c: int) -> int:
        """Return the barkers that the owner needs to lure the customer to its stall; 99 if that is impossible."""
        entry = self.board.stalls.get((owner, c), (None, None))[1]
        return self.board.prices(c).get(entry, 99) if entry else 99

    def reaches(self, owner: int, c: int) -> bool:
        return bool(self.price(owner, c) <= self.s.barkers[owner])

    def steps(self, c: int) -> int:
        stall = self.board.stalls.get((self.seat, c))
        return self.board.steps(c, stall[1]) if stall and c in self.board.customers else 99

    def takes(self, owner: int, c: int, metal: str, giver: int | None = None) -> bool:
        found = medals(self.s, owner, c)
        return metal in found and (giver is None or bool(found[metal] == giver))

    def holder(self, c: int, metal: str) -> int:
        return int((self.s.gold if metal == "gold" else self.s.silver)[c])

    def holds(self, c: int, metal: str) -> bool:
        return self.holder(c, metal) == self.seat


COLOURS = ("white", "red", "purple", "green", "yellow", "blue")
COLOUR, WHO = f"({'|'.join(COLOURS)})", "⟨([0-3])⟩"
FROM = f"(?: from {WHO})?"
WORTH = {"gold": 2, "silver": 1}
AGAIN, BOTH = r"\((\d) more points? at the end if you keep it\)", r"\(3 more points at the end if you keep them\)"
Check = Callable[..., bool]
TRUE: dict[str, Check] = {
    f"takes the (gold|silver) medal for {COLOUR}{FROM} {AGAIN}": (
        lambda b, a, m, c, *r: b.holder(c, m) == (r[0] if r[1:] else -1) and a.holds(c, m) and r[-1] == WORTH[m]
    ),
    f"takes the gold and silver medals for {COLOUR}{FROM} {BOTH}": (
        lambda b, a, c, r=-1: all(b.holder(c, m) == r and a.holds(c, m) for m in WORTH)
    ),
    f"takes the gold medal for {COLOUR}{FROM} and the silver one{FROM} {BOTH}": (
        lambda b, a, c, *_: all(not b.holds(c, m) and a.holds(c, m) for m in WORTH)
    ),
    f"doesn’t take the (gold|silver) medal for {COLOUR}{FROM}": (
        lambda b, a, m, c, r=-1: b.holder(c, m) == a.holder(c, m) == r
    ),
    f"doesn’t take the gold and silver medals for {COLOUR}{FROM}": (
        lambda b, a, c, r=-1: all(b.holder(c, m) == a.holder(c, m) == r for m in WORTH)
    ),
    f"doesn’t take the gold medal for {COLOUR}{FROM} and the silver one{FROM}": (
        lambda b, a, c, *_: not any(each.holds(c, m) for each in (b, a) for m in WORTH)
    ),
    f"leaves your {COLOUR} stall nowhere to grow": lambda b, a, c: not b.blocked(a.seat, c) and a.blocked(a.seat, c),
    f"gives your {COLOUR} stall room to grow": lambda b, a, c: b.blocked(a.seat, c) and a.grows(a.seat, c),
    f"leaves {WHO}’s {COLOUR} stall nowhere to grow": lambda b, a, r, c: b.grows(r, c) and a.blocked(r, c),
    f"gives {WHO}’s {COLOUR} stall room to grow": lambda b, a, r, c: b.blocked(r, c) and a.grows(r, c),
    f"gets you ready to expand your {COLOUR} stall to size (\\d)": (
        lambda b, a, c, n: not b.ready(c) and a.ready(c) and a.board.size(a.seat, c) + 1 == n
    ),
    f"keeps you ready to expand your {COLOUR} stall": lambda b, a, c: b.ready(c) and a.ready(c),
    f"leaves you unable to expand your {COLOUR} stall for now": lambda b, a, c: b.ready(c) and not a.ready(c),
    f"gets you ready to take the gold and silver medals for {COLOUR}(?: from {WHO})?": (
        lambda b, a, c, r=None: a.ready(c) and a.takes(a.seat, c, "gold", r) and a.takes(a.seat, c, "silver", r)
    ),
    f"gets you ready to take the (gold|silver) medal for {COLOUR}(?: from {WHO})?": (
        lambda b, a, m, c, r=None: (
            a.ready(c) and a.takes(a.seat, c, m, r) and not (b.ready(c) and b.takes(a.seat, c, m, r))
        )
    ),
    f"(?:gets|keeps) you ready to take the gold medal for {COLOUR}(?: from {WHO})? and the silver one.*": (
        lambda b, a, c, *_: a.ready(c) and a.takes(a.seat, c, "gold") and a.takes(a.seat, c, "silver")
    ),
    f"keeps you ready to take the gold and silver medals for {COLOUR}(?: from {WHO})?": (
        lambda b, a, c, r=None: b.ready(c) and a.ready(c) and a.takes(a.seat, c, "gold", r)
    ),
    f"keeps you ready to take the (gold|silver) medal for {COLOUR}(?: from {WHO})?": (
        lambda b, a, m, c, r=None: b.ready(c) and b.takes(a.seat, c, m, r) and a.ready(c) and a.takes(a.seat, c, m, r)
    ),
    f"leaves you the money to expand your {COLOUR} stall to size (\\d)": lambda b, a, c, n: a.affords(a.seat, c, n),
    f"keeps the money to expand your {COLOUR} stall to size (\\d)": (
        lambda b, a, c, n: b.affords(a.seat, c, n) and a.affords(a.seat, c, n)
    ),
    f"(?:leaves you|keeps) a card to expand your {COLOUR} stall": (
        lambda b, a, c: any(ways(a.s, site, 0) for site in a.board.growth(a.seat, c))
    ),
    f"leaves you (\\d+) {COLOUR} for your {COLOUR} stall": lambda b, a, n, c, _: a.s.money[a.seat][c] == n,
    f"gives {WHO} the money to expand the {COLOUR} stall to size (\\d)": (
        lambda b, a, r, c, n: not b.affords(r, c, n) and a.affords(r, c, n)
    ),
    f"leaves {WHO} the room and the money to take your (gold|silver) medal for {COLOUR}": (
        lambda b, a, r, m, c: a.grows(r, c) and a.affords(r, c, a.board.size(r, c) + 1) and a.takes(r, c, m, a.seat)
    ),
    f"puts your (gold|silver) medal for {COLOUR} out of {WHO}’s reach": (
        lambda b, a, m, c, r: (
            b.holds(c, m)
            and a.holds(c, m)
            and b.takes(r, c, m)
            and not (a.grows(r, c) and a.affords(r, c, a.board.size(r, c) + 1) and a.takes(r, c, m, a.seat))
        )
    ),
    f"puts your {COLOUR} stall within the {COLOUR} customer’s reach": (
        lambda b, a, c, _: not b.reaches(a.seat, c) and a.reaches(a.seat, c)
    ),
    f"keeps your {COLOUR} stall within the {COLOUR} customer’s reach": (
        lambda b, a, c, _: b.reaches(a.seat, c) and a.reaches(a.seat, c)
    ),
    f"leaves no free entry nearer than yours to the {COLOUR} customer": lambda b, a, c: a.price(a.seat, c) == 0,
    f"leaves the {COLOUR} customer out of your {COLOUR} stall’s reach": (
        lambda b, a, c, _: c in a.board.customers and not a.reaches(a.seat, c)
    ),
    f"brings the {COLOUR} customer within reach of {WHO}’s {COLOUR} stall": (
        lambda b, a, c, r, _: not b.reaches(r, c) and a.reaches(r, c)
    ),
    f"leaves the {COLOUR} customer out of reach of {WHO}’s {COLOUR} stall": (
        lambda b, a, c, r, _: c in a.board.customers and not a.reaches(r, c)
    ),
    f"brings the {COLOUR} customer within (\\d+) steps? of your {COLOUR} stall": (
        lambda b, a, c, n, _: b.steps(c) > n >= a.steps(c)
    ),
    f"keeps the {COLOUR} customer within (\\d+) steps? of your {COLOUR} stall": (
        lambda b, a, c, n, _: b.steps(c) <= n and a.steps(c) == n
    ),
    f"makes you the first player with a {COLOUR} stall": (
        lambda b, a, c: (
            (a.seat, c) in a.board.stalls
            and (a.seat, c) not in b.board.stalls
            and not any((r, c) in a.board.stalls for r in range(4) if r != a.seat)
        )
    ),
    f"leaves no place for another {COLOUR} stall in the (\\S+) segment": (
        lambda b, a, c, name: (
            (4, c) not in b.board.stalls and BOX.segment_names[segment(a.board.stalls[4, c][0])] == name
        )
    ),
    f"puts the neutral {COLOUR} stall (\\d+) steps? from the {COLOUR} customer": (
        lambda b, a, c, n, _: a.board.steps(c, a.board.stalls[4, c][1]) == n
    ),
    "begins the final phase": lambda b, a: not b.s.final and bool(a.s.final),
}
"""What must hold before and after a turn of which a phrase is said."""


def checked(phrase: str, before: Side, after: Side) -> str:
    """Check a phrase; return its pattern."""
    for pattern, true in TRUE.items():
        found = re.fullmatch(pattern, phrase)
        if found:
            words = [each for each in found.groups() if each is not None]
            given = [int(each) if each.isdigit() else colour(each) if each in COLOURS else each for each in words]
            assert true(before, after, *given), phrase
            return pattern
    raise AssertionError(phrase)


def test_phrases_are_true_before_and_after() -> None:
    pick, told = random.Random(7), set()
    for state in positions(53):
        legal = [] if state["over"][0] else GAME.bindings.legal(state, int(state["player"][0])).tolist()
        if len(legal) > 1:
            said, after = phrases(state, *pick.sample(legal, 2))
            seat = int(state["player"][0])
            told |= {checked(phrase, Side(state, seat), Side(after, seat)) for phrase in said}
    assert len(told) > 0.4 * len(TRUE)


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
    assert why[0] == "takes the gold and silver medals for green (3 more points at the end if you keep them)"
    assert "doesn’t take the gold and silver medals for green" in said(t, "draw", instead="expand")[1]


def test_a_drawn_card_gets_a_stall_ready() -> None:
    t = table("0 green F3>F4", "1 green A3>A4 A2", hands=[""], money={0: "3 green"}, display="2 4 4 6")
    does, why = said(t, "draw", "take 2", "take barker", instead="lure")
    assert does[0] == "brings 1 card"
    assert "gets you ready to take the silver medal for green from ⟨1⟩" in why
    assert t.play("draw", "take 2", "take barker").player == 1


def test_luring_to_a_rival_gives_it_money() -> None:
    t = table("1 green F3>F4 F2", "0 white A8>A9", hands=["1"], money={0: "1 white", 1: "1 green"})
    does, why = said(t, "lure", "customer green", "goal F4")
    assert does == ["earns you 1 money", "earns the other players 2 money"]
    assert "gives ⟨1⟩ the money to expand the green stall to size 3" in why


def test_the_only_other_player_is_named() -> None:
    t = table("1 green F3>F4 F2", players=2, money={0: "1 white", 1: "1 green"})
    assert said(t, "lure", "customer green", "goal F4")[0] == ["earns you 1 money", "earns ⟨1⟩ 2 money"]


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


def test_a_rival_who_is_out_gets_no_sites_when_the_game_ends() -> None:
    stalls = ("0 green F3>F4", "1 red A3>A4")
    t = table(*stalls, hands=["2"], money={0: "2 green", 1: "9 red"}, final=True, out=[1, 2])
    assert t.copy().build("green", "F2", "2").over
    assert said(t, "expand", "colour green", "site F2", "play 2", instead="quit")[0] == ["scores 5 points"]
    stays = table(*stalls, hands=["2", "4"], money={0: "2 green", 1: "9 red"}, final=True, out=[2])
    assert said(stays, "quit", instead="expand")[0][0].startswith("lets your cards reach ")


def test_a_turn_of_the_final_phase_ends_even_if_nobody_else_is_left() -> None:
    t = table("0 green F3>F4", hands=["2 2 2"], money={0: "9 green"}, final=True, out=[1, 2])
    assert t.copy().build("green", "F2", "2").player == 0
    line = [CHOICES.parse(choice) for choice in ("expand", "colour green", "site F2", "play 2")]
    assert Reasons(GAME, GAME.bindings.hidden(t.state, 0), 0).whole(line) == tuple(line)
