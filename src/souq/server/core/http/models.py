"""The shapes of what the HTTP API takes and gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from souq.server.core.commands import protocol
from souq.server.core.db.models import Listing, Pace, Talk
from souq.server.core.live.seats import USUAL
from souq.server.core.realtime.info import ClockInfo, Links
from souq.server.core.realtime.times import SeatTime

OfGame = Annotated[str, Query(max_length=60, description="Only this game.")]
OfPlayers = Annotated[int, Query(ge=0, le=16, description="Only with so many players; 0: any.")]
Seat = Annotated[int, Path(ge=0, le=15, description="The seat's number, from 0.")]

LongKey = Annotated[str, Field(min_length=16, max_length=80, pattern=protocol.PLAIN)]
"""A random string that nobody else comes upon."""


class RuleModel(BaseModel):
    """A rule in words."""

    id: str
    title: str
    text: str


class Problem(BaseModel):
    """Why something was not done. Nothing has changed."""

    message: str = Field(description="In words fit for a person.")
    rule: RuleModel | None = Field(default=None, description="The rule that forbids it, when one does.")
    why: str = Field(default="", description="What forbids it in this position, in the game's words; may be empty.")
    wait: int = Field(default=0, description="Seconds until it can be asked for again; 0: at any time.")


class OptionModel(BaseModel):
    """Something a table may decide before the game."""

    name: str
    label: str
    help: str
    kind: Literal["bool", "choice", "date"]
    default: bool | int | str
    values: list[bool | int | str] = Field(
        description="None for a date: a day such as `2026-11-21`, `today` (the server's), or empty."
    )
    titles: list[str] = Field(description="What the values are called.")
    when: list[dict[str, list[bool | int | str]]] = Field(
        description="Where it makes a difference: in any of these cases. A case names the values that other options, "
        "or `players`, must have. Setting it elsewhere does no harm; without cases it always makes one."
    )


class PresetModel(BaseModel):
    """A way to play that is worth a button of its own."""

    name: str
    title: str
    line: str
    players: int
    options: dict[str, bool | int | str]


class LevelModel(BaseModel):
    """A bot that may take a seat."""

    name: str
    title: str
    line: str
    players: list[int] = Field(description="The sizes of table it plays at.")


class GameModel(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    designer: str
    publisher: str
    year: int
    min_players: int
    max_players: int
    usual_players: int = Field(description="The fewest it's meant for; with fewer it's a variant.")
    minutes: str
    level: Literal["easy", "medium", "hard"] = Field(description="How much there is to learn before a first game.")
    options: list[OptionModel]
    presets: list[PresetModel]
    first: PresetModel = Field(description="What somebody plays who has never finished a game of it.")
    levels: list[LevelModel]


class SeatWish(BaseModel):
    """Who is to sit in a seat."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["me", "bot", "open"]
    level: str = Field(default=USUAL, max_length=40, description="For a bot: one of the game's levels.")
    name: str = Field(default="", max_length=20_000, description="For you: your name at this table.")


class AgreedClock(BaseModel):
    """How long people may take: a live clock, or days."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["live", "days"]
    bank: float = Field(
        ge=30, le=30 * 86_400, description="Seconds: live, what everybody begins with; of days, what every turn has."
    )
    increment: float = Field(default=0, ge=0, le=600, description="Seconds added after every turn; only live.")
    level: str = Field(default=USUAL, max_length=40, description="The bot that plays on for whoever runs out of time.")


class NewTable(BaseModel):
    """A table to be opened."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=60, examples=["desert_bazaar"])
    players: int | None = Field(default=None, ge=1, le=16, description="If given, it must match the number of seats.")
    options: dict[str, bool | int | str] = Field(
        default_factory=dict, description="By name, those that differ from their defaults."
    )
    pace: Pace = Field(default="people", description="How long bots pause; anybody at the table can change it.")
    company: Literal["friends", "anybody"] = Field(
        default="friends", description="Who may take an open seat: whoever has its link, or anybody, by the lobby."
    )
    watch: bool | None = Field(
        default=None, description="Whether the lobby shows the way to watch; left out: at tables for anybody."
    )
    rated: bool = Field(
        default=False,
        description="Whether it changes the ratings of its people, who are two at least. Bots keep theirs.",
    )
    talk: Talk | None = Field(
        default=None,
        description="Whether people may say what they like, or quick phrases only; left out: free among friends.",
    )
    clock: AgreedClock | None = Field(
        default=None,
        description="How long people may take; left out: as long as they like.",
        examples=[{"kind": "live", "bank": 300, "increment": 10}],
    )
    seats: list[SeatWish] = Field(
        min_length=1, max_length=16, examples=[[{"kind": "me", "name": "Rosa"}, {"kind": "bot"}, {"kind": "bot"}]]
    )


class OpenedTable(BaseModel):
    """A new table, and what proves that a seat is yours."""

    table: str
    seat: int | None
    token: str | None = Field(description="Send it as `Authorization: Bearer …`; nobody can tell you again.")
    links: Links


class Sitting(BaseModel):
    """Who takes a seat."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=20_000, description="Your name at this table; cut to 24 characters.")
    id: protocol.Key | None = Field(default=None, description="A random string; repeating it does nothing twice.")
    seal: protocol.Bytes | None = Field(default=None, description="SHA-256 of your share of the dice, if you add one.")


class Tried(BaseModel):
    """From where somebody wants to try something else."""

    model_config = ConfigDict(extra="forbid")
    ply: int = Field(ge=0, le=2**31, description="After so many entries.")
    seat: int | None = Field(
        default=None, ge=0, le=15, description="In whose place; left out: yours, or that of whoever was to decide."
    )
    level: str = Field(default=USUAL, max_length=40, description="Of the bots in all other seats.")
    name: str = Field(default="", max_length=20_000, description="Your name at this table.")


class PlayedAgain(BaseModel):
    """Where you play again."""

    table: str
    seat: int
    link: str = Field(description="The page of the table; after `#seat=` the token of your seat, or its invitation.")


class Seated(BaseModel):
    """A seat that is yours now."""

    seat: int
    token: str
    seq: int


class LegalChoice(BaseModel):
    """Something that can be chosen, as a number and in words."""

    choice: int
    text: str
    begins: bool = Field(default=False, description="Only a beginning: send the rest in `then`, or a phrase.")


class PromptModel(BaseModel):
    """What is asked, in words."""

    title: str
    detail: str = ""


class OrderModel(BaseModel):
    """A standing order that you may leave, or have left; nobody else is told of it."""

    about: str = Field(description="What it's for; send it back with your order.")
    low: int
    high: int
    step: int
    title: str = Field(description="What it means, in words.")
    now: int | None = Field(default=None, description="The amount of your standing order.")


class AnswerModel(BaseModel):
    """A standing answer that you may switch on or off; nobody else is told of it."""

    name: str = Field(description="Send it back with your switch.")
    title: str = Field(description="What it means, in words.")
    help: str = ""
    on: bool = Field(default=False, description="Whether it's switched on.")


class AmountModel(BaseModel):
    """A number you may say now, in place of the choices that stand for it."""

    low: int
    high: int
    step: int
    title: str = Field(description="What it means, in words.")


class LessonModel(BaseModel):
    """What the lesson at a table says to you now."""

    title: str
    nth: int = Field(description="Which of its steps.")
    of: int
    heading: str = ""
    say: str = Field(default="", description="Empty while others play.")
    done: bool = Field(default=False, description="Whether it says what was done.")
    read: bool = Field(default=False, description="Whether it waits for being read, and for nothing else.")
    last: bool = False
    rules: list[str] = Field(default_factory=list, description="The rules it is about.")
    point: list[str] = Field(default_factory=list, description="What it points at: sprites, and panels as `seat 1`.")


class View(BaseModel):
    """What a seat may know, and may do now."""

    seq: int = Field(description="Send it back with your command.")
    state: Literal["waiting", "playing", "finished"]
    you: int | None
    your_turn: bool = False
    must_confirm: bool = Field(default=False, description="All that's left is to confirm your turn, or to undo.")
    can_undo: bool = False
    deciders: list[int] = Field(default_factory=list, description="The seats the table waits for.")
    begins_in: float = Field(default=0.0, description="Seconds until moves count, in a race that is about to begin.")
    legal: list[LegalChoice] = Field(default_factory=list)
    view: dict[str, Any] | None = Field(
        default=None, description="Every field of the position that you may know, by name."
    )
    prompt: PromptModel | None = None
    amount: AmountModel | None = None
    order: OrderModel | None = None
    answers: list[AnswerModel] = Field(default_factory=list)
    clock: ClockInfo | None = Field(default=None, description="The game’s own clock that is running.")
    times: list[SeatTime | None] = Field(
        default_factory=list, description="By seat, what people have left; null for bots, and where nobody has a clock."
    )
    hints: bool = Field(default=False, description="Whether you may ask for a hint.")
    lesson: LessonModel | None = Field(default=None, description="What you are taught here now.")
    over: bool = False
    points: list[int] | None = None
    ranks: list[int] | None = None
    winners: list[int] | None = Field(default=None, description="The seats that won; empty before the end.")


class Proposal(BaseModel):
    """A proposal that is being put together."""

    model_config = ConfigDict(extra="forbid")
    text: protocol.Phrase


class Weighed(BaseModel):
    """What would come of it, for you."""

    words: str = Field(description="The game's, or nothing.")


class HintModel(BaseModel):
    """What to choose now."""

    choice: int
    then: list[int] = Field(default_factory=list, description="Choices that belong to it, to make right after it.")
    amount: int | None = Field(default=None, description="The amount to name, which stands for choices.")
    text: str = Field(description="What that is, in words.")
    why: str = Field(default="", description="The reason, in words; empty if a solver knows the way.")
    left: int = Field(description="How many of your choices the advised way takes, as far as it was looked into.")
    seq: int = Field(description="The `seq` it was found for.")


class Answer(BaseModel):
    """It is done, and stored."""

    type: Literal["ack"] = "ack"
    id: str
    seq: int = Field(description="The table's `seq` now.")
    held: bool = Field(default=False, description="The choice waits for your confirmation.")


class Chosen(BaseModel):
    """A decision that was made, as a number and in words."""

    choice: int
    text: str


class Entry(BaseModel):
    """What somebody did, whatever it took, as you may know it; of your own draft, one decision."""

    ply: int = Field(description="The moment after it: entries are counted from 1.")
    seat: int
    choices: list[Chosen] = Field(description="The decisions: your own, or anybody's once the game is over.")
    turn: bool = Field(description="Whether a turn or a round begins with it.")
    lines: list[str] = Field(description="What happened, in sentences.")
    events: list[list[int]] = Field(description="What happened, in numbers: kind and four values.")


class Log(BaseModel):
    """What was done so far."""

    seq: int
    plies: int
    decisions: list[Entry]


class Point(BaseModel):
    """What everybody's chances to win were at a moment."""

    ply: int = Field(description="After how many entries.")
    chances: list[float] = Field(description="By seat; together 1.")


class Turned(BaseModel):
    """Where the game turned."""

    ply: int
    seat: int = Field(description="Whose chances changed most.")
    before: float
    after: float
    text: str = Field(description="What happened, in the words of the story.")


class Mistake(BaseModel):
    """What somebody could have done better, as far as they could know."""

    ply: int = Field(description="The moment before it.")
    seat: int
    grade: Literal["slip", "mistake", "costly mistake"]
    lost: float = Field(description="How much of the chance to win was surely lost.")
    did: str = Field(description="What was done, in the words of the story.")
    better: str = Field(description="What would have been better.")
    why: str = Field(description="What that would have brought; may be empty.")
    on: list[str] = Field(description="Keys of the sprites on which it would have been chosen.")


class Analysis(BaseModel):
    """A finished game, looked back at: chances with open hands, mistakes by what each seat could know."""

    state: Literal["waiting", "looking", "reviewing", "done"] = Field(
        description="Waiting: another game comes first. Reviewing: the chances are there, mistakes are looked for."
    )
    done: int = Field(description="Positions, or turns, looked at so far.")
    of: int = Field(description="So many to look at in all, more or less; 0 before it begins.")
    points: list[Point] = Field(default_factory=list)
    turns: list[Turned] = Field(default_factory=list, description="The largest changes, in order.")
    review: list[Mistake] = Field(default_factory=list, description="In order, once it is done.")
    counts: list[dict[str, int]] = Field(default_factory=list, description="By seat, how many of each grade.")


class Frames(BaseModel):
    """One moment of a game, as a picture to be drawn."""

    seq: int
    ply: int
    last: int
    frames: list[dict[str, Any]]


class ListingModel(BaseModel):
    """What a table shows to people without a seat: who may join, and whether they may watch."""

    company: Literal["friends", "anybody"]
    watch: bool = Field(description="Whether the lobby shows the way to watch.")
    agreed: list[int] = Field(description="The seats that would publish the finished game.")
    published: bool = Field(description="Whether it stands in the library.")


def listing_model(listing: Listing) -> ListingModel:
    """Return a table's listing as the API sends it."""
    return ListingModel(
        company=listing.company,
        watch=listing.watch,
        agreed=[seat for seat in range(16) if listing.agreed >> seat & 1],
        published=listing.ended_at is not None,
    )
