"""Reasons: quantities and facts of a position, against the independent reference of the rules."""

from collections.abc import Iterator

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


def expected(state: Batch, seat: int) -> set[Key]:
    """Return the facts' keys that the reference finds."""
    game, found = Game(Twin.of(state)), set[Key]()
    grid = game.grids[seat]
    found |= {("together", c) for c, colour in enumerate(LETTERS) if len(components(grid, colour)) == 1}
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
                "pieces": sum(len(components(grid, colour)) for colour in LETTERS),
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


def test_a_move_that_tidies() -> None:
    does, why = said(example(), "move 3", "pass")
    assert does == ["scores 1 point", "joins your booths into 2 fewer pieces"]
    assert why[:2] == ["leaves no colour in more than five pieces", "puts the shirt marker one move away"]
    assert "makes a 3·3 mix of lamps with bowls" in why


def test_a_move_that_breaks_a_group_up() -> None:
    does, why = said(example(), "move 15", "pass")
    assert does == ["splits your booths into 2 more pieces", "costs 2 points"]
    assert why[-1] == "leaves your marker for bowls with plants without a place"
    assert "breaks up your largest group of bowls" in why
    assert said(example(), "pass", "move 15")[1][0] == "keeps a place for your bowl marker"


def test_what_a_rival_can_take_after_a_move_is_said() -> None:
    told = set()
    for state in positions(19):
        game, seat = Game(Twin.of(state)), int(state["player"][0])
        if game.mode != Mode.GOALS or game.why:
            continue
        for cell in MATES[game.grids[seat].index(".")]:
            reasons = Reasons(GAME, state, seat)
            phrases = {said.phrase for said in reasons.gained([cell], [STOP]) if said.kind in ("rival", "threat")}
            before, after = Game(Twin.of(state)), Game(Twin.of(state))
            after.jump(seat, cell)
            for phrase in phrases:
                who = int(phrase[phrase.index("⟨") + 1])
                opens = " a move that takes " in phrase
                names = {"lamp": 3, "chair": 1, "bowl": 0, "plant": 2, "shirt": 4, "path": 10, "rectangle": 11}
                name = phrase.removesuffix(" marker").split()[-1]
                if name in names and phrase.endswith(" marker"):
                    assert (names[name] in takes(after, who)) == opens
                    assert opens or names[name] in takes(before, who)
                    told.add((opens, " your " in phrase))
    assert {(True, True), (False, False)} <= told
