"""What may be said over the socket, and in which form. The HTTP API takes the same commands.

Every command that changes something carries ``id``, a random string by which a repetition is known, and most carry
``seq`` of the view they were decided on. ``docs/bots.md`` shows the API; what the server says is made in
:mod:`souq.server.core.realtime`.
"""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from souq.engine.present.scene import Layout
from souq.server.core.db.models import Pace
from souq.server.errors import Malformed

PLAIN = r"^[^\x00-\x1F\x7F]*$"
"""Of what is stored as it comes: no control characters, of which not every database keeps each."""

Key = Annotated[
    str,
    Field(min_length=1, max_length=80, pattern=PLAIN, description="A random string; repeating it does nothing twice."),
]
Seq = Annotated[int, Field(ge=0, le=2**31, description="The `seq` of the view this was decided on.")]
Number = Annotated[int, Field(ge=-(2**31), le=2**31)]
About = Annotated[str, Field(max_length=80, pattern=PLAIN, description="What it's for, as it was offered.")]
Phrase = Annotated[str, Field(max_length=400, description="A phrase of the game's, or as much of it as you have.")]
Then = Annotated[list[int | Phrase], Field(max_length=16, description="Choices one after another, by number or name.")]
Bytes = Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="32 bytes, as 64 hexadecimal digits.")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Said = Annotated[str, Field(max_length=20_000)]


def fresh_key() -> str:
    """An idempotency key for a command that came without one."""
    return secrets.token_hex(8)


class Command(BaseModel):
    """Something a client asks for."""

    model_config = ConfigDict(strict=True, frozen=True)


class Hello(Command):
    """The first message: who is there, on what screen, and what was the last they saw.

    ``retell`` asks for the story from the beginning all the same: the page was closed meanwhile.
    """

    type: Literal["hello"]
    token: str | None = Field(default=None, max_length=200)
    layout: Layout = "wide"
    seen: Seq = 0
    retell: bool = False


class Choose(Command):
    """Make a decision, and right after it those of ``then``: all of them or, when one is illegal, none.

    A choice is a number, a name, or a phrase of the game's that stands for several.
    ``at_once`` skips the confirmation that a turn's end otherwise waits for.
    """

    type: Literal["choose"]
    id: Key
    seq: Seq
    choice: int | Phrase
    then: Then = Field(default_factory=list)
    at_once: bool = False


class Name(Command):
    """Name an amount where one is asked for: it stands for several choices, made as by :class:`Choose`."""

    type: Literal["amount"]
    id: Key
    seq: Seq
    amount: Number
    at_once: bool = False


class Leave(Command):
    """Leave a standing order, change the one that was left, or, without an amount, take it back.

    Others are not told, and ``seq`` stays what it is. ``about`` is what the order was offered for.
    """

    type: Literal["order"]
    id: Key = Field(default_factory=fresh_key)
    about: About
    amount: Number | None = None


class Switch(Command):
    """Switch a standing answer on or off. Others are not told, and ``seq`` stays what it is."""

    type: Literal["answer"]
    id: Key = Field(default_factory=fresh_key)
    name: About
    on: bool


class Weigh(Command):
    """What would come of a proposal, in a few words? Asked while it is put together; it changes nothing."""

    type: Literal["weigh"]
    id: Key = Field(default_factory=fresh_key)
    text: Phrase


class Hint(Command):
    """Ask for the next choice of the best way from here. It is counted, and only the seat that asks is told.

    The answer comes when it is found; other commands may be given meanwhile.
    """

    type: Literal["hint"]
    id: Key = Field(default_factory=fresh_key)


class Undo(Command):
    """Take the last command's decisions back, if they are still one's draft."""

    type: Literal["undo"]
    id: Key
    seq: Seq


class Reset(Command):
    """Take the whole draft back."""

    type: Literal["reset"]
    id: Key
    seq: Seq


class Read(Command):
    """What a lesson says has been read: it goes on."""

    type: Literal["read"]
    id: Key
    seq: Seq


class Confirm(Command):
    """Settle the draft, or make the choice that waits for it."""

    type: Literal["confirm"]
    id: Key
    seq: Seq


class Explain(Command):
    """Which rule forbids a choice, or would forbid it once those of ``after`` were made?"""

    type: Literal["explain"]
    choice: int
    after: Then = Field(default_factory=list)


class Story(Command):
    """Ask for the story of the decisions up to ``before``; the answer says how many are left before those it tells."""

    type: Literal["story"]
    before: Seq


class Say(Command):
    """Say something to the table."""

    type: Literal["say"]
    id: Key
    text: Said


class Quip(Command):
    """Say a quick phrase to the table, by its number."""

    type: Literal["phrase"]
    id: Key
    phrase: Annotated[int, Field(ge=1, le=99)]


class Mute(Command):
    """Hear no more of what somebody says, here and wherever you meet, or with ``on`` false hear it again.

    Nobody is told.
    """

    type: Literal["mute"]
    id: Key = Field(default_factory=fresh_key)
    seat: SeatNumber
    on: bool = True


class Block(Command):
    """Meet somebody no more at tables for anybody, or with ``on`` false be ready to. Nobody is told."""

    type: Literal["block"]
    id: Key = Field(default_factory=fresh_key)
    seat: SeatNumber
    on: bool = True


class Hush(Command):
    """As host, let somebody say nothing at this table, or with ``on`` false let them speak again."""

    type: Literal["hush"]
    id: Key = Field(default_factory=fresh_key)
    seat: SeatNumber
    on: bool = True


class Remove(Command):
    """As host, take somebody's seat before the game has begun; it's open then, with a new link."""

    type: Literal["remove"]
    id: Key = Field(default_factory=fresh_key)
    seat: SeatNumber


class Talk(Command):
    """As host, let everybody say what they like, or with ``free`` false quick phrases only."""

    type: Literal["talk"]
    id: Key = Field(default_factory=fresh_key)
    free: bool


class Resize(Command):
    """Draw for another screen from now on."""

    type: Literal["layout"]
    layout: Layout


class Look(Command):
    """Whether somebody looks at the page: behind others it is open, and nobody does."""

    type: Literal["look"]
    away: bool


class Preferences(Command):
    """Whether the end of one's turn asks for confirmation, and how long the table's bots take."""

    type: Literal["settings"]
    id: Key = Field(default_factory=fresh_key)
    confirm: bool | None = None
    pace: Pace | None = None


class Sit(Command):
    """Take an open seat, by invitation; with ``seal`` as by :class:`Seal`."""

    type: Literal["sit"]
    id: Key
    seat: SeatNumber
    name: Said
    seal: Bytes | None = None


class Seal(Command):
    """Commit to what one adds to chance, by its SHA-256; until all seats are taken another may replace it."""

    type: Literal["seal"]
    id: Key = Field(default_factory=fresh_key)
    seal: Bytes


class Show(Command):
    """Show what one adds to chance, once all seals are known."""

    type: Literal["share"]
    id: Key = Field(default_factory=fresh_key)
    share: Bytes


class Start(Command):
    """Begin now; seats still open go to bots."""

    type: Literal["start"]
    id: Key = Field(default_factory=fresh_key)


class HandOver(Command):
    """Let a bot play one's seat from now on, until one comes back. What was drafted there is taken back."""

    type: Literal["hand"]
    id: Key = Field(default_factory=fresh_key)
    level: Annotated[str, Field(max_length=40, description="A level of bots.")] = "trader"


class ComeBack(Command):
    """Take the seat back that a bot plays."""

    type: Literal["back"]
    id: Key = Field(default_factory=fresh_key)


class Stand(Command):
    """Leave one's seat for good: it is open again or, in a game that goes on, a bot's."""

    type: Literal["stand"]
    id: Key = Field(default_factory=fresh_key)


class End(Command):
    """Say that one would like the game to end, or with ``agree`` false that one plays on.

    It ends when every person at the table would like it to: without a winner, and for good.
    """

    type: Literal["end"]
    id: Key = Field(default_factory=fresh_key)
    agree: bool = True


class Resign(Command):
    """Give the game up. Of two players the other has won; of more a bot plays on, and the seat is one's own no more."""

    type: Literal["resign"]
    id: Key = Field(default_factory=fresh_key)


class Cover(Command):
    """Let a bot play for somebody who is asked and has not been here for long, until they are back."""

    type: Literal["cover"]
    id: Key = Field(default_factory=fresh_key)
    seat: SeatNumber


class Relink(Command):
    """Replace what proves a seat, or what invites to it: the old link is worth nothing from then on. HTTP only.

    Whoever plays at a table may so invite somebody into a seat that was left.
    """

    type: Literal["link"]
    id: Key = Field(default_factory=fresh_key)
    seat: SeatNumber


Leaving = HandOver | ComeBack | Stand | End | Resign | Cover
"""Commands about who plays a seat, and whether the game goes on."""

Manners = Mute | Block | Hush | Remove | Talk
"""Commands about who is heard, and who may stay."""

Change = (
    Choose
    | Name
    | Leave
    | Switch
    | Undo
    | Reset
    | Confirm
    | Read
    | Say
    | Quip
    | Preferences
    | Sit
    | Seal
    | Show
    | Start
    | Relink
    | Leaving
    | Manners
)
"""Commands that may change the table."""

Question = Explain | Story | Weigh | Hint
"""Commands that change nothing; only who asks is answered."""

_Moves = Choose | Name | Leave | Switch | Undo | Reset | Confirm | Read
_Other = Hello | Say | Quip | Preferences | Sit | Seal | Show | Start | Resize | Look

Message = Annotated[_Moves | _Other | Leaving | Manners | Question, Field(discriminator="type")]

_MESSAGE: TypeAdapter[Any] = TypeAdapter(Message)


def read(text: str) -> Hello | Change | Question | Resize | Look:
    """The command of a frame.

    Raises:
        Malformed: it is none; the message says what is wrong with it.
    """
    try:
        command: Hello | Change | Question | Resize | Look = _MESSAGE.validate_json(text)
    except ValidationError as error:
        raise Malformed(_complaint(error)) from error
    return command


def key_of(text: str) -> str:
    """The idempotency key of a command that cannot be read, if at least that can."""
    found = re.search(r'"id"\s*:\s*"([^"\\]{1,80})"', text)
    return found[1] if found else ""


def _complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"That message makes no sense. {f'{where}: ' if where else ''}{first['msg']}."[:300]
