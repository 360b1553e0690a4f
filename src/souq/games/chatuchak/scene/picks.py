"""Picks (choices offered on screen): the nine booths that can jump into the gap, and passing or giving up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from souq.engine.present.scene import Pick, Sprite
from souq.engine.present.wording import counted, listed, number, opened, several, some
from souq.games.chatuchak.scene.board import booth_key
from souq.games.chatuchak.scene.desk import Desk, Outcome
from souq.games.chatuchak.scene.geometry import Plan
from souq.games.chatuchak.scene.goals import goal_key
from souq.games.chatuchak.scene.hand import change
from souq.games.chatuchak.scene.market import concerned
from souq.games.chatuchak.scene.previews import preview
from souq.games.chatuchak.state import MOVE, STOP, Mode
from souq.games.chatuchak.story.wording import THINGS, goal_name, spot

LONGEST = 100
"""Maximum number of characters of a hint: two lines on a phone."""


def picks(desk: Desk, plan: Plan, standing: list[Sprite]) -> tuple[Pick, ...]:
    """Return all picks. ``standing`` are the board's current sprites, which the previews use."""
    moves = [_move(desk, plan, made, standing) for made in desk.outcomes.values()]
    return (*moves, *([_stop(desk)] if STOP in desk.legal else []))


def _move(desk: Desk, plan: Plan, made: Outcome, standing: list[Sprite]) -> Pick:
    """Return the pick that moves a booth. It takes one click in the puzzle and the speed race, otherwise two."""
    name = THINGS[made.colour]
    at_once = desk.mode in (Mode.SOLO, Mode.SPEED)
    return Pick(
        MOVE + made.cell,
        f"Move the {name} from {spot(made.cell)}",
        (booth_key(made.cell),),
        hint(desk, made),
        commit="" if at_once else f"Move the {name}",
        preview=(*preview(desk, plan, made, standing), *change(desk, plan, standing, made.score)),
        final=not at_once or bool(made.solved),
        lifts=(*_touched(made), *concerned(desk, made)),
        drag=(booth_key(made.cell),),
        onto=("hole",),
    )


def _touched(made: Outcome) -> list[str]:
    """Return the keys of the goals that a move changes."""
    markers = [*(win.marker for win in made.wins), *made.beside, *made.back]
    return [goal_key(marker) for marker in dict.fromkeys(markers)]


# ---- what a move does, in a sentence or two


def hint(desk: Desk, made: Outcome) -> str:
    """Return sentences about a move's effects, as many as fit; the preview's card shows all of them."""
    told = list(_tidied(desk, made) if desk.race else _scored(desk, made))
    said = told[0]
    for more in told[1:]:
        if len(said) + len(more) < LONGEST:
            said += f" {more}"
    return said


def _scored(desk: Desk, made: Outcome) -> Iterator[str]:
    now = desk.score(desk.own)
    if made.wins:
        gain = f": {several(made.score - now, 'more point')} in all" if made.score > now else ""
        yield f"Wins {some(len(made.wins), 'marker')}{gain}."
    if made.back:
        one = len(made.back) == 1
        those, count = ("the one", "counts") if one else ("those", "count")
        goals = _goals(desk, made.back)
        new = f"{'The marker' if one else 'The markers'}" if made.wins else f"No new marker, but {those}"
        yield f"{new} for {goals} {count} again."
    elif not made.wins and not made.beside:
        yield _joined(desk, made)
    if made.beside:
        yield f"Your marker{'s' * (len(made.beside) > 1)} for {_goals(desk, made.beside)} would no longer count."
    if made.threats:
        takers = list(dict.fromkeys(desk.ctx.names(threat.seat) for threat in made.threats))
        exposed = list(dict.fromkeys(goal_name(threat.marker, desk.pairs) for threat in made.threats))
        what = f"the marker for {exposed[0]}" if len(exposed) == 1 else f"{counted(len(exposed))} of your markers"
        yield f"Then {listed(takers, 'or')} could take {what}."
    if made.score != now and not made.wins:
        yield f"Score {number(now)} → {number(made.score)}."


def _goals(desk: Desk, markers: Sequence[int]) -> str:
    """Return goals by name: ``lamps and the path``."""
    return listed([goal_name(marker, desk.pairs) for marker in markers])


def _joined(desk: Desk, made: Outcome) -> str:
    """Describe the group that the moved booth would belong to."""
    size, name = made.part.bit_count(), THINGS[made.colour]
    return (
        f"No new marker, just {counted(size)} {name}s together."
        if size > 1
        else f"No new marker, and the {name} stands alone."
    )


def _tidied(desk: Desk, made: Outcome) -> Iterator[str]:
    before, after = desk.market.counts(), made.after.counts()
    name = f"{opened(THINGS[made.colour])}s"
    if made.solved:
        yield f"That’s it: every colour in one group, in {several(made.solved, 'move')}."
        return
    was, now = before[made.colour], after[made.colour]
    if was == now:
        yield f"{name}: still {several(now, 'piece')}. {several(sum(after), 'piece')} in all."
    else:
        yield f"{name} all together." if now == 1 else f"{name}: {was} → {now} pieces."
        yield f"{several(sum(after), 'piece')} in all."


# ---- to stop


def _stop(desk: Desk) -> Pick:
    """Return the pick for passing for good or giving up, which asks for confirmation."""
    if not desk.race:
        alone = all(desk.passed(seat) for seat in desk.rivals)
        says = (
            "The game ends right away."
            if alone
            else "You get no more turns. Your market still counts, but others can take its markers."
        )
        return Pick(STOP, "Pass for good", hint=says, commit="Yes, pass for good", final=True)
    says = "The puzzle ends unsolved." if desk.mode == Mode.SOLO else "You’re out of the race."
    return Pick(STOP, "Give up", hint=says, commit="Yes, give up", final=True)
