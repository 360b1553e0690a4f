"""Animations and sounds that accompany the change from one position to the next."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.moving import Fly, Moves, Put, Stage, bell, play
from souq.engine.present.scene import Context, Effect
from souq.engine.rules.events import Row
from souq.games.desert_bazaar.scene import art
from souq.games.desert_bazaar.scene.board import coin_key
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.dice import asks_to_keep, die_key, size_of
from souq.games.desert_bazaar.scene.geometry import plan_of
from souq.games.desert_bazaar.scene.market import pile_at
from souq.games.desert_bazaar.state import Event, State
from souq.games.desert_bazaar.story import wording


def effects(before: State, after: State, events: Sequence[Sequence[int]], ctx: Context) -> list[Effect]:
    """Return the animations and sounds of one decision's events, in their order."""
    return play(_Desert(Desk(before, ctx), after), _MOVES, events) + bell(before, after, ctx.seat)


class _Desert(Stage[Desk]):
    def __init__(self, desk: Desk, after: State) -> None:
        self.plan = plan_of(desk.ctx.layout)
        middle = self.plan.width / 2, self.plan.height / 2
        super().__init__(desk, after, middle, {"site": self.plan.centre})


def _taken(stage: _Desert, row: Row) -> list[Effect]:
    """Return an animation of cards that fly from their pile to the seat that takes them."""
    words = f"+{wording.amount(row.get('cards') or 1, row.good)}"
    return [Effect("fly", words, pile_at(stage.plan, row.good), row.seat, sound="card")]


def _thrown(stage: _Desert, row: Row) -> list[Effect]:
    """Return an animation of the dice that are thrown: all of them, or those that are thrown again."""
    again, asked = row.get("again", 0b111) or 0, asks_to_keep(stage.after, stage.desk.seat)
    faces = tuple(art.die(face, size_of(stage.plan, asked)) for face in range(len(art.FACES)))
    keys = tuple(die_key(die) for die in range(3) if again >> die & 1)
    return [Effect("tumble", keys=keys, sound="dice", faces=faces)]


def _closed(stage: _Desert, row: Row) -> list[Effect]:
    """Return the animations of a camp that closes: its markers are counted, then they fly back to their owners."""
    made, home = [Effect("pop", "Camp full", stage.at, row.seat, sound="wood")], dict[int, list[str]]()
    for marker in stage.following(Event.HOME):
        home.setdefault(marker.seat, []).append(coin_key(marker.site))
    if home:
        made.append(Effect("count", keys=tuple(key for keys in home.values() for key in keys), sound="wood"))
    return made + [Effect("home", seat=seat, keys=tuple(keys), sound="coin") for seat, keys in home.items()]


_MOVES: Moves[_Desert] = {
    **dict.fromkeys((Event.FREE, Event.GAIN), _taken),
    **dict.fromkeys((Event.THROW, Event.KEEP), _thrown),
    Event.SITE: Put("site"),
    **dict.fromkeys((Event.ISOLATED, Event.COUNTED, Event.BONUS), Fly("+{points}")),
    Event.CLOSED: _closed,
}
