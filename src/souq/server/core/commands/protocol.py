"""Every command, declared once: its message over the socket and its operation over HTTP.

Every command that changes something carries ``id``, a random idempotency key, and most carry the ``seq`` of the view
they were decided on. ``docs/reference/http-api.md`` shows the API; the server's messages are made in
:mod:`souq.server.core.realtime`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args

from souq.engine.present.scene import Layout
from souq.server.core.clocks.terms import USUAL
from souq.server.core.messages import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from souq.server.core.store.rows import Pace
from souq.server.errors import Malformed

PLAIN = r"^[^\x00-\x1F\x7F]*$"
"""Pattern of text that is stored unchanged: no control characters, because some databases reject them."""

Key = Annotated[
    str,
    Field(min_length=1, max_length=80, pattern=PLAIN, description="A random string; repeating it does nothing twice."),
]
Seq = Annotated[int, Field(ge=0, le=2**31, description="The `seq` of the view this was decided on.")]
Number = Annotated[int, Field(ge=-(2**31), le=2**31)]
About = Annotated[str, Field(max_length=80, pattern=PLAIN, description="What it's for, as it was offered.")]
Phrase = Annotated[str, Field(max_length=400, description="A phrase of the game's, or as much of it as you have.")]
Then = Annotated[list[int | Phrase], Field(max_length=16, description="Choices one after another, by number or name.")]
Words = Annotated[list[About], Field(max_length=99, description="Words of the list in your view.")]
Bytes = Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="32 bytes, as 64 hexadecimal digits.")]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Said = Annotated[str, Field(max_length=20_000)]


def fresh_key() -> str:
    """Return an idempotency key for a command that came without one."""
    return secrets.token_hex(8)


class Command(BaseModel):
    """A message from a client."""

    model_config = ConfigDict(strict=True, frozen=True)


@dataclass(frozen=True, slots=True)
class Body:
    """The name, description and special fields of the request body that a command has over HTTP."""

    name: str
    about: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Fields that differ from those of the socket message."""
    strict: bool = False


class Change(Command):
    """A command that may change a table.

    Over HTTP it is the operation ``POST /api/tables/{table}/{type}``. The first line of its docstring is the summary
    there, and the rest the description.
    """

    type: str
    id: Key = Field(default_factory=fresh_key)
    body: ClassVar[Body | None] = None
    """Model of the command's HTTP request body; None if it has no body."""
    operation: ClassVar[str] = ""
    """Operation ID in the API's description; "" if it is the command's type."""


class Hello(Command):
    """Identify yourself: the first message, with your screen layout and the `seq` of the last view you have seen.

    ``retell`` asks for the story from the beginning, although you have received it, because your page was closed.
    """

    type: Literal["hello"] = "hello"
    token: str | None = Field(default=None, max_length=200)
    layout: Layout = "wide"
    seen: Seq = 0
    retell: bool = False


class Turn(Change):
    """A command about the player's own turn."""

    id: Key
    seq: Seq
    body = Body("Turn", "A command about your own turn.")


_AT_ONCE = {
    "at_once": (bool, Field(default=True, description="False: the end of your turn waits until you confirm it."))
}


class Choose(Turn):
    """Make a decision.

    The choice is given by number or by name. A command whose ``id`` is repeated gets the same answer again; it is
    carried out only once.

    With ``then`` several decisions are made as one: all or none, and one undo takes them back. Only the last may draw
    from chance or reveal something to you.
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

    This is possible while your view has an `amount`. The choices that encode the amount are made as one decision.
    """

    type: Literal["amount"] = "amount"
    amount: Number = Field(description="One that the `amount` of your view allows.", examples=[700])
    at_once: bool = False
    body = Body("NamedAmount", "An amount.", _AT_ONCE)
    operation = "name_amount"


class Leave(Change):
    """Leave a standing order.

    This is possible while your view has an `order`, even if it isn't your turn. From then on the table decides for you,
    up to the amount you have set.

    Nobody else can see the order. Send another amount to change it, or none to cancel it.
    """

    type: Literal["order"] = "order"
    about: About
    amount: Number | None = Field(default=None, description="The limit; without one your standing order is cancelled.")
    body = Body("LeftOrder", "A standing order.")


class Switch(Change):
    """Switch a standing answer on or off.

    The answer is one of the `answers` in your view; it needn't be your turn. While it is on, the table gives this
    answer for you.

    Nobody else can see it. It is switched off when it no longer applies.
    """

    type: Literal["answer"] = "answer"
    name: About
    on: bool
    body = Body("SwitchedAnswer", "A standing answer, on or off.")


class PreviewProposal(Command):
    """Ask for a short comment on a proposal that is being put together."""

    type: Literal["weigh"] = "weigh"
    id: Key = Field(default_factory=fresh_key)
    text: Phrase


class Hint(Command):
    """Ask for a hint: the next choice of the best solution from here. Hints are counted, and only your seat sees them.

    The answer is sent when it has been found; you may send other commands meanwhile.
    """

    type: Literal["hint"] = "hint"
    id: Key = Field(default_factory=fresh_key)


class Undo(Turn):
    """Undo the last command.

    This is possible while the command belongs to your draft, that is while it drew nothing from chance and revealed
    nothing, and nobody else has made a choice since.
    """

    type: Literal["undo"] = "undo"


class Reset(Turn):
    """Undo the whole turn.

    You return to the last position that everybody has seen.
    """

    type: Literal["reset"] = "reset"


class Read(Turn):
    """Continue a lesson.

    This is possible when the `lesson` in your view only waits for you to read it.
    """

    type: Literal["read"] = "read"


class Confirm(Turn):
    """Confirm your turn.

    This is possible when ``must_confirm`` says that nothing else is left to do.
    """

    type: Literal["confirm"] = "confirm"


class Explain(Command):
    """Ask which rule forbids a choice now, or would forbid it after the choices in ``after``."""

    type: Literal["explain"] = "explain"
    choice: int
    after: Then = Field(default_factory=list)


class Story(Command):
    """Ask for the story of the decisions up to ``before``; the answer says how many earlier ones remain."""

    type: Literal["story"] = "story"
    before: Seq


class Say(Change):
    """Send a chat message to the table."""

    type: Literal["say"] = "say"
    id: Key
    text: Said


class SayPhrase(Change):
    """Say a quick phrase to the table, by its number."""

    type: Literal["phrase"] = "phrase"
    id: Key
    phrase: Annotated[int, Field(ge=1, le=99)]


class SayList(Change):
    """Tell the table what you want and have, in the words of the `listing` in your view.

    It replaces what you said before. Empty lists take it back.
    """

    type: Literal["list"] = "list"
    id: Key
    want: Words = Field(default_factory=list)
    have: Words = Field(default_factory=list)


_KEY = {"id": (Key | None, Field(default=None, description="A random string; repeating it does nothing twice."))}


class OfSeat(Change):
    """A command about another player at the table."""

    seat: SeatNumber
    body = Body("OfSeat", "The player it is about.", _KEY, strict=True)


class Turned(OfSeat):
    """A command that sets or lifts a measure against another player, such as a mute."""

    on: bool = True
    body = Body("Turned", "The player it is about, and whether to switch it on or off.", _KEY, strict=True)


class Mute(Turned):
    """Mute a player.

    You no longer see what they say, at this table and any other; `on` false unmutes them. Nobody else is notified.
    """

    type: Literal["mute"] = "mute"


class Block(Turned):
    """Block a player.

    They can't join public tables where you sit, and you aren't matched with each other. Nobody else is notified.
    """

    type: Literal["block"] = "block"


class MuteForAll(Turned):
    """Mute a player for everybody.

    Only the host may. The player can't say anything at this table, and everybody can see that; `on` false lets them
    talk again.
    """

    type: Literal["hush"] = "hush"


class Remove(OfSeat):
    """Remove a player.

    Only the host may, before the game has begun. The seat is open again, with a new link, and the player is notified.
    """

    type: Literal["remove"] = "remove"


class Talk(Change):
    """Choose how players talk.

    Only the host may. Players may write what they like or, with `free` false, only say quick phrases.
    """

    type: Literal["talk"] = "talk"
    free: bool
    body = Body("Talking", "The way in which players may talk.", _KEY, strict=True)
    operation = "change_talk"


class Resize(Command):
    """Switch to another screen layout."""

    type: Literal["layout"] = "layout"
    layout: Layout


class Presence(Command):
    """Report whether the page is visible: a page in a background tab is open, but its player doesn't see it."""

    type: Literal["look"] = "look"
    away: bool


class Preferences(Change):
    """Set whether the end of your turn asks for confirmation, and how long the table's bots take."""

    type: Literal["settings"] = "settings"
    confirm: bool | None = None
    pace: Pace | None = None


class Sit(Change):
    """Take an open seat, by invitation.

    With ``seal``, also commit to a share as :class:`Seal` does.
    """

    type: Literal["sit"] = "sit"
    id: Key
    seat: SeatNumber
    name: Said
    seal: Bytes | None = None


class Seal(Change):
    """Commit to your share of the randomness.

    A share is 32 random bytes, your contribution to the game's random seed. You send its SHA-256 before all seats are
    taken.

    This is optional. Once the table is `sharing`, it waits some seconds for the shares of everybody who committed to
    one.
    """

    type: Literal["seal"] = "seal"
    seal: Bytes
    body = Body("Sealed", "The SHA-256 of your share of the randomness.")


class Show(Change):
    """Reveal your share of the randomness.

    You send the bytes that you have committed to, once the table is `sharing`. Nobody sees them before the game begins.

    Write down the table's `commitment` and everybody's `seal` as they are now: the saved match must have the same.
    """

    type: Literal["share"] = "share"
    share: Bytes
    body = Body("Shown", "Your share of the randomness.")


class Start(Change):
    """Begin with bots in the open seats.

    Only the host may.
    """

    type: Literal["start"] = "start"


class HandOver(Change):
    """Let a bot play.

    A bot plays your seat until you take it `back`. Unconfirmed decisions of your turn are undone.
    """

    type: Literal["hand"] = "hand"
    level: str = Field(default=USUAL, max_length=40, description="One of the game's levels.")
    body = Body("HandedOver", "The bot that plays for you.")


class ComeBack(Change):
    """Take your seat back.

    The bot that plays it for you stops.
    """

    type: Literal["back"] = "back"


class LeaveSeat(Change):
    """Leave for good.

    Your seat is open again or, in a game that has begun, a bot plays it; your token becomes invalid.
    """

    type: Literal["stand"] = "stand"


class End(Change):
    """Agree to end the game.

    The game ends for good, without a winner, once all human players agree. With `agree` false you want to play on.
    """

    type: Literal["end"] = "end"
    agree: bool = True
    body = Body("Ending", "Whether you would like the game to end.")


class Resign(Change):
    """Resign.

    With two players, the other wins. With more, a bot plays on in your seat, and your token becomes invalid.
    """

    type: Literal["resign"] = "resign"


class Cover(Change):
    """Let a bot play for an absent player.

    This is possible while their seat is `gone`: the table waits for them, and they have been away for a long time. They
    can take their seat `back`.
    """

    type: Literal["cover"] = "cover"
    seat: SeatNumber
    body = Body("Covered", "The absent player.")


class Relink(Change):
    """Replace a seat's token or its invitation: the old link becomes invalid. HTTP only.

    Any player at the table may use it to invite another player into a seat that was left.
    """

    type: Literal["link"] = "link"
    seat: SeatNumber


_Moves = Choose | Name | Leave | Switch | Undo | Reset | Confirm | Read
_Others = Hello | Say | SayPhrase | SayList | Preferences | Sit | Seal | Show | Start | Resize | Presence
_Leaving = HandOver | ComeBack | LeaveSeat | End | Resign | Cover
_Moderation = Mute | Block | MuteForAll | Remove | Talk
_Questions = Explain | Story | PreviewProposal | Hint
_Message = _Moves | _Others | _Leaving | _Moderation | _Questions

MESSAGES: tuple[type[Command], ...] = get_args(_Message)
"""The commands that the socket accepts."""

_MESSAGE: TypeAdapter[Command] = TypeAdapter(Annotated[_Message, Field(discriminator="type")])


def read(text: str) -> Command:
    """Parse a message of the socket.

    Raises:
        Malformed: it isn't a valid command; the error says what is wrong.
    """
    try:
        return _MESSAGE.validate_json(text)
    except ValidationError as error:
        raise Malformed(_complaint(error)) from error


def body_of(command: type[Change]) -> type[BaseModel] | None:
    """Return the model of a command's HTTP body, which several commands may share; None if it has no body."""
    return _model(next(kind for kind in command.__mro__ if "body" in vars(kind)))


@cache
def _model(command: type[Change]) -> type[BaseModel] | None:
    from pydantic import create_model  # HTTP only

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
    """Return the idempotency key of a message that can't be parsed, if the key can be found; else ""."""
    found = re.search(r'"id"\s*:\s*"([^"\\]{1,80})"', text)
    return found[1] if found else ""


def _complaint(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"That message is malformed. {f'{where}: ' if where else ''}{first['msg']}."[:300]
