"""Rolling for cards (DB-R01 to DB-R15). Functions that return a bool return whether the turn is over."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.desert_bazaar.rules.asking import add, ask
from souq.games.desert_bazaar.rules.cards import stocked, take, up_to
from souq.games.desert_bazaar.state import (
    FACE_DESERT,
    FACE_WILD,
    KEEP,
    MATCH,
    RESOURCES,
    STOP,
    TAKE,
    Event,
    Phase,
    Rule,
    State,
)


@rule
def roll(s: State) -> bool:
    """Begin to roll: ask which free card to take (step 1), or count a barren turn if all piles are empty."""
    piles = stocked(s)
    if piles == 0:  # DB-R02
        s.barren += 1
        emit(s, Event.BARREN, ALL, s.player, s.barren, 0, 0)
        return True
    s.barren = 0
    ask(s, Phase.TAKE, TAKE, piles)  # DB-R01
    return False


@rule
def take_free(s: State, r: int) -> bool:
    """Take the free card and throw (step 2), unless it was the last card of all."""
    take(s, s.player, r, 1)
    emit(s, Event.FREE, ALL, s.player, r, 0, 0)
    if stocked(s) == 0:  # DB-R03
        emit(s, Event.NO_THROW, ALL, s.player, 0, 0, 0)
        return True
    throw(s)
    return read_dice(s)


@rule
def throw(s: State) -> None:
    """Throw the three dice (DB-R04)."""
    faces = below(s, 216)
    s.dice[0] = faces % 6
    s.dice[1] = faces // 6 % 6
    s.dice[2] = faces // 36
    s.kept = -1
    emit(s, Event.THROW, ALL, s.player, s.dice[0], s.dice[1], s.dice[2])


@rule
def read_dice(s: State) -> bool:
    """Ask whether to take the cards of a resource, or to set a die aside and throw again."""
    stops = matching(s, 1)  # DB-R05
    if stops == 0:  # DB-R06: then nothing can be set aside either
        emit(s, Event.NOTHING, ALL, s.player, Rule.DB_R06, 0, 0)
        return True
    ask(s, Phase.THROWN, STOP, stops)
    add(s, KEEP, keeps(s))
    return False


@rule
def showing(s: State, r: int) -> int:
    """Return the number of dice that show either the resource ``r`` or Wild."""
    n = 0
    for die in range(3):
        if s.dice[die] == r or s.dice[die] == FACE_WILD:
            n += 1
    return n


@rule
def worth(s: State, r: int) -> int:
    """Return how many cards of a resource the dice give: one for each die that shows it or Wild (DB-R15).

    It is never more than the pile holds.
    """
    return up_to(s.pile[r], showing(s, r))


@rule
def matching(s: State, dice: int) -> int:
    """Return a bit mask of the resources that are left and that at least ``dice`` dice show (DB-R06, DB-R12).

    A Wild counts as any resource.
    """
    found = 0
    for r in range(RESOURCES):
        if showing(s, r) >= dice and s.pile[r] > 0:
            found |= 1 << r
    return found


@rule
def live(s: State) -> int:
    """Return the number of dice that do not show Desert."""
    n = 0
    for die in range(3):
        if s.dice[die] != FACE_DESERT:
            n += 1
    return n


@rule
def keeps(s: State) -> int:
    """Return the faces that the player may set aside, as a bit mask."""
    if live(s) < 2:  # DB-R08
        return 0
    piles = stocked(s) | 1 << FACE_WILD  # DB-R09; a Wild can be kept because DB-R06 ended the turn if no pile was left
    faces = 0
    for die in range(3):
        faces |= 1 << s.dice[die]
    return faces & piles  # DB-R07


@rule
def gain(s: State, r: int) -> bool:
    """Take the cards of ``r`` that the dice give, and end the turn."""
    cards = worth(s, r)
    take(s, s.player, r, cards)
    emit(s, Event.GAIN, ALL, s.player, r, cards, showing(s, r))
    return True


@rule
def keep(s: State, face: int) -> bool:
    """Set one die aside and throw all other live dice once more (step 3, DB-R07)."""
    throw_again(s, face)
    return read_again(s, face)


@rule
def read_again(s: State, face: int) -> bool:
    """Take the cards if another die matches the one set aside. If that is a Wild, ask which resource it counts as."""
    if face < FACE_WILD and showing(s, face) > 1:  # DB-R10: the die set aside and at least one more
        return gain(s, face)
    if face == FACE_WILD:
        options = matching(s, 2)
        if options != 0:
            ask(s, Phase.MATCH, MATCH, options)  # DB-R11
            return False
    why = Rule.DB_R10 if face < FACE_WILD else Rule.DB_R12 if live(s) > 1 else Rule.DB_R11  # DB-R13
    emit(s, Event.NOTHING, ALL, s.player, why, 0, 0)
    return True


@rule
def throw_again(s: State, face: int) -> None:
    """Set aside the first die that shows ``face`` and throw the others again, except Deserts."""
    for die in range(3):
        if s.kept < 0 and s.dice[die] == face:
            s.kept = die
    faces = below(s, 36)
    again = 0
    for die in range(3):
        if die != s.kept and s.dice[die] != FACE_DESERT:
            again |= 1 << die
            s.dice[die] = faces % 6
            faces //= 6
    emit(s, Event.KEEP, ALL, s.player, face, s.kept, again)
    emit(s, Event.RETHROW, ALL, s.player, s.dice[0], s.dice[1], s.dice[2])
