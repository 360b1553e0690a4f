"""The scene (all that the page draws) of the present position as a seat sees it, and the choices in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from souq.engine.match.decision import SPECTATOR, Step
from souq.engine.match.hooks import make_scene
from souq.engine.match.match import Match
from souq.engine.present.scene import Amount, Context, Scene
from souq.engine.rules.kinds import visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.server.core.live import orders
from souq.server.core.live.live import Live
from souq.server.core.realtime.ending import concluded
from souq.server.core.realtime.teaching import lesson_card, quiet
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.store.origins import kind_of

TAIL = 24
"""Number of decisions at the end of a game whose positions are cached, because all viewers need them."""

LINE = 45
"""Length in characters below which the title of a prompt fits on one line."""

ASIDE = "You can take your seat back as long as the game goes on."
"""Text of the prompt for a player while a bot plays their seat."""


def resting(live: Live, viewer: Viewer) -> dict[str, Any]:
    """Return the present scene with the viewer's choices, including the server's own prompts and lesson cards."""
    drawn, taught = _now(live, viewer), live.teaching
    scene = _resting(live, viewer, drawn)
    if taught is None or viewer.seat != taught.lesson.seat:
        return scene
    card = lesson_card(taught, drawn, live.playing.called)
    return (scene if live.finished else quiet(scene, taught, kind_of(live.row.origin))) | {"lesson": card}


def _resting(live: Live, viewer: Viewer, drawn: Scene) -> dict[str, Any]:
    scene, seat = drawn.to_json(), viewer.seat
    _asked(live, seat, drawn)
    if live.finished:
        return concluded(live, seat, scene)
    if seat != SPECTATOR and live.seat(seat).kind == "bot":
        return scene | {"prompt": {"title": "A bot plays for you", "detail": ASIDE}}
    if seat != SPECTATOR:
        scene.pop("hints", None)
        scene |= {"hints": True} if hints_offered(live, viewer) else {}
    order = orders.order_json(live, seat)
    if order is not None:
        scene["order"] = order
    switches = orders.switches(live, seat)
    if switches:
        scene["answers"] = switches
    if seat == SPECTATOR or not live.can_undo(seat):
        return scene
    back = {"can_undo": True, "can_reset": live.taken_back(seat) > 1}
    scene["prompt"] |= back
    if live.must_confirm(seat):
        pending = live.row.pending_choice
        scene.pop("amount", None)
        picks = (pick for pick in scene.pop("picks", []) if pick["choice"] == pending and "then" not in pick)
        waiting = next(picks, None)
        if waiting is not None:
            scene["held"] = waiting
        scene["prompt"] = {**back, "must_confirm": True} | _asking(
            live, waiting["label"] if waiting else _said(drawn, pending)
        )
    return scene


def offered(live: Live, seat: int) -> Scene:
    """Return the present scene with a seat's choices, as the game defines it: without the server's additions."""
    return _now(live, Viewer(seat))


def amount(live: Live, seat: int) -> Amount | None:
    """Return the range of amounts that a seat may choose from now; None if there is none."""
    return _asked(live, seat)[1]


def is_final(live: Live, seat: int, choices: tuple[int, ...]) -> bool:
    """Return whether the label for these choices says that they end the turn, so that no confirmation is needed.

    The label is that of the pick (a button or sprites), or of the amount, that makes all these choices together.
    """
    final, amount = _asked(live, seat)
    return choices in final or (amount is not None and amount.final and amount.said(choices) is not None)


def solver_hints(live: Live, viewer: Viewer) -> bool:
    """Return whether the game's scene offers hints now, because a solver knows the best line."""
    return live.once(("hints", viewer), lambda: _now(live, viewer).hints)


def hints_offered(live: Live, viewer: Viewer) -> bool:
    """Return whether a viewer may ask for a hint now.

    Hints are only for a person who plays alone or against bots, and not in a race, a tournament or a lesson.
    """
    from souq.bots.hints import advises  # loads the compiler

    if viewer.seat == SPECTATOR or not live.waits_for >> viewer.seat & 1 or live.must_confirm(viewer.seat):
        return False
    if live.teaching or live.row.tournament:
        return False
    alone = live.people == 1 and live.seat(viewer.seat).kind == "person"
    return alone and not live.race and (advises(live.game) or solver_hints(live, viewer))


def scene_of(
    live: Live, viewer: Viewer, state: Batch, recent: tuple[tuple[int, ...], ...], legal: tuple[int, ...] = ()
) -> Scene:
    """Return the scene of a position as a viewer may see it.

    Its context includes the ``recent`` events and the ``legal`` choices of the viewer.
    """
    view, context = live.game.bindings.hidden(state, viewer.seat), context_of(live, viewer, recent, legal)
    if live.finished:
        context = replace(context, revealed=Twin.of(state))
    return make_scene(live.game, view, context)


def context_of(live: Live, viewer: Viewer, recent: tuple[tuple[int, ...], ...], legal: tuple[int, ...] = ()) -> Context:
    """Return what a scene depends on besides the position: viewer, ``recent`` events, ``legal`` choices and more."""
    match, known = live.playing, live.line(viewer.seat)
    return Context(
        viewer.seat,
        match.called,
        legal,
        viewer.layout,
        dict(match.options),
        recent,
        solution=known.choices,
        bound=known.bound,
        hints=known.hints,
        finished=live.finished,
        ledger=live.ledger,
    )


def steps_of(live: Live, start: int, stop: int) -> Sequence[Step]:
    """Return the steps (one for each decision) of the match after ``start`` and up to ``stop`` decisions.

    The last `TAIL` steps of the game are replayed once for all viewers.
    """
    match = live.playing
    floor = max(0, match.ply - TAIL)
    if start < floor:
        return tuple(match.steps(start, stop))
    tail = live.once("tail", lambda: tuple(match.steps(floor)))
    return tail[start - floor : stop - floor]


def _asked(live: Live, seat: int, drawn: Scene | None = None) -> tuple[frozenset[tuple[int, ...]], Amount | None]:
    """Return the picks that end the turn, each as a tuple of its choices, and the amount that the seat may name.

    Both are needed to know what a command of the seat means.
    """

    def of(scene: Scene) -> tuple[frozenset[tuple[int, ...]], Amount | None]:
        return frozenset((pick.choice, *pick.then) for pick in scene.picks if pick.final), scene.amount

    return live.once(("asked", seat), lambda: of(drawn or _now(live, Viewer(seat))))


def _now(live: Live, viewer: Viewer) -> Scene:
    match, seat = live.playing, viewer.seat
    ply = match.visible_ply(seat)
    steps = steps_of(live, _acted(match, seat, ply), ply)
    recent = tuple(event for step in steps for event in visible_events(step.after[0], seat))
    legal: tuple[int, ...] = ()
    if live.row.state == "playing" and seat != SPECTATOR and match.drafter in (None, seat):
        legal = tuple(int(choice) for choice in match.legal(seat)) if live.seat(seat).kind == "person" else ()
    return scene_of(live, viewer, match.at(ply), recent, legal)


def _acted(match: Match, seat: int, ply: int) -> int:
    """Return the number of decisions before the events that count as recent for a seat.

    Recent events are those of the seat's present turn and of the other players' decisions since its previous turn; a
    spectator gets those of the seat that moved last. In a solo game or a race they begin with the last entry of the
    seat, for a spectator with that of the seat that moved last.
    """
    log = match.log
    if match.players == 1 or match.racing:
        ends, now = match.entries, match.entries.by(ply)
        whose = seat if seat != SPECTATOR and match.racing else log[ply - 1].seat if ply else seat
        last = next((at for at in range(now, max(0, now - TAIL), -1) if log[ends.end(at) - 1].seat == whose), now)
        since = ends.end(max(0, last - 1))
        while since and log[since - 1].goes_on and log[since - 1].seat == whose:
            since -= 1
        return since
    if seat == SPECTATOR and ply:
        seat = log[ply - 1].seat
    since = ply
    while since and log[since - 1].seat == seat:
        since -= 1
    while since and log[since - 1].seat != seat:
        since -= 1
    return since


def _said(scene: Scene, pending: int | None) -> str:
    """Return the text of a pending choice that names an amount; "" if it is another kind of choice."""
    said = scene.amount.said((pending,)) if scene.amount and pending is not None else None
    return scene.amount.say.replace("{}", f"{said:,}") if scene.amount and said is not None else ""


def _asking(live: Live, chosen: str) -> dict[str, str]:
    """Return the title and detail of the prompt "End your turn?", which asks a player to confirm."""
    match, pending = live.playing, live.row.pending_choice
    over = match.over if pending is None else match.dry_run(pending).ends_game
    what, then = ("the game", "count the points") if over else ("your turn", "go on")
    if chosen and len(chosen) < LINE:
        return {"title": f"{chosen}?", "detail": f"That ends {what}. Confirm to {then}, or undo."}
    said = f"You chose “{chosen}”. " if chosen else ""
    return {"title": f"End {what}?", "detail": f"{said}Confirm to {then}, or undo."}
