"""The tally (the sheet of points at the end): each seat's points by source or, in races, how far each seat got."""

from __future__ import annotations

from souq.engine.present.scene import Context, Tally
from souq.engine.present.wording import number, several
from souq.engine.rules.twin import interpreted
from souq.games.chatuchak.rules.scoring import mix_tokens
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.panels import left
from souq.games.chatuchak.scene.puzzle import par, par_words
from souq.games.chatuchak.state import Mode, State
from souq.games.chatuchak.story.wording import MINUS, THINGS
from souq.games.chatuchak.story.wording import rank as title


def tally(view: State, ctx: Context) -> Tally | None:
    """Return the tally, or None until the game is over."""
    if not view.over:
        return None
    desk = Desk(view, ctx)
    if desk.mode == Mode.SOLO:
        return _puzzle(desk)
    return _race(desk) if desk.race else _points(desk)


# ---- the main game (CH-E01 to E04)


def _points(desk: Desk) -> Tally:
    seats = desk.seats
    beside = [len(desk.held(seat)) - len(desk.placed(seat)) for seat in seats]
    minus = [desk.markets[seat].minus() for seat in seats]
    worst = [f"{THINGS[desk.markets[seat].untidy()]}s" for seat in seats]
    return Tally(
        rows=(
            ("Markers", _cells([len(desk.placed(seat)) for seat in seats]), ""),
            ("Coloured tokens", _cells([len(desk.matching(seat)) for seat in seats]), ""),
            ("Purple tokens", _cells([desk.view.general[seat] for seat in seats]), ""),
            ("Untidiest colour", tuple(f"{MINUS}{k}\n{name}" for k, name in zip(minus, worst, strict=True)), ""),
        ),
        totals=tuple(number(desk.score(seat)) for seat in seats),
        ranks=desk.ranks,
        note=_ties(desk),
        below=(("Markers without a place", tuple(str(k or "–") for k in beside), ""),) if any(beside) else (),
    )


def _cells(numbers: list[int]) -> tuple[str, ...]:
    return tuple(f"+{k}" if k else "–" for k in numbers)


def _ties(desk: Desk) -> str:
    """Return a note on the tiebreaker between seats that have as many points as the winner."""
    best = [seat for seat in desk.seats if desk.ranks[seat] == 1]
    level = [seat for seat in desk.seats if desk.score(seat) == desk.score(best[0])]
    if len(best) > 1:
        return "Tied on points, purple tokens and mix tokens."
    if level == best:
        return ""
    purple = [desk.view.general[seat] for seat in level]
    if purple.count(max(purple)) == 1:
        return "Tied on points: the most purple tokens win."
    mixes = int(interpreted(mix_tokens)(desk.view, best[0]))
    return f"Tied on points and purple tokens: the most mix tokens win ({mixes})."


# ---- the puzzle and races (CH-V01 to V06)


def _puzzle(desk: Desk) -> Tally:
    solved, moves, known = desk.solved(0), desk.view.moves[0], par(desk.ctx)
    rows = [
        ("Moves", (str(moves),), "" if solved else "not in order yet"),
        ("Par", (str(known) if known else "–",), par_words(desk.ctx)),
        ("Hints", (str(desk.ctx.hints or "none"),), "no rank with hints" if desk.ctx.hints else ""),
    ]
    note = _against(moves, known) if solved else "Unsolved"
    own = "–" if desk.ctx.hints else title(moves, solved)
    return Tally(tuple(rows), (own,), (int(solved),), note, total="Rank")


def _against(moves: int, known: int | None) -> str:
    if known is None or moves == known:
        return "Solved in par" if known else "Solved"
    if moves < known:
        return f"Solved, {several(known - moves, 'move')} better than the best known"
    return f"Solved, {several(moves - known, 'move')} over par"


def _race(desk: Desk) -> Tally:
    apart = [left(desk, seat) for seat in desk.seats]
    return Tally(
        rows=(
            ("Moves", tuple(str(desk.view.moves[seat]) for seat in desk.seats), ""),
            ("Pieces left to join", tuple(str(k) if k else "–" for k in apart), ""),
        ),
        totals=tuple("won" if desk.solved(s) else "out" if desk.passed(s) else "–" for s in desk.seats),
        ranks=tuple(int(desk.solved(seat)) for seat in desk.seats),
        note="" if any(desk.solved(seat) for seat in desk.seats) else "Nobody finished, so nobody wins",
        total="Result",
    )
