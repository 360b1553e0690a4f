"""Reasons: quantities and facts of a position, against the independent reference of the rules."""

import random
import re
from collections.abc import Callable, Iterator

from souq.bots.hints import why
from souq.bots.reasons import Reasons
from souq.engine.present.reasons import facts, measure
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME
from souq.games.chatuchak.reasons import GAUGES, KINDS
from souq.games.chatuchak.state import CHOICES, STOP, Mode
from tests.games.chatuchak.play import games, strange
from tests.games.chatuchak.positions import AMYS, JOSH, JOSHS, Table, example, table
from tests.games.chatuchak.reference import (
    LETTERS,
    MATES,
    Cells,
    Game,
    components,
    moved,
    number,
    strength,
    strength_with,
)

NAMES = [gauge.name for gauge in GAUGES]
Key = tuple[str | int, ...]


def positions(step: int = 29) -> Iterator[Batch]:
    """Yield positions of random games of all kinds."""
    for nth, game in enumerate((games(3, 1), games(2, 2), games(5, 3), *(strange(2 + n % 4, n) for n in range(12)))):
        for ply, state in enumerate(game):
            if (ply + nth) % step == 0:
                yield state


def apart(grid: str) -> int:
    """Return the number of cells between pieces and the nearest other piece of their colour, in total."""
    total = 0
    for colour in LETTERS:
        found = components(grid, colour)
        for piece in found:
            rest = [cell for other in found if other != piece for cell in other]
            total += min((_distance(piece, cell) - 1 for cell in rest), default=0)
    return total


def _distance(piece: Cells, cell: int) -> int:
    return min(abs(each // 6 - cell // 6) + abs(each % 6 - cell % 6) for each in piece)


def takes(game: Game, seat: int) -> set[int]:
    """Return the markers that a seat could take with one move (CH-M02, CH-M03)."""
    grid, found = game.grids[seat], set()
    others = [each for who, each in enumerate(game.grids) if who != seat]
    hole = grid.index(".")
    for cell in MATES[hole]:
        after = moved(grid, cell)
        for marker, goal in enumerate(game.goals):
            made = strength_with(after, goal, hole)
            if game.holder[goal] != seat and made and all(made > strength(other, goal) for other in others):
                found.add(marker)
    return found


def pieces(grid: str) -> int:
    return sum(len(components(grid, colour)) for colour in LETTERS)


def tidied(grid: str) -> int:
    """Return the fewest pieces that a move can leave."""
    return min(pieces(moved(grid, cell)) for cell in MATES[grid.index(".")])


def expected(state: Batch, seat: int) -> set[Key]:
    """Return the facts' keys that the reference finds."""
    game, found = Game(Twin.of(state)), set[Key]()
    grid = game.grids[seat]
    found |= {("together", c) for c, colour in enumerate(LETTERS) if len(components(grid, colour)) == 1}
    if seat not in game.out:
        found |= {("next", most) for most in range(tidied(grid), 29)}
    if game.mode != Mode.GOALS:
        return found
    for marker, goal in enumerate(game.goals):
        own = strength(grid, goal)
        if game.holder[goal] == seat:
            found.add(("won" if game.token[goal] == seat else "taken", marker))
            if not own:
                found.add(("beside", marker))
        levels = range(2, 7) if len(own) == 1 else [8 * a + b for a in range(2, 7) for b in range(a, 7)]
        found |= {("structure", marker, level) for level in levels if level <= number(own)}
        best = max((strength(each, goal) for who, each in enumerate(game.grids) if who != seat), default=())
        if own > best:
            several = own[0] - sum(best) if len(goal) == 1 or goal == "PATH" else 1
            found |= {("lead", marker, ahead) for ahead in range(1, several + 1)}
    for who in set(range(game.players)) - game.out:
        for marker in takes(game, who):
            found.add(("chance", marker) if who == seat else ("rival", marker, who))
            if game.holder[game.goals[marker]] == seat:
                found.add(("threat", marker, who))
    untidy = max(len(components(grid, colour)) for colour in LETTERS)
    return found | {("untidy", most) for most in range(untidy, 7)}


def test_facts_are_those_of_the_reference() -> None:
    kinds = set()
    for state in positions():
        if not state["over"][0]:
            for seat in range(int(state["players"][0])):
                keys = set(facts(GAME, state, seat))
                assert keys == expected(state, seat)
                kinds |= {str(key[0]) for key in keys}
    assert kinds == set(KINDS)


def test_gauges_are_those_of_the_reference() -> None:
    for state in positions():
        game = Game(Twin.of(state))
        points = game.points() if game.mode == Mode.GOALS else [0] * game.players
        for seat, grid in enumerate(game.grids):
            assert dict(zip(NAMES, measure(GAME, state, seat), strict=True)) == {
                "points": points[seat],
                "rivals": sum(points) - points[seat],
                "pieces": pieces(grid),
                "steps": apart(grid),
            }


# ---- in words


def said(t: Table, choice: str, instead: str) -> tuple[list[str], list[str]]:
    """Return phrases on what the player's move does, and on what is true after only this one or ``instead``."""
    reasons = Reasons(GAME, t.state, t.player)
    line, other = [CHOICES.parse(choice)], [CHOICES.parse(instead)]
    return [each.phrase for each in reasons.does(line)], [each.phrase for each in reasons.gained(line, other)]


def test_a_move_that_takes_markers() -> None:
    does, why = said(table(AMYS, JOSHS, player=JOSH), "move 26", "pass")
    assert does == ["scores 5 points"]
    assert why[:3] == [
        "takes the shirt marker",
        "takes the marker for shirts with chairs",
        "leaves no colour in more than four pieces",
    ]
    assert "makes your group of shirts the largest by two booths" in why


def test_a_marker_is_not_said_to_come_on_top_of_its_points() -> None:
    reasons, line = Reasons(GAME, table(AMYS, JOSHS, player=JOSH).state, JOSH), [CHOICES.parse("move 26")]
    spans = [("", line, [CHOICES.parse("pass")])]
    assert why(reasons, spans, 0, "another", reasons.does(line))[1].startswith("It takes the shirt marker and the ")
    reasons, line = Reasons(GAME, example().state, 0), [CHOICES.parse("move 15")]
    spans = [("", [CHOICES.parse("pass")], line)]
    assert why(reasons, spans, 0, "another", reasons.does(line))[1].startswith("It also keeps a place for ")


def test_a_move_that_tidies() -> None:
    does, why = said(example(), "move 3", "pass")
    assert does == ["scores 1 point", "joins your booths into 2 fewer pieces"]
    assert why[:2] == ["leaves no colour in more than five pieces", "gets you one move from the shirt marker"]
    assert "makes a 3·3 mix of lamps with bowls" in why


def test_a_move_that_breaks_a_group_up() -> None:
    does, why = said(example(), "move 15", "pass")
    assert does == ["splits your booths into 2 more pieces", "costs 2 points"]
    assert why[-1] == "leaves your marker for bowls with plants without a place"
    assert "breaks up your largest group of bowls" in why
    assert said(example(), "pass", "move 15")[1][0] == "keeps a place for your bowl marker"


def test_a_turn_is_one_move_even_in_the_puzzle() -> None:
    t = table(AMYS)
    assert Reasons(GAME, t.state, 0).whole([CHOICES.parse("move 3")]) == (CHOICES.parse("move 3"),)


# ---- true before and after

THINGS = ("bowls", "chairs", "plants", "lamps", "shirts")
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


class Side:
    """A position as the reference sees it, for one seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat, self.grid = game, seat, game.grids[seat]
        self.markers = [f"the {name[:-1]} marker" for name in THINGS]
        mixes = [f"{THINGS[LETTERS.index(a)]} with {THINGS[LETTERS.index(b)]}" for a, b in game.goals[5:10]]
        self.markers += [f"the marker for {mix}" for mix in mixes] + ["the path marker", "the rectangle marker"]
        self.groups = (
            [f"group of {name}" for name in THINGS] + [f"mix of {mix}" for mix in mixes] + ["path", "rectangle"]
        )

    def named(self, word: str) -> int:
        """Return the number of a marker or of a kind of structure."""
        word = word.replace("your ", "the ")
        return self.markers.index(word) if "marker" in word else self.groups.index(word)

    def held(self, word: str) -> bool:
        return bool(self.game.holder[self.game.goals[self.named(word)]] == self.seat)

    def strength(self, word: str) -> tuple[int, ...]:
        return strength(self.grid, self.game.goals[self.named(word)])

    def placed(self, word: str) -> bool:
        return self.held(word) and bool(self.strength(word))

    def takes(self, word: str, who: int = -1) -> bool:
        return self.named(word) in takes(self.game, self.seat if who < 0 else who)

    def lead(self, word: str) -> int:
        goal = self.game.goals[self.named(word)]
        best = max((number(strength(each, goal)) for who, each in enumerate(self.game.grids) if who != self.seat))
        return number(self.strength(word)) - best

    def made(self, words: str) -> tuple[str, tuple[int, ...]]:
        """Return the kind and the strength of a structure in words: ``a group of four lamps``, ``a 2·3 mix of …``."""
        mix = re.fullmatch(r"a (\d)·(\d) (mix of .+)", words)
        if mix:
            return mix[3], (int(mix[1]), int(mix[2]))
        amount = next(word for word in words.split() if word in NUMBERS)
        kind = "path" if "path" in words else f"group of {words.split()[-1]}" if "group" in words else "rectangle"
        return kind, (NUMBERS.index(amount),)

    @property
    def tidied(self) -> int:
        return tidied(self.grid)

    @property
    def untidy(self) -> int:
        return max(self.parts(name) for name in THINGS)

    def parts(self, name: str) -> int:
        return len(components(self.grid, LETTERS[THINGS.index(name)]))


def grows(b: Side, a: Side, words: str) -> bool:
    kind, made = a.made(words)
    return b.strength(kind) < a.strength(kind) == made


def stays(b: Side, a: Side, words: str) -> bool:
    kind, made = a.made(words)
    return b.strength(kind) >= made == a.strength(kind)


MARKER, PIECES, GROUP, MANY = (
    "((?:the|your) .*marker.*)",
    "(\\w+) pieces?",
    "(group of .+|mix of .+|path|rectangle)",
    "(\\w+)",
)
TRUE: dict[str, Callable[..., bool]] = {
    f"takes {MARKER}": lambda b, a, m: not b.held(m) and a.held(m),
    f"doesn’t take {MARKER}": lambda b, a, m: not b.held(m) and not a.held(m),
    f"leaves {MARKER} without a place": lambda b, a, m: b.placed(m) and a.held(m) and not a.placed(m),
    f"gives {MARKER} a place again": lambda b, a, m: b.held(m) and not b.placed(m) and a.placed(m),
    f"keeps a place for {MARKER}": lambda b, a, m: b.placed(m) and a.placed(m),
    f"gets you one move from {MARKER}": lambda b, a, m: not b.takes(m) and a.takes(m) and not a.held(m),
    f"keeps you one move from {MARKER}": lambda b, a, m: b.takes(m) and a.takes(m) and not a.held(m),
    f"leaves ⟨(\\d)⟩ a move that takes {MARKER}": (
        lambda b, a, r, m: a.takes(m, r) and (not b.takes(m, r) or not b.held(m)) and a.held(m) == ("your" in m)
    ),
    f"leaves ⟨(\\d)⟩ no move that takes {MARKER}": lambda b, a, r, m: b.takes(m, r) and not a.takes(m, r),
    "makes (a .+)": grows,
    "keeps (a (?!place).+)": stays,
    f"(?:breaks up|weakens) your (?:largest|strongest|longest) {GROUP}": lambda b, a, g: b.strength(g) > a.strength(g),
    f"makes your {GROUP} the (?:largest|longest) by {MANY} booths?": (
        lambda b, a, g, n: a.lead(g) == NUMBERS.index(n) and b.lead(g) < a.lead(g)
    ),
    f"makes your {GROUP} the (?:largest|strongest)": lambda b, a, g: a.lead(g) > 0 >= b.lead(g),
    f"keeps your {GROUP} the (?:largest|longest) by {MANY} booths?": (
        lambda b, a, g, n: b.lead(g) >= a.lead(g) == NUMBERS.index(n)
    ),
    f"keeps your {GROUP} the (?:largest|strongest)": lambda b, a, g: a.lead(g) > 0 and b.lead(g) > 0,
    f"leaves no colour in more than {PIECES}": lambda b, a, n: b.untidy > a.untidy == NUMBERS.index(n),
    f"keeps every colour in {PIECES} at most": lambda b, a, n: b.untidy <= a.untidy == NUMBERS.index(n),
    f"leaves a colour in more than {PIECES}": lambda b, a, n: b.untidy <= NUMBERS.index(n) < a.untidy,
    f"lets you get your booths down to {MANY} pieces with your next move": (
        lambda b, a, n: a.tidied == (NUMBERS.index(n) if n in NUMBERS else int(n))
    ),
    f"brings all your {MANY} together": lambda b, a, name: b.parts(name) > a.parts(name) == 1,
    f"keeps all your {MANY} together": lambda b, a, name: b.parts(name) == a.parts(name) == 1,
    f"splits up your {MANY}": lambda b, a, name: a.parts(name) > b.parts(name) == 1,
}
"""What must hold before and after a move of which a phrase is said."""


def checked(phrase: str, before: Side, after: Side) -> str:
    """Check a phrase; return its pattern."""
    for pattern, true in TRUE.items():
        found = re.fullmatch(pattern, phrase)
        if found:
            given = [int(each) if each.isdigit() else each for each in found.groups()]
            assert true(before, after, *given), phrase
            return pattern
    raise AssertionError(phrase)


def test_phrases_are_true_before_and_after() -> None:
    pick, told = random.Random(3), set()
    for state in positions(19):
        seat = int(state["player"][0])
        if state["over"][0] or state["mode"][0] != Mode.GOALS:
            continue
        reasons, legal = Reasons(GAME, state, seat), GAME.bindings.legal(state, seat).tolist()
        for choice in pick.sample(legal, 3):
            game = Game(Twin.of(state))
            before = Side(Game(Twin.of(state)), seat)
            if choice != STOP:
                game.jump(seat, choice)
            else:
                game.out.add(seat)
            said = reasons.gained([choice], [pick.choice(legal)])
            told |= {checked(each.phrase, before, Side(game, seat)) for each in said}
    assert len(told) > 0.6 * len(TRUE)
