"""Prompts: texts of what the player on turn must do, and of what the others wait for."""

from __future__ import annotations

from souq.engine.present.scene import Names, Prompt
from souq.engine.present.wording import opened, several
from souq.engine.rules.twin import interpreted
from souq.games.chatuchak.rules.turn import following, rolls
from souq.games.chatuchak.state import BOX, COLOURS, Mode, State
from souq.games.chatuchak.story.wording import ended, needed, people, racing, still_in

LONGEST = 100
"""Maximum number of characters of a prompt's detail; further sentences are left out."""
MOVE_ONE = "Move one booth into the gap"
SPACES = len(BOX.track)


def prompt(view: State, seat: int, names: Names) -> Prompt:
    """Return the prompt for ``seat`` (-1: a spectator); ``view`` is a twin of the record."""
    if view.over:
        return Prompt(*ended(view, seat, names))
    if view.mode == Mode.GOALS:
        return _turn(view, names) if seat == view.player else _wait(view, seat, names)
    if view.mode == Mode.SOLO:
        return _puzzle(view, seat, names)
    return _race(view, seat, names) if view.mode == Mode.SPEED else _ticks(view, seat, names)


# ---- the main game


def _turn(view: State, names: Names) -> Prompt:
    alone = still_in(view) == [view.player]
    passing = "Everyone else has passed. If you pass too, the game is over." if alone else ""
    moving = "Any booth in the same row or column can jump in, from any distance."
    return Prompt(MOVE_ONE, _detail(_closing(view), passing, moving))


def _closing(view: State) -> str:
    """Return a warning that a certain roll ends the game after this round; empty if none can."""
    return f"A roll of {needed(view.need)} ends the game after this round." if view.tent == SPACES - 1 else ""


def _wait(view: State, seat: int, names: Names) -> Prompt:
    who = names(view.player)
    passed = "You’ve passed, but your market still counts." if seat >= 0 and view.passed >> seat & 1 else ""
    after = interpreted(following)(view, view.player)
    rolled = interpreted(rolls)(view, view.player, after)
    if after == view.player:
        alone = f"{who} plays on alone." if passed else "Everyone else has passed."
        return Prompt(f"{who} is moving a booth", _detail(passed, alone, _roll(view)))
    coming = "You’re next." if after == seat else f"{names(after)} is next."
    return Prompt(f"{who} is moving a booth", _detail(passed, _roll(view) if rolled else "", coming))


def _roll(view: State) -> str:
    """Return a sentence on the roll that moves the tent, or ends the game, after this round."""
    does = "ends the game" if view.tent == SPACES - 1 else "moves the tent on"
    return f"Then a roll of {needed(view.need)} {does}."


# ---- the puzzle and races


def _puzzle(view: State, seat: int, names: Names) -> Prompt:
    title = MOVE_ONE if seat == view.player else f"{names(view.player)} is tidying the market"
    made = view.moves[view.player]
    if made == 0:
        return Prompt(title, "Bring every colour into one group, in as few moves as you can.")
    if made == BOX.moves - 1:
        return Prompt(title, f"This is the last of {BOX.moves} moves.")
    return Prompt(title, f"{several(made, 'move')} so far. {_pieces(view, view.player)} left; the goal is {COLOURS}.")


def _pieces(view: State, seat: int) -> str:
    return several(sum(view.parts[seat]), "piece")


def _race(view: State, seat: int, names: Names) -> Prompt:
    if seat in still_in(view):
        return Prompt(MOVE_ONE, _detail("The first with every colour in one group wins.", _to_do(view, seat)))
    return Prompt("You’re out of the race" if seat >= 0 else "The race is on", racing(view, names))


def _to_do(view: State, seat: int) -> str:
    return f"You have {_pieces(view, seat)} and need {COLOURS}."


def _ticks(view: State, seat: int, names: Names) -> Prompt:
    done = [other for other in range(view.players) if view.solved >> other & 1]
    are = "is" if len(done) == 1 and seat not in done else "are"
    ready = f"{people(done, names, seat)} {are} done, so the race ends with this round."
    aim = opened(ready) if done else "Fewest moves win."
    if seat == view.player:
        return Prompt(MOVE_ONE, _detail(aim, _to_do(view, seat)))
    out = "You’re out of the race." if seat >= 0 and view.passed >> seat & 1 else ""
    return Prompt(f"{names(view.player)} is moving a booth", _detail(out, aim))


# ---- small words


def _detail(*sentences: str) -> str:
    """Join the first sentence and as many of the others as fit into the detail of a prompt."""
    first, *rest = [sentence for sentence in sentences if sentence]
    for sentence in rest:
        if len(first) + 1 + len(sentence) <= LONGEST:
            first += f" {sentence}"
    return first
