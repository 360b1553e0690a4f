"""Declare every command once: what it carries over a socket, and what it is over HTTP.

Every command that changes something carries ``id``, a random string by which a repetition is known, and most carry
``seq`` of the view they were decided on. ``docs/bots.md`` shows the API; what the server says is made in
:mod:`souq.server.core.realtime`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from souq.engine.present.scene import Layout
from souq.server.core.clocks.terms import USUAL
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
    """Return an idempotency key for a command that came without one."""
    return secrets.token_hex(8)


class Command(BaseModel):
    """Something a client asks for."""

    model_config = ConfigDict(strict=True, frozen=True)


@dataclass(frozen=True, slots=True)
class Body:
    """What a command's body over HTTP is called."""

    name: str
    about: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Those that are not as over a socket."""
    strict: bool = False


class Change(Command):
    """A command that may change a table.

    Over HTTP it is the operation ``POST /api/tables/{table}/{type}``. The first line of its docstring is the summary
    there, and the rest the description.
    """

    type: str
    id: Key = Field(default_factory=fresh_key)
    body: ClassVar[Body | None] = None
    """None: its HTTP request has none."""
    operation: ClassVar[str] = ""
    """What the operation is called in the API's description, if not as its type."""


class Hello(Command):
    """Say who is there, on what screen, and what was the last they saw: the first message.

    ``retell`` asks for the story from the beginning all the same: the page was closed meanwhile.
    """

    type: Literal["hello"] = "hello"
    token: str | None = Field(default=None, max_length=200)
    layout: Layout = "wide"
    seen: Seq = 0
    retell: bool = False


class Turn(Change):
    """A command about one's own turn."""

    id: Key
    seq: Seq
    body = Body("Turn", "A command about your own turn.")


_AT_ONCE = {
    "at_once": (bool, Field(default=True, description="False: the end of your turn waits until you confirm it."))
}


class Choose(Turn):
    """Make a decision.

    By number or by name. A repeated ``id`` is answered again, and done only once.

    With ``then`` several decisions are made as one: all or none, and one undo takes them back. Only the last may draw
    from chance or show you something.
    """

    type: Literal["choose"] = "choose"
    choice: int | Phrase = Field(
        description="A number or a name out of `legal`, or a phrase of the game's for several choices: `bid 700`.",
        examples=["roll"],
    )
    then: Then = Field(
        default_factory=list, description="Choices to make right after it: all of them or, if one is illegal, none."
    )
    at_once: bool = False
    body = Body("ChoiceModel", "A decision.", _AT_ONCE)


class Name(Turn):
    """Name an amount.

    Where your view has an `amount`: the choices that stand for it are made as one.
    """

    type: Literal["amount"] = "amount"
    amount: Number = Field(description="One that the `amount` of your view allows.", examples=[700])
    at_once: bool = False
    body = Body("NamedAmount", "An amount.", _AT_ONCE)
    operation = "name_amount"


class Leave(Change):
    """Leave a standing order.

    Where your view has an `order`, your turn or not: from then on the table answers for you, up to that amount.

    Nobody else is told. Another amount changes the order, none takes it back.
    """

    type: Literal["order"] = "order"
    about: About
    amount: Number | None = Field(default=None, description="The limit; without one your standing order is cancelled.")
    body = Body("LeftOrder", "A standing order.")


class Switch(Change):
    """Switch a standing answer.

    One of the `answers` of your view, your turn or not: while it is on, the table answers so for you.

    Nobody else is told. It goes off by itself when it is over.
    """

    type: Literal["answer"] = "answer"
    name: About
    on: bool
    body = Body("SwitchedAnswer", "A standing answer, on or off.")


class Weigh(Command):
    """Ask what would come of a proposal, in a few words, while it is put together."""

    type: Literal["weigh"] = "weigh"
    id: Key = Field(default_factory=fresh_key)
    text: Phrase


class Hint(Command):
    """Ask for the next choice of the best way from here. It is counted, and only the seat that asks is told.

    The answer comes when it is found; other commands may be given meanwhile.
    """

    type: Literal["hint"] = "hint"
    id: Key = Field(default_factory=fresh_key)


class Undo(Turn):
    """Undo the last command.

    As long as it is your draft: nothing was drawn or revealed, and nobody else has chosen.
    """

    type: Literal["undo"] = "undo"


class Reset(Turn):
    """Undo the whole turn.

    Back to what everybody sees.
    """

    type: Literal["reset"] = "reset"


class Read(Turn):
    """Go on with a lesson.

    When your view has a `lesson` that only waits for being read.
    """

    type: Literal["read"] = "read"


class Confirm(Turn):
    """Confirm your turn.

    When ``must_confirm`` says that nothing else is left to do.
    """

    type: Literal["confirm"] = "confirm"


class Explain(Command):
    """Ask which rule forbids a choice, or would forbid it once those of ``after`` were made."""

    type: Literal["explain"] = "explain"
    choice: int
    after: Then = Field(default_factory=list)


class Story(Command):
    """Ask for the story of the decisions up to ``before``; the answer says how many are left before those it tells."""

    type: Literal["story"] = "story"
    before: Seq


class Say(Change):
    """Say something to the table."""

    type: Literal["say"] = "say"
    id: Key
    text: Said


class Quip(Change):
    """Say a quick phrase to the table, by its number."""

    type: Literal["phrase"] = "phrase"
    id: Key
    phrase: Annotated[int, Field(ge=1, le=99)]


_KEY = {"id": (Key | None, Field(default=None, description="A random string; repeating it does nothing twice."))}


class OfSeat(Change):
    """A command about somebody else at the table."""

    seat: SeatNumber
    body = Body("OfSeat", "Whom it is about.", _KEY, strict=True)


class Turned(OfSeat):
    """A command about somebody else that holds until it is taken back."""

    on: bool = True
    body = Body("Turned", "Whom it is about, and whether it begins or ends.", _KEY, strict=True)


class Mute(Turned):
    """Mute somebody.

    You hear no more of what they say, here and wherever you meet; `on` false: again. Nobody is told.
    """

    type: Literal["mute"] = "mute"


class Block(Turned):
    """Block somebody.

    They get no seat at tables for anybody where you sit, and you aren't brought together. Nobody is told.
    """

    type: Literal["block"] = "block"


class Hush(Turned):
    """Mute somebody for everybody.

    As host: they can say nothing at this table, and everybody is told so; `on` false: they can again.
    """

    type: Literal["hush"] = "hush"


class Remove(OfSeat):
    """Remove somebody.

    As host, before the game has begun: the seat is open again, with a new link. They are told so.
    """

    type: Literal["remove"] = "remove"


class Talk(Change):
    """Say how people talk.

    As host: everybody may say what they like, or with `free` false quick phrases only.
    """

    type: Literal["talk"] = "talk"
    free: bool
    body = Body("Talking", "How people are to talk.", _KEY, strict=True)
    operation = "change_talk"


class Resize(Command):
    """Draw for another screen from now on."""

    type: Literal["layout"] = "layout"
    layout: Layout


class Look(Command):
    """Say whether somebody looks at the page: behind others it is open, and nobody does."""

    type: Literal["look"] = "look"
    away: bool


class Preferences(Change):
    """Say whether the end of one's turn asks for confirmation, and how long the table's bots take."""

    type: Literal["settings"] = "settings"
    confirm: bool | None = None
    pace: Pace | None = None


class Sit(Change):
    """Take an open seat, by invitation; with ``seal`` as by :class:`Seal`."""

    type: Literal["sit"] = "sit"
    id: Key
    seat: SeatNumber
    name: Said
    seal: Bytes | None = None


class Seal(Change):
    """Commit to a share.

    What you will add to chance: 32 random bytes, of which you send the SHA-256 before all seats are taken.

    Nobody has to. Whoever does is waited for, some seconds, when the table says that it is `sharing`.
    """

    type: Literal["seal"] = "seal"
    seal: Bytes
    body = Body("Sealed", "What you will add to chance, as its SHA-256.")


class Show(Change):
    """Show your share.

    The bytes you have committed to, once the table is `sharing`; before the game begins, nobody is told them.

    Keep the table's `commitment` and everybody's `seal` as they are told now: the saved match must have the same.
    """

    type: Literal["share"] = "share"
    share: Bytes
    body = Body("Shown", "What you add to chance.")


class Start(Change):
    """Begin with bots in the open seats.

    Only who opened the table may.
    """

    type: Literal["start"] = "start"


class HandOver(Change):
    """Let a bot play.

    Your seat is a bot's from now on, until you come `back`. What is not settled of your turn is taken back.
    """

    type: Literal["hand"] = "hand"
    level: str = Field(default=USUAL, max_length=40, description="One of the game's levels.")
    body = Body("HandedOver", "Who is to play for you.")


class ComeBack(Change):
    """Take your seat back.

    From the bot that plays it.
    """

    type: Literal["back"] = "back"


class Stand(Change):
    """Leave for good.

    Your seat is open again or, in a game that goes on, a bot's; your token is worth nothing from then on.
    """

    type: Literal["stand"] = "stand"


class End(Change):
    """Agree to end the game.

    It ends, for good and without a winner, when everybody who is no bot would like it to; `agree` false plays on.
    """

    type: Literal["end"] = "end"
    agree: bool = True
    body = Body("Ending", "Whether you would like the game to end.")


class Resign(Change):
    """Resign.

    Of two players the other has won. Of more a bot plays on in your seat, and your token is worth nothing.
    """

    type: Literal["resign"] = "resign"


class Cover(Change):
    """Let a bot play for somebody.

    Whose seat is `gone`: the table waits for them, and they haven't been here for long. They can come `back`.
    """

    type: Literal["cover"] = "cover"
    seat: SeatNumber
    body = Body("Covered", "For whom a bot is to play.")


class Relink(Change):
    """Replace what proves a seat, or what invites to it: the old link is worth nothing from then on. HTTP only.

    Whoever plays at a table may so invite somebody into a seat that was left.
    """

    type: Literal["link"] = "link"
    seat: SeatNumber


_Moves = Choose | Name | Leave | Switch | Undo | Reset | Confirm | Read
_Others = Hello | Say | Quip | Preferences | Sit | Seal | Show | Start | Resize | Look
_Leaving = HandOver | ComeBack | Stand | End | Resign | Cover
_Manners = Mute | Block | Hush | Remove | Talk
_Questions = Explain | Story | Weigh | Hint
_Message = _Moves | _Others | _Leaving | _Manners | _Questions

MESSAGES: tuple[type[Command], ...] = get_args(_Message)
"""The commands that a socket takes."""

_MESSAGE: TypeAdapter[Command] = TypeAdapter(Annotated[_Message, Field(discriminator="type")])


def read(text: str) -> Command:
    """Return the command of a frame.

    Raises:
        Malformed: it is none; the message says what is wrong with it.
    """
    try:
        return _MESSAGE.validate_json(text)
    except ValidationError as error:
        raise Malformed(_complaint(error)) from error


def body_of(command: type[Change]) -> type[BaseModel] | None:
    """Return the model of a command's body over HTTP, which may be that of others too; None: it has none."""
    return _model(next(kind for kind in command.__mro__ if "body" in vars(kind)))


@cache
def _model(command: type[Change]) -> type[BaseModel] | None:
    body, fields = command.body, command.model_fields
    if body is None:
        return None
    given: dict[str, Any] = {name: (info.annotation, info) for name, info in fields.items() if name != "type"}
    if not fields["id"].is_required():
        given["id"] = (Key | None, Field(default=None, description="A random string."))
    given |= body.fields
    return create_model(
        body.name, __config__=ConfigDict(extra="forbid", strict=body.strict), __doc__=body.about, **given
    )


def key_of(text: str) -> str:
    """Return the idempotency key of a command that cannot be read, if at least that can."""
    found = re.search(r'"id"\s*:\s*"([^"\\]{1,80})"', text)
    return found[1] if found else ""


def _complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"That message makes no sense. {f'{where}: ' if where else ''}{first['msg']}."[:300]
