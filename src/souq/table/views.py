"""What a viewer is sent: frames of the game as that seat may see it.

Whatever is sent counts moments: entries of the match (:mod:`souq.engine.entries`), and after them the decisions of the
viewer's own draft. Decisions are counted here only among ourselves, as ``seen``, ``shown`` and ``ply``: how many others
needed tells what is in their hands.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from souq.engine.scene import Amount, Context, Effect, Layout, Line, Scene, to_json
from souq.table import orders
from souq.table.ending import concluded
from souq.table.rows import Past
from souq.table.tables import Live

if TYPE_CHECKING:
    from souq.engine.decision import Step
    from souq.engine.match import Match
    from souq.engine.record import Batch

SPECTATOR = -1
"""The seat of who only watches."""

PLAYED, MISSED = 20, 6
"""Most moments that are played back one by one, to who was there and to who comes back; earlier ones are only told.

What somebody who comes back is shown is drawn for them alone.
"""

TOLD = 100
"""Most moments whose story is told unasked, or at one asking; that of earlier ones is told on request."""

PAGE = 250
"""Most moments of the log that one request is told."""

TAIL = 24
"""Decisions at the end of a game that are kept carried out while they are shown."""

NOTHING = -1
"""What somebody has seen who comes for the first time: not even the setup."""

ASIDE = "You can take your seat back as long as the game goes on."
"""What somebody is told whose seat a bot plays."""

BEHIND = ("ground", "backdrop")
"""Parts of an area that a client keeps until it is sent others: most of a drawing's size."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks: from which seat (-1: none), and on what screen."""

    seat: int = SPECTATOR
    layout: Layout = "wide"


def shown(live: Live, seat: int) -> int:
    """How many decisions a seat is shown now."""
    return live.match.shown(seat) if live.match else 0


def moments(live: Live, seat: int) -> int:
    """The moment a seat is shown now."""
    return live.match.moments(seat) if live.match else 0


def scope(live: Live, viewer: Viewer) -> object:
    """What decides what a viewer sees: while it stays equal there is nothing new to send.

    Others' drafts and standing orders change nothing for a viewer; one's own turn is shown anew at every revision, and
    so is that of somebody who plays alone.
    """
    mine = live.row.players == 1 or (viewer.seat != SPECTATOR and live.waits_for >> viewer.seat & 1)
    own = live.orders.get(viewer.seat), live.answers.get(viewer.seat, ()), live.line(viewer.seat)
    who = live.seat(viewer.seat).kind if viewer.seat != SPECTATOR else ""
    return viewer, who, live.row.state, live.row.revision if mine else -shown(live, viewer.seat), own


def seen_before(live: Live, seat: int, past: Past | None) -> int:
    """How many of today's decisions a seat had seen at an earlier revision."""
    match = live.match
    if match is None or past is None:
        return NOTHING
    drafter = match.log[past.mark].seat if past.mark < match.ply else None
    before = past.lowest if drafter == seat or match.players == 1 else past.mark
    return min(before, match.shown(seat))


@dataclass(frozen=True, slots=True)
class Since:
    """What a viewer has: ``seen`` decisions (-1: nothing), and whether they come back after having been ``away``.

    ``retold``: they have seen so much, but want to read the story of it once more, since their page was closed.
    """

    seen: int = NOTHING
    away: bool = False
    retold: bool = False


async def frames_text(live: Live, viewer: Viewer, since: Since, behind: int) -> tuple[str, int]:
    """:func:`frames` as it is sent, and a stamp of what is drawn behind its areas: left out when that is ``behind``.

    Made once for all who see the same. Only text is kept: keeping scenes would give the collector of garbage much to
    look through. What somebody has missed is long: others are served while it is drawn, and of each viewer's only the
    last is kept.
    """
    if not since.away:
        return live.once(("text", viewer, since, behind), lambda: _text(frames(live, viewer, since), behind))
    since = _bounded(live, viewer, since)
    kept: dict[tuple[Since, int], tuple[str, int]] = live.once(("missed", viewer), dict)
    if (since, behind) not in kept:
        made = []
        for frame in _frames(live, viewer, since):
            made.append(frame)
            await asyncio.sleep(0)
        kept.clear()
        kept[since, behind] = _text(_message(live, viewer, since, made), behind)
    return kept[since, behind]


def frames(live: Live, viewer: Viewer, since: Since) -> dict[str, Any]:
    """The message that brings a viewer from what they have to now.

    One frame a moment, with what is said of it, what moves, and the scene after it. The last frame rests, and carries
    what the viewer may choose. Moments longer ago than the last few share one frame that is only read; of those
    longer ago than :data:`TOLD` the message only says that there were some (``earlier``), and :func:`story` tells them.
    """
    since = _bounded(live, viewer, since)
    return _message(live, viewer, since, list(_frames(live, viewer, since)))


def story(live: Live, seat: int, before: int) -> dict[str, Any]:
    """The story of the moments up to ``before``, as far back as one asking is told; ``earlier`` are then left."""
    stop = min(before, moments(live, seat))
    start = max(stop - TOLD, 0)
    told = [] if start else [_frame(0, _told(live, seat, NOTHING, 0))]
    if match := live.match:
        shots = _shots(live, Viewer(seat), match.at_moment(start), match.at_moment(stop))
        told += [_frame(shot.moment, shot.lines) for shot in shots]
    return {"type": "story", "before": before, "earlier": start, "frames": told}


def _begins(live: Live, seat: int) -> int:
    """After which moment the story begins that is told unasked; :data:`NOTHING`: with the setup."""
    now = moments(live, seat)
    return NOTHING if now <= TOLD else now - TOLD


def _begun(live: Live, seat: int) -> int:
    """The same in decisions."""
    begins = _begins(live, seat)
    return begins if begins == NOTHING else live.playing.at_moment(begins)


def _bounded(live: Live, viewer: Viewer, since: Since) -> Since:
    """What is to be told: who has missed too much is told the end of the story anew.

    In the middle of one's own turn nothing can have been missed.
    """
    if since.retold and since.seen > live.playing.mark:
        return Since()
    if NOTHING < since.seen < _begun(live, viewer.seat):
        return replace(since, retold=True)
    return since


def _frames(live: Live, viewer: Viewer, since: Since) -> Iterator[dict[str, Any]]:
    """The frames of a message, but for the scene of the last."""
    match = live.playing
    now = match.shown(viewer.seat)
    if since.seen == NOTHING or since.retold:
        read = _read(live, viewer, now if since.seen == NOTHING else since.seen)
        if since.retold:
            read[-1]["scene"] = _scene(live, viewer, match.at(since.seen), ()).to_json()
        yield from read
    if since.seen != NOTHING:
        played = _played(live, viewer, since.seen, now, MISSED if since.away else PLAYED)
        first = next(played, None)
        yield first or _frame(match.moments(viewer.seat), [])
        yield from played


def _message(live: Live, viewer: Viewer, since: Since, made: list[dict[str, Any]]) -> dict[str, Any]:
    """The message with its frames; the last of them shows how everything stands now."""
    match, revision = live.playing, live.seq(viewer.seat)
    made[-1]["scene"] = resting(live, viewer)
    for frame in made:
        frame["rev"] = revision
    anew = since.seen == NOTHING or since.retold
    told = {"type": "frames", "seq": revision, "catchup": since.away}
    told["after"] = NOTHING if anew else _kept(match, viewer.seat, since.seen)
    if anew and (begins := _begins(live, viewer.seat)) > 0:
        told["earlier"] = begins
    return told | {"frames": made} | ({"race": True} if match.racing else {})


def _kept(match: Match, seat: int, seen: int) -> int:
    """The last moment of what a seat has seen, as it was sent: its own draft, decision by decision."""
    if seen <= 0:
        return seen
    if match.log[seen - 1].seat != seat:
        return match.entries.by(seen)
    before = match.entries.of(seen) - 1
    return before + seen - match.at_moment(before)


def _read(live: Live, viewer: Viewer, until: int) -> list[dict[str, Any]]:
    """The story, to be read at once; a draft's decisions apart, since they may be taken back."""
    match = live.playing
    settled = min(match.mark, until)
    begins = min(_begun(live, viewer.seat), settled)
    first = _frame(match.entries.by(settled), _told(live, viewer.seat, begins, settled))
    return [first, *(_frame(shot.moment, shot.lines) for shot in _shots(live, viewer, settled, until))]


def _played(live: Live, viewer: Viewer, seen: int, now: int, most: int) -> Iterator[dict[str, Any]]:
    """What happened since, moment by moment; what is long ago in one frame.

    Of decisions made as one only the last is drawn: nobody chose anything on what the table was between them.
    """
    match = live.playing
    moment = match.moments(viewer.seat) - most
    first = max(seen, match.at_moment(moment)) if moment > 0 else seen
    if seen < first:
        begins = min(max(seen, _begun(live, viewer.seat)), first)
        yield _frame(moment, _told(live, viewer.seat, begins, first))
    for shot in _shots(live, viewer, first, now):
        yield shot.frame(live, viewer, shot.ply < now and not match.log[shot.ply - 1].goes_on)


def log(live: Live, seat: int, start: int) -> list[dict[str, Any]]:
    """The moments from ``start`` on as a seat may know them, :data:`PAGE` at most.

    What others chose is told only when the game is over.
    """
    match = live.match
    if match is None:
        return []
    entries = []
    last = min(match.moments(seat), start - 1 + PAGE)
    first = match.at_moment(min(start - 1, last))
    for shot in _shots(live, Viewer(seat), first, match.at_moment(last)):
        made = match.log[match.at_moment(shot.moment - 1) : shot.ply]
        told = live.row.state == "finished" or made[0].seat == seat
        chosen = [match.game.choices.choice(decision.choice) for decision in made] if told else []
        entries.append(
            {
                "ply": shot.moment,
                "seat": made[0].seat,
                "choices": [{"choice": int(choice), "text": choice.text} for choice in chosen],
                "turn": any(line.tone == "turn" for line in shot.lines),
                "lines": [line.text for line in shot.lines],
                "events": [[event[0], *event[2:]] for event in shot.events],
            }
        )
    return entries


def _text(message: dict[str, Any], behind: int) -> tuple[str, int]:
    """The drawings behind the areas are sent with the first scene, unless they are known already."""
    areas = message["frames"][-1]["scene"]["areas"]
    now = hash(tuple((area["name"], *(area.get(part) for part in BEHIND)) for area in areas))
    known = now == behind
    frames = []
    for frame in message["frames"]:
        frames.append(frame | {"scene": _bare(frame["scene"])} if known else frame)
        known = known or frame["scene"] is not None
    return json.dumps(message | {"frames": frames}, ensure_ascii=False, separators=(",", ":")), now


def _bare(scene: dict[str, Any] | None) -> dict[str, Any] | None:
    """A scene without the drawings behind its areas."""
    if scene is None:
        return None
    return scene | {"areas": [{k: v for k, v in area.items() if k not in BEHIND} for area in scene["areas"]]}


def moment(live: Live, viewer: Viewer, number: int) -> dict[str, Any]:
    """One frame of the past: what happened last before a moment (0: the setup) and the scene then, without choices."""
    match = live.playing
    if number == 0:
        frame = _frame(0, _told(live, viewer.seat, NOTHING, 0))
        frame["scene"] = _scene(live, viewer, match.at(0), ()).to_json()
    else:
        (shot,) = _shots(live, viewer, match.at_moment(number - 1), match.at_moment(number))
        frame = shot.frame(live, viewer)
    if number == match.moments(viewer.seat):
        frame["scene"] = concluded(live, viewer.seat, frame["scene"])
    return frame | {"rev": live.seq(viewer.seat)}


def is_final(live: Live, seat: int, choices: tuple[int, ...]) -> bool:
    """Whether the scene offers these choices together as ones that say themselves that they end the turn."""
    final, amount = _asked(live, seat)
    return choices in final or (amount is not None and amount.final and amount.said(choices) is not None)


def solver_hints(live: Live, viewer: Viewer) -> bool:
    """Whether the scene itself offers hints now: a solver knows the way."""
    return live.once(("hints", viewer), lambda: _now(live, viewer).hints)


def hints_offered(live: Live, viewer: Viewer) -> bool:
    """Whether somebody may ask for a hint now: never in a race, nor where people play against each other."""
    from souq.bots.hints import advises

    if viewer.seat == SPECTATOR or not live.waits_for >> viewer.seat & 1 or live.must_confirm(viewer.seat):
        return False
    alone = live.people == 1 and live.seat(viewer.seat).kind == "person"
    return alone and not live.race and (advises(live.game) or solver_hints(live, viewer))


def offered(live: Live, seat: int) -> Scene:
    """The scene that a seat chooses on, as the game draws it."""
    return _now(live, Viewer(seat))


def amount(live: Live, seat: int) -> Amount | None:
    """The number that a seat may say now."""
    return _asked(live, seat)[1]


def _asked(live: Live, seat: int, drawn: Scene | None = None) -> tuple[frozenset[tuple[int, ...]], Amount | None]:
    """What of a seat's scene decides what its commands mean: choices that say that they end the turn, and an amount."""

    def of(scene: Scene) -> tuple[frozenset[tuple[int, ...]], Amount | None]:
        return frozenset((pick.choice, *pick.then) for pick in scene.picks if pick.final), scene.amount

    return live.once(("asked", seat), lambda: of(drawn or _now(live, Viewer(seat))))


def resting(live: Live, viewer: Viewer) -> dict[str, Any]:
    """The scene of now, with the viewer's choices and what the server adds to the game's prompt."""
    drawn = _now(live, viewer)
    scene, seat = drawn.to_json(), viewer.seat
    _asked(live, seat, drawn)
    if live.finished:
        return concluded(live, seat, scene)
    if seat != SPECTATOR and live.seat(seat).kind == "bot":
        return scene | {"prompt": {"title": "A bot plays for you", "detail": ASIDE}}
    if seat != SPECTATOR:
        scene.pop("hints", None)
        scene |= {"hints": True} if hints_offered(live, viewer) else {}
    order = orders.shown(live, seat)
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
        held = live.row.held
        scene.pop("amount", None)
        picks = (pick for pick in scene.pop("picks", []) if pick["choice"] == held and "then" not in pick)
        waiting = next(picks, None)
        if waiting is not None:
            scene["held"] = waiting
        scene["prompt"] = {**back, "must_confirm": True} | _asking(
            live, waiting["label"] if waiting else _said(drawn, held)
        )
    return scene


def _said(scene: Scene, held: int | None) -> str:
    """How an amount is called that waits for its confirmation."""
    said = scene.amount.said((held,)) if scene.amount and held is not None else None
    return scene.amount.say.replace("{}", f"{said:,}") if scene.amount and said is not None else ""


def _asking(live: Live, chosen: str) -> dict[str, str]:
    """The words with which a confirmation is asked for, and what is confirmed."""
    match, held = live.playing, live.row.held
    what = f"You chose “{chosen}”. " if chosen else ""
    if match.over if held is None else match.outlook(held).ends_game:
        return {"title": "End the game?", "detail": f"{what}Confirm to count the points, or undo."}
    return {"title": "End your turn?", "detail": f"{what}Confirm, or undo and choose again."}


def _now(live: Live, viewer: Viewer) -> Scene:
    from souq.engine.events import told

    match, seat = live.playing, viewer.seat
    ply = match.shown(seat)
    steps = _steps(live, _acted(match, seat, ply), ply)
    recent = tuple(event for step in steps for event in told(step.after[0], seat))
    legal: tuple[int, ...] = ()
    if live.row.state == "playing" and seat != SPECTATOR and match.drafter in (None, seat):
        legal = tuple(int(choice) for choice in match.legal(seat)) if live.seat(seat).kind == "person" else ()
    return _scene(live, viewer, match.at(ply), recent, legal)


def _acted(match: Match, seat: int, ply: int) -> int:
    """After how many decisions what is recent for a seat begins.

    What it is doing now, and what the others did since it last finished; for a spectator the same of who moved last.
    Of somebody alone, or in a race, the last decision: what came before is done.
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


@dataclass(frozen=True, slots=True)
class _Shot:
    """What happened until a moment, as a viewer may see it: one decision of its own draft, or an entry whole."""

    moment: int
    ply: int
    """How many decisions had been made then."""
    parts: list[_Part]

    @property
    def events(self) -> list[tuple[int, ...]]:
        """What is told of it, in order."""
        return [event for part in self.parts for event in part.events]

    @property
    def lines(self) -> list[Line]:
        """The same in sentences."""
        return [line for part in self.parts for line in part.lines]

    def frame(self, live: Live, viewer: Viewer, draw: bool = True) -> dict[str, Any]:
        """What happened with its words, its movement and, to ``draw``, the scene after it."""
        frame = _frame(self.moment, self.lines)
        frame["effects"] = [to_json(effect) for part in self.parts for effect in _effects(live, viewer, part)]
        if draw:
            frame["scene"] = _scene(live, viewer, self.parts[-1].after, tuple(self.events)).to_json()
        return frame


@dataclass(frozen=True, slots=True)
class _Part:
    """One decision as a viewer may see it; nobody is sent how many there are."""

    before: Batch
    after: Batch
    events: list[tuple[int, ...]]
    lines: list[Line]


def _shots(live: Live, viewer: Viewer, start: int, stop: int) -> Iterator[_Shot]:
    from souq.engine.events import told
    from souq.engine.rooms import tell

    match, parts = live.playing, list[_Part]()
    entries = match.entries
    for step in _steps(live, start, stop):
        events = told(step.after[0], viewer.seat)
        parts.append(_Part(step.before, step.after, events, tell(match.game, events, match.called, viewer.seat)))
        ended = entries.by(step.ply)
        drafted = step.ply - entries.end(ended) if step.ply > match.mark else 0
        if drafted or step.ply == entries.end(ended):
            yield _Shot(ended + drafted, step.ply, parts)
            parts = []


def _steps(live: Live, start: int, stop: int) -> Sequence[Step]:
    """The decisions from ``start`` up to ``stop``; the last ones are carried out once for all viewers."""
    match = live.playing
    floor = max(0, match.ply - TAIL)
    if start < floor:
        return tuple(match.steps(start, stop))
    tail = live.once("tail", lambda: tuple(match.steps(floor)))
    return tail[start - floor : stop - floor]


def _told(live: Live, seat: int, seen: int, until: int) -> list[Line]:
    """The story from what was seen up to ``until``."""
    from souq.engine.rooms import tell

    match = live.playing
    begin = tell(match.game, match.events(0, seat), match.called, seat) if seen == NOTHING else []
    shots = _shots(live, Viewer(seat), max(seen, 0), until)
    return begin + [line for shot in shots for line in shot.lines]


def told_of(live: Live, after: int, until: int, further: int = 8) -> list[Line]:
    """What is told everybody between two moments; if nothing is, until the next of which it is."""
    match = live.playing
    for moment in range(until, min(until + further, len(match.entries)) + 1):
        told = _told(live, SPECTATOR, match.at_moment(after), match.at_moment(moment))
        lines = [line for line in told if line.tone != "turn"]
        if lines:
            return lines
    return []


def _effects(live: Live, viewer: Viewer, part: _Part) -> list[Effect]:
    from souq.engine.twin import Twin

    match, seat, context = live.playing, viewer.seat, _context(live, viewer, tuple(part.events))
    made_by = getattr(match.game.scene, "effects", None)
    if made_by is None:
        return []
    door = match.game.door
    before, after = Twin.of(door.hidden(part.before, seat)), Twin.of(door.hidden(part.after, seat))
    made: list[Effect] = made_by(before, after, part.events, context)
    return made


def _context(live: Live, viewer: Viewer, recent: tuple[tuple[int, ...], ...], legal: tuple[int, ...] = ()) -> Context:
    match, known = live.playing, live.line(viewer.seat)
    return Context(
        viewer.seat,
        match.called,
        legal,
        viewer.layout,
        dict(match.options),
        recent,
        line=known.choices,
        bound=known.bound,
        hints=known.hints,
        finished=live.finished,
        ledger=live.ledger,
    )


def _scene(
    live: Live, viewer: Viewer, state: Batch, recent: tuple[tuple[int, ...], ...], legal: tuple[int, ...] = ()
) -> Scene:
    from souq.engine.rooms import make_scene

    view = live.game.door.hidden(state, viewer.seat)
    return make_scene(live.game, view, _context(live, viewer, recent, legal))


def _frame(ply: int, lines: list[Line]) -> dict[str, Any]:
    return {"ply": ply, "lines": [to_json(line) for line in lines], "effects": [], "scene": None}
