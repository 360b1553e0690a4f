"""Words and phrases shared by all of Chatuchak's texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from souq.engine.present.scene import Names
from souq.engine.present.wording import counted, listed, opened, several
from souq.games.chatuchak.state import BOX, COLUMNS, MIX, PATH, RECTANGLE, STRONG, Mode, Rule, State

THINGS = tuple("plant" if colour.symbol == "leaf" else colour.symbol for colour in BOX.colours)
"""Word for each colour's booths, usually the name of their symbol: ``lamp``."""
MINUS = "−"
SQUARE = BOX.markers["rectangle"]
"""Number of booths of the smallest rectangle."""

Pairs = Mapping[int, tuple[int, int]]
"""The two colours of each mix, by the number of its tile, for tiles whose mix is known."""
Mixes = tuple[tuple[int, int], ...]
"""The two colours of the mix on each of the five tiles."""


def things(colour: int) -> str:
    """Return the plural of the word for a colour's booths: ``lamps``."""
    return f"{THINGS[colour]}s"


def spot(cell: int) -> str:
    """Return a cell in words: ``row 2, column 5``."""
    return f"row {cell // COLUMNS + 1}, column {cell % COLUMNS + 1}"


def mixed(strength: int) -> str:
    """Return the sizes of a mix's two groups, the smaller one first: ``3·4``."""
    return f"{strength // STRONG}·{strength % STRONG}"


def strength_words(marker: int, strength: int) -> str:
    """Return a strength as text: ``4``, ``3·4``, or ``–`` for none."""
    if not strength:
        return "–"
    if MIX <= marker < PATH:
        return mixed(strength)
    return str(strength)


def goal_name(marker: int, pairs: Mixes) -> str:
    """Return the name of a goal: ``chairs``, ``chairs with plants``, ``the path``, ``the rectangle``."""
    if marker < MIX:
        return things(marker)
    if marker < PATH:
        one, other = pairs[marker - MIX]
        return f"{things(one)} with {things(other)}"
    return "the path" if marker == PATH else "the rectangle"


def structure_words(marker: int, strength: int) -> str:
    """Return the name of a structure: ``4 chairs``, ``Mix 3·4``, ``Path of 4``, ``Square of 4``."""
    if marker < MIX:
        return several(strength, THINGS[marker])
    if marker < PATH:
        return f"Mix {strength_words(marker, strength)}"
    if marker == PATH:
        return f"Path of {strength}"
    return f"{'Square' if strength == SQUARE else 'Rectangle'} of {strength}"


def block(n: int) -> str:
    """Return the name of a rectangle: ``a square of four``, ``a rectangle of six``."""
    return f"a {'square' if n == SQUARE else 'rectangle'} of {counted(n)}"


def built(marker: int, pairs: Pairs) -> str:
    """Return words for the kind of structure that a marker needs: ``lamps next to plants``."""
    if marker < MIX:
        return f"{things(marker)} together"
    if marker < PATH:
        pair = pairs.get(marker - MIX)
        return f"{things(pair[0])} next to {things(pair[1])}" if pair else "that mix"
    return "a path" if marker == PATH else "a rectangle"


def needed(need: int) -> str:
    """Return words for the roll that the tent needs: ``8 or more``, or ``12`` for the highest roll."""
    return f"{need} or more" if need < BOX.die else str(need)


def prize(marker: int, strength: int, pairs: Pairs) -> str:
    """Return words for the structure that won a marker: ``three lamps``, ``a path of four``."""
    if marker < MIX:
        return f"{counted(strength)} {things(marker)}"
    if marker < PATH:
        return f"a {mixed(strength)} mix{_of(marker - MIX, pairs)}"
    return block(strength) if marker == RECTANGLE else f"a path of {counted(strength)}"


def _of(tile: int, pairs: Pairs) -> str:
    """Return words for the colours of a mix: `` of lamps with plants``; empty if they aren't known."""
    return f" of {things(pairs[tile][0])} with {things(pairs[tile][1])}" if tile in pairs else ""


def rank(moves: int, solved: bool) -> str:
    """Return the rank that a number of moves earns in the puzzle: ``Market Master`` (CH-V02, V03)."""
    return next(name for name, most in BOX.ranks if (solved and moves <= most) or name == BOX.ranks[-1][0])


def people(seats: Sequence[int], names: Names, viewer: int = -1) -> str:
    """Return names as a list: ``Amina and Omar``, ``you and Omar``; more than three are counted."""
    if len(seats) > 3:
        return f"{counted(len(seats))} players"
    return listed(["you" if seat == viewer else names(seat) for seat in sorted(seats, key=lambda s: s != viewer)])


def still_in(view: State) -> list[int]:
    """Return the seats that haven't passed, given up or run out of moves."""
    return [seat for seat in range(view.players) if not view.passed >> seat & 1]


def racing(view: State, names: Names) -> str:
    """Return a sentence that names the players still in a race."""
    inside = still_in(view)
    return f"{opened(people(inside, names))} {'is' if len(inside) == 1 else 'are'} still racing."


def ended(view: State, seat: int, names: Names) -> tuple[str, str]:
    """Return a heading and a sentence on the end of the game or race, in words for ``seat``."""
    if view.mode == Mode.GOALS:
        why = "Everyone has passed" if view.ended == Rule.CH_T09 else "The tent has reached the end"
        return "The game is over", f"{why}. Most points win."
    if view.mode != Mode.SOLO:
        return "The race is over", f"{opened(_victory(view, seat, names))}."
    made = f"{'you are' if seat == 0 else f'{names(0)} is'} a {rank(view.moves[0], bool(view.solved))}."
    if view.solved:
        return "The market is in order", f"With {several(view.moves[0], 'move')} {made}"
    return "The puzzle is unsolved", opened(made)


def _victory(view: State, seat: int, names: Names) -> str:
    """Return a clause that names the winner of a race."""
    winners = [winner for winner in range(view.players) if view.solved >> winner & 1]
    if not winners:
        return "everyone is out, so nobody wins"
    if len(winners) > 1:
        return f"{people(winners, names, seat)} share the win"
    wins = "you win" if winners[0] == seat else f"{names(winners[0])} wins"
    return f"{wins} with {several(view.moves[winners[0]], 'move')}"
