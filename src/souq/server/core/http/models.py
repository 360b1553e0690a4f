"""Request and response models of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from souq.server.core.commands import protocol
from souq.server.core.live.seats import USUAL
from souq.server.core.realtime.info import ClockInfo, Links
from souq.server.core.realtime.times import SeatTime
from souq.server.core.store.rows import Listing, Pace, Talk

OfGame = Annotated[str, Query(max_length=60, description="Only this game.")]
OfPlayers = Annotated[int, Query(ge=0, le=16, description="Only with this number of players; 0: any.")]
Seat = Annotated[int, Path(ge=0, le=15, description="The seat's number, from 0.")]

LongKey = Annotated[str, Field(min_length=16, max_length=80, pattern=protocol.PLAIN)]
"""A random string that is too long to be guessed."""


class RuleModel(BaseModel):
    """A rule of a game."""

    id: str
    title: str
    text: str


class Problem(BaseModel):
    """The reason why a request was refused. Nothing has changed."""

    message: str = Field(description="The reason, in a sentence for people.")
    rule: RuleModel | None = Field(default=None, description="The rule that forbids it, if one does.")
    why: str = Field(default="", description="What forbids it in this position, in the game's words; may be empty.")
    wait: int = Field(default=0, description="Seconds until you can try again; 0: at any time.")


class OptionModel(BaseModel):
    """An option that a table may choose before the game."""

    name: str
    label: str
    help: str
    kind: Literal["bool", "choice", "date"]
    default: bool | int | str
    values: list[bool | int | str] = Field(
        description="None for a date: a day such as `2026-11-21`, `today` (the server's), or empty."
    )
    titles: list[str] = Field(description="Names of the values.")
    when: list[dict[str, list[bool | int | str]]] = Field(
        description="When it makes a difference: in any of these cases. A case names the values that other options, "
        "or `players`, must have. Setting it otherwise does no harm. Without cases it always makes a difference."
    )


class PresetModel(BaseModel):
    """A recommended choice of options and number of players."""

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
    players: list[int] = Field(description="The numbers of players at which it can play.")


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
    first: PresetModel = Field(description="The game recommended to people who have never finished one.")
    levels: list[LevelModel]


class SeatWish(BaseModel):
    """The kind of player that a seat is for: you, a bot, or anybody."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["me", "bot", "open"]
    level: str = Field(default=USUAL, max_length=40, description="For a bot: one of the game's levels.")
    name: str = Field(default="", max_length=20_000, description="For you: your name at this table.")


class AgreedClock(BaseModel):
    """The time that players have: a live clock, or days."""

    model_config = ConfigDict(extra="forbid")
    kind: Literal["live", "days"]
    bank: float = Field(
        ge=30, le=30 * 86_400, description="Seconds: for the whole game with a live clock, for every turn with days."
    )
    increment: float = Field(default=0, ge=0, le=600, description="Seconds added after every turn; only live.")
    level: str = Field(default=USUAL, max_length=40, description="The bot that plays on for players out of time.")


class NewTable(BaseModel):
    """A table to be opened."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=60, examples=["desert_bazaar"])
    players: int | None = Field(default=None, ge=1, le=16, description="If given, it must match the number of seats.")
    options: dict[str, bool | int | str] = Field(
        default_factory=dict, description="Values by name; those left out have their defaults."
    )
    pace: Pace = Field(default="people", description="How long bots pause; anybody at the table can change it.")
    company: Literal["friends", "anybody"] = Field(
        default="friends", description="Who may take an open seat: people with its link, or anybody, from the lobby."
    )
    watch: bool | None = Field(
        default=None, description="Whether the lobby links to it for watching; left out: at tables for anybody."
    )
    rated: bool = Field(
        default=False,
        description="Whether it changes its players' ratings; needs two people at least. Bots keep theirs.",
    )
    talk: Talk | None = Field(
        default=None,
        description="Whether the chat is free, or has quick phrases only; left out: free among friends.",
    )
    clock: AgreedClock | None = Field(
        default=None,
        description="The time that players have; left out: as long as they like.",
        examples=[{"kind": "live", "bank": 300, "increment": 10}],
    )
    seats: list[SeatWish] = Field(
        min_length=1, max_length=16, examples=[[{"kind": "me", "name": "Rosa"}, {"kind": "bot"}, {"kind": "bot"}]]
    )


class OpenedTable(BaseModel):
    """A new table, and the token that proves which seat is yours."""

    table: str
    seat: int | None
    token: str | None = Field(description="Send it as `Authorization: Bearer …`; you can't get it a second time.")
    links: Links


class Sitting(BaseModel):
    """Your name and ID for taking a seat."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=20_000, description="Your name at this table; cut to 24 characters.")
    id: protocol.Key | None = Field(default=None, description="A random string; repeating it does nothing twice.")
    seal: protocol.Bytes | None = Field(default=None, description="SHA-256 of your share of the dice, if you add one.")


class Tried(BaseModel):
    """A request to play on from a moment of a finished game, at a new table: the moment, and the seat you take."""

    model_config = ConfigDict(extra="forbid")
    ply: int = Field(ge=0, le=2**31, description="The moment, as a number of entries.")
    seat: int | None = Field(
        default=None, ge=0, le=15, description="The seat to play; left out: yours, or that of the next decider."
    )
    level: str = Field(default=USUAL, max_length=40, description="The level of the bots in all other seats.")
    name: str = Field(default="", max_length=20_000, description="Your name at this table.")


class PlayedAgain(BaseModel):
    """The table of the rematch, and your seat there."""

    table: str
    seat: int
    link: str = Field(description="The page of the table; after `#seat=` the token of your seat, or its invitation.")


class Seated(BaseModel):
    """Your seat, with its token."""

    seat: int
    token: str
    seq: int


class LegalChoice(BaseModel):
    """A legal choice, as a number and in words."""

    choice: int
    text: str
    begins: bool = Field(default=False, description="Incomplete alone: send the rest in `then`, or a phrase.")


class PromptModel(BaseModel):
    """A description of the decision you have to make."""

    title: str
    detail: str = ""


class OrderModel(BaseModel):
    """A standing order that you may leave or have left. Nobody else can see it."""

    about: str = Field(description="What it's for; send it back with your order.")
    low: int
    high: int
    step: int
    title: str = Field(description="What it means, in words.")
    now: int | None = Field(default=None, description="The amount of your standing order.")


class AnswerModel(BaseModel):
    """A standing answer: while it is on, the table makes certain decisions for you. Nobody else can see it."""

    name: str = Field(description="Send it back with your switch.")
    title: str = Field(description="What it means, in words.")
    help: str = ""
    on: bool = Field(default=False, description="Whether it's switched on.")


class AmountModel(BaseModel):
    """A range of amounts. You may name one of them now, instead of the choices that encode it."""

    low: int
    high: int
    step: int
    title: str = Field(description="What it means, in words.")


class WordsModel(BaseModel):
    """The words in which you may say what you want and have, holding it or not; the others see it at your seat."""

    about: str = Field(description="When a statement counts: as long as this stays the same.")
    words: list[str]


class LessonModel(BaseModel):
    """The current step of the lesson at a table."""

    title: str
    nth: int = Field(description="The number of the step.")
    of: int
    heading: str = ""
    say: str = Field(default="", description="Empty while others play.")
    done: bool = Field(default=False, description="Whether it comments on what was done.")
    read: bool = Field(default=False, description="Whether it only waits for you to read it.")
    last: bool = False
    rules: list[str] = Field(default_factory=list, description="The rules it is about.")
    point: list[str] = Field(default_factory=list, description="What it points at: sprites, and panels as `seat 1`.")
    continuations: list[str] = Field(
        default_factory=list, description="Ways in which the game could go on, which can be looked at."
    )


class View(BaseModel):
    """The position as your seat may know it, and what you may do now."""

    seq: int = Field(description="Send it back with your command.")
    state: Literal["waiting", "playing", "finished"]
    you: int | None
    your_turn: bool = False
    must_confirm: bool = Field(default=False, description="The only thing left is to confirm your turn, or to undo.")
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
    listing: WordsModel | None = Field(default=None, description="What you may say that you want and have.")
    clock: ClockInfo | None = Field(default=None, description="The game’s own clock, if one is running.")
    times: list[SeatTime | None] = Field(
        default_factory=list, description="The time that players have left, by seat; null for bots, and without clocks."
    )
    hints: bool = Field(default=False, description="Whether you may ask for a hint.")
    lesson: LessonModel | None = Field(default=None, description="The current step of the lesson.")
    over: bool = False
    points: list[int] | None = None
    ranks: list[int] | None = None
    winners: list[int] | None = Field(default=None, description="The seats that won; empty before the end.")


class Proposal(BaseModel):
    """A proposal that is being put together."""

    model_config = ConfigDict(extra="forbid")
    text: protocol.Phrase


class Weighed(BaseModel):
    """A comment on a proposal, for the player who is putting it together."""

    words: str = Field(description="The preview in the game's words; may be empty.")


class HintModel(BaseModel):
    """A choice that is recommended, with the reason."""

    choice: int
    then: list[int] = Field(default_factory=list, description="Choices that belong to it, to make right after it.")
    amount: int | None = Field(default=None, description="The amount to name instead of choices.")
    text: str = Field(description="The choice in words.")
    why: str = Field(default="", description="The reason, in words; empty if a solver knows the way.")
    left: int = Field(description="How many of your choices the advised way takes, as far as it was looked into.")
    seq: int = Field(description="The `seq` it was found for.")


class Answer(BaseModel):
    """The confirmation that a command has been carried out and stored."""

    type: Literal["ack"] = "ack"
    id: str
    seq: int = Field(description="The table's `seq` now.")
    held: bool = Field(default=False, description="The choice waits for your confirmation.")


class Chosen(BaseModel):
    """A decision in the log, as a number and in words."""

    choice: int
    text: str


class Entry(BaseModel):
    """An entry of the log, as you may know it: all decisions of one action, or one decision of your own draft."""

    ply: int = Field(description="The moment after it: entries are counted from 1.")
    seat: int
    choices: list[Chosen] = Field(description="The decisions: only your own until the game is over.")
    turn: bool = Field(description="Whether a turn or a round begins with it.")
    lines: list[str] = Field(description="What happened, in sentences.")
    events: list[list[int]] = Field(description="What happened, in numbers: kind and four values.")


class Log(BaseModel):
    """The log of a table so far."""

    seq: int
    plies: int
    decisions: list[Entry]


class Point(BaseModel):
    """Each player's chances to win at a moment of the game."""

    ply: int = Field(description="The number of entries before it.")
    chances: list[float] = Field(description="By seat; together 1.")


class Turned(BaseModel):
    """A moment at which the chances to win shifted."""

    ply: int
    turn: str = Field(default="", description="The game's own name of that moment, such as turn 11.")
    seat: int = Field(description="The seat whose chances changed most.")
    before: float
    after: float
    text: str = Field(description="What happened, in the words of the story.")


class Mistake(BaseModel):
    """A turn that could have been better, judged by what its player could know."""

    ply: int = Field(description="The moment before it.")
    turn: str = Field(default="", description="The game's own name of that moment, such as turn 11.")
    seat: int
    grade: Literal["slip", "mistake", "costly mistake"]
    lost: float = Field(description="The chance to win that was surely lost, from 0 to 1.")
    did: str = Field(description="What was done, in the words of the story.")
    better: str = Field(description="What would have been better.")
    why: str = Field(description="What that would have brought; may be empty.")
    on: list[str] = Field(description="Keys of the sprites on which it would have been chosen.")


class Analysis(BaseModel):
    """The analysis of a finished game.

    Chances to win take hidden information into account. Mistakes are judged by what the player could know.
    """

    state: Literal["waiting", "looking", "reviewing", "done"] = Field(
        description="Waiting: another game comes first. Reviewing: the chances are ready, mistakes are still sought."
    )
    done: int = Field(description="Positions or turns analysed so far.")
    of: int = Field(description="About how many there are in all; 0 before it begins.")
    points: list[Point] = Field(default_factory=list)
    turns: list[Turned] = Field(default_factory=list, description="The largest changes, in order.")
    review: list[Mistake] = Field(default_factory=list, description="In order, once it is done.")
    counts: list[dict[str, int]] = Field(default_factory=list, description="Mistakes of each grade, by seat.")


class Way(BaseModel):
    """Choices as they are drawn on the table."""

    on: list[str] = Field(description="Keys of the sprites that they are on.")
    drawn: list[dict[str, Any]] = Field(description="Sprites over an area, and the keys of those that would leave.")


class BetterLine(BaseModel):
    """The choices played in a turn, the better ones, and how the game would have gone on after them."""

    ply: int = Field(description="The moment before the turn.")
    seat: int
    played: Way
    better: Way
    frames: list[dict[str, Any]] = Field(description="The moments of the better line, as scenes to draw.")


class Frames(BaseModel):
    """A moment of a game, as scenes to draw."""

    seq: int
    ply: int
    last: int
    frames: list[dict[str, Any]]


class ListingModel(BaseModel):
    """The public settings of a table: who may join, and whether strangers may watch."""

    company: Literal["friends", "anybody"]
    watch: bool = Field(description="Whether the lobby links to it for watching.")
    agreed: list[int] = Field(description="The seats that agree to publish the finished game.")
    published: bool = Field(description="Whether it is in the library.")


def listing_model(listing: Listing) -> ListingModel:
    """Return a table's listing as the API sends it."""
    return ListingModel(
        company=listing.company,
        watch=listing.watch,
        agreed=[seat for seat in range(16) if listing.agreed >> seat & 1],
        published=listing.ended_at is not None,
    )
