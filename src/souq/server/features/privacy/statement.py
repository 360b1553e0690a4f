"""What the house keeps, why, and for how long: a few plain words for every table of its database.

The page that tells it is made from the schema: a table without an entry here fails a test, and so does an entry whose
table has gone. Whoever adds a table adds its line to :data:`KEPT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from sqlalchemy import MetaData

from souq.server.core.db.schema import METADATA
from souq.server.core.live.people import COOKIE_DAYS

Group = Literal["you", "games", "company", "house"]

TITLES: Mapping[Group, str] = {
    "you": "About you",
    "games": "About your games",
    "company": "About the company you keep",
    "house": "About the house",
}
"""What the parts of the page are called, in their order."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a table of the database holds."""

    group: Group
    title: str
    what: str
    why: str
    until: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A table of the database, as the page tells of it."""

    name: str
    kept: Kept
    columns: tuple[str, ...]


_TABLE = "As long as the table. The people who run this house can clear out tables nobody has used for a long time."
_PERSON = (
    "Until you delete yourself. A guest who hasn’t been here for a long time, and has no seat, can be cleared out."
)

KEPT: Mapping[str, Kept] = {
    "people": Kept(
        "you",
        "Your name",
        "Your name and your emblem; if you keep your name, also since when, your theme, sound and volume, whether "
        "you see quick phrases only, and an e-mail address if you add one.",
        "So that you are the same person at every table, and in every browser where you sign in.",
        _PERSON,
    ),
    "sessions": Kept(
        "you",
        "Your browsers",
        "One line for every browser that knows you: what it calls itself (“Firefox on Linux”), when it came first and "
        "last, and a fingerprint of its cookie, from which nobody can make the cookie.",
        "So that your seats are yours when you come back, and you can sign browsers out.",
        f"Until you sign that browser out, or {COOKIE_DAYS} days after it was here last it’s worth nothing.",
    ),
    "passkeys": Kept(
        "you",
        "Your passkeys",
        "The public half of every passkey you add, what you call it, and when it was used last. We never see the "
        "secret half.",
        "So that you can sign in.",
        "Until you remove it, or delete yourself.",
    ),
    "codes": Kept(
        "you",
        "Your recovery codes",
        "Fingerprints of the recovery codes you haven’t used. The codes themselves aren’t kept.",
        "So that you can sign in without your passkey.",
        "Until each is used, or you get new ones.",
    ),
    "letters": Kept(
        "you",
        "E-mails you asked for",
        "The address to which a link was sent, and fingerprints of the link and its code.",
        "So that the link works once, in the browser where it was asked for.",
        "For 15 minutes.",
    ),
    "challenges": Kept(
        "you",
        "Passkeys being asked for",
        "Fingerprints of what your browser is asked when you make or show a passkey, for which address of the house, "
        "and by what a new passkey would know you.",
        "So that each answer counts once, in the browser that was asked.",
        "Until it’s answered, or for five minutes.",
    ),
    "hours": Kept(
        "you",
        "Your nights and holidays",
        "Your time zone, your nights and your holidays, if you set them.",
        "So that clocks of days stand still meanwhile. The others see only that yours does.",
        "Until you change them, or delete yourself.",
    ),
    "tables": Kept(
        "games",
        "Tables",
        "Which game is played, with which options and clock, since when, how it stands and how it ended, and the "
        "secret from which the dice follow.",
        "So that a game can go on for weeks, and be checked afterwards.",
        "Finished games stay, so that you can look at them again, until the people who run this house clear them out.",
    ),
    "seats": Kept(
        "games",
        "Seats",
        "Who sits where: your name there, when you were last at the table, fingerprints of what proves your seat, and "
        "whether the host has muted you.",
        "So that your seat is yours.",
        _TABLE + " If you delete yourself, your seats say Somebody.",
    ),
    "past_seats": Kept(
        "games",
        "Seats you left",
        "Which seats you have left for good, and what you were called there.",
        "So that what you said there says Somebody too if you delete yourself.",
        _TABLE,
    ),
    "decisions": Kept(
        "games", "Decisions", "Every decision of a game, whose it was, and when.", "They are the game.", _TABLE
    ),
    "commands": Kept(
        "games",
        "Clicks",
        "Every click that changed a table: whose, what it did, when, and what it was answered.",
        "So that a click that is sent twice is done once, and you see what happened while you were away.",
        _TABLE + " Of finished games they can be cleared out earlier.",
    ),
    "orders": Kept(
        "games",
        "Standing orders",
        "The standing order that you leave at a table.",
        "So that the table answers for you.",
        "Until it lapses.",
    ),
    "answers": Kept(
        "games",
        "Standing answers",
        "The standing answers that you switch on.",
        "So that the table answers for you.",
        "Until you switch them off, or they lapse.",
    ),
    "lines": Kept(
        "games",
        "Shortest ways",
        "The shortest way that was found in a game for one, and how many hints you took.",
        "For hints, and for the comparison at the end.",
        _TABLE,
    ),
    "notes": Kept(
        "games",
        "Comings and goings",
        "Who left a game and came back, who ran out of time, under the names they had then.",
        "The story tells it.",
        _TABLE,
    ),
    "analyses": Kept(
        "games",
        "Analyses",
        "What the analysis of a finished game has found.",
        "So that it is looked for once.",
        _TABLE + " If one of its players deletes themselves, it goes at once.",
    ),
    "chat": Kept(
        "games",
        "Table talk",
        "What was said at a table, by which seat, under which name, and when.",
        "So that people who come later can read it. Anyone who can see the table can.",
        _TABLE + " If you delete yourself, Somebody has said it.",
    ),
    "listings": Kept(
        "company",
        "Open tables and the library",
        "Which tables strangers may join or watch, and which finished games stand in the library.",
        "Because the host of the table, or everybody who played, wanted that. Other tables are shown to nobody.",
        _TABLE,
    ),
    "waits": Kept(
        "company",
        "Waiting for company",
        "That you wait for company: your name, the games, numbers and clock you like, and since when.",
        "So that you keep your place when the server restarts.",
        "Until you stop waiting or have closed the page for 20 seconds; ten minutes once company was found.",
    ),
    "shunned": Kept(
        "company",
        "Whom you mute and block",
        "Whom you mute and block, what they were called then, and since when.",
        "So that you don’t hear or meet them. Nobody is told, least of all they.",
        "Until you undo it at You, or one of you deletes themselves.",
    ),
    "mutes": Kept(
        "company",
        "Mutes at one table",
        "Which seat mutes which at one table, where one of the two is a program or has no name kept here.",
        "So that the seat isn’t heard.",
        _TABLE,
    ),
    "removals": Kept(
        "company",
        "Removals by hosts",
        "That the host has removed you from a table: who you are here, or a fingerprint of what proved your seat.",
        "So that you don’t get back in by another door, and are told why.",
        _TABLE,
    ),
    "tournaments": Kept(
        "company",
        "Tournaments",
        "What a tournament is called, which game it plays and how, who opened it, how far it is, and the seed of its "
        "draw.",
        "So that it goes from round to round by itself, and everybody can check the draw.",
        "Until the people who run this house clear out what is over.",
    ),
    "entrants": Kept(
        "company",
        "Who plays a tournament",
        "Under which name you entered, when, and whether a bot sits in for you now.",
        "So that every round has a seat for you.",
        "As long as the tournament. If you delete yourself, it was Somebody.",
    ),
    "pairings": Kept(
        "company",
        "Rounds of a tournament",
        "Who meets whom in which round, and how it ended.",
        "For the standings.",
        "As long as the tournament.",
    ),
    "matches": Kept(
        "company",
        "Tables of a tournament",
        "Which table belongs to which round.",
        "So that each is made once.",
        _TABLE,
    ),
    "starters": Kept(
        "games",
        "Who began a game",
        "Who sat where when a game began, whatever becomes of their seats.",
        "So that a result counts for the people who began the game, and leaving early changes nothing.",
        _TABLE,
    ),
    "endings": Kept(
        "games",
        "Games to be written down",
        "That a game is over and when, until it stands in the records.",
        "So that every result is written down exactly once.",
        "For a moment.",
    ),
    "results": Kept(
        "company",
        "Results",
        "Of every game you finish: which one, when, against how many, your place and points, and what it did to your "
        "rating.",
        "For your records. Nobody else sees them before you show your page.",
        "They outlive their tables. If you delete yourself, they are nobody’s.",
    ),
    "ratings": Kept(
        "company",
        "Ratings",
        "Your rating in every game that you play rated, how sure it is, and after how many games.",
        "So that you see how strong you are, and others too if you show your page.",
        "Until you delete yourself.",
    ),
    "profiles": Kept(
        "company",
        "The page you show",
        "The address of your page, if you have chosen to show it.",
        "So that others find it, and nobody who wasn’t given it can guess it.",
        "Until you show it to nobody. Shown again, it has another address.",
    ),
    "channels": Kept(
        "you",
        "How you’re told of your turn",
        "The browsers, the address or the webhook by which you want to be told, and since when.",
        "So that you hear of your turn while you’re away.",
        "Until you switch it off, you sign that browser out, or the receiver says it’s gone.",
    ),
    "outbox": Kept(
        "you",
        "Notices on their way",
        "Of which turn you’re to be told by which way, when, and how often that was tried.",
        "So that a notice survives a restart and comes once.",
        "Until you look at the table, or the turn is over.",
    ),
    "reports": Kept(
        "company",
        "Reports",
        "Who reported whom at which table, with which words, what was said around it, and what became of it.",
        "So that the people who run this house can look into it. The person you report isn’t told.",
        "For 90 days after it’s closed. If one of you deletes themselves, it names Somebody.",
    ),
    "suspensions": Kept(
        "company",
        "Suspensions",
        "Who may take no seats and not talk, or from which addresses, why, and until when.",
        "So that it holds. Suspended people are told.",
        "For 90 days after it’s over, or until you delete yourself.",
    ),
    "admins": Kept(
        "house",
        "Who runs the house",
        "Who may look after this house by its pages, and since when.",
        "So that nobody else can.",
        "Until somebody takes it away, or they delete themselves.",
    ),
    "offers": Kept(
        "house",
        "Invitations to run the house",
        "A fingerprint of each link by which somebody comes to run the house, and until when it’s good.",
        "So that it works once.",
        "Until it is used, or too old.",
    ),
    "audit": Kept(
        "house",
        "What was done for the house",
        "Everything that the people who run this house have done: who, when, what, to whom and why.",
        "So that they answer for it.",
        "For a year. People who delete themselves are Somebody in it.",
    ),
    "announcements": Kept(
        "house",
        "Notices to all",
        "What stands on every page, and until when.",
        "So that everybody hears of it.",
        "Until another takes its place, or it is cleared away.",
    ),
    "keys": Kept(
        "house",
        "The house’s keys",
        "What the house signs notices and links with.",
        "So that browsers take notices from this house alone.",
        "Always.",
    ),
    "house": Kept(
        "house",
        "The house’s time",
        "How late it is by the house’s own clock.",
        "It stands still while the server does.",
        "Always.",
    ),
    "servers": Kept(
        "house",
        "Its servers",
        "The machines and processes that the house runs on, and which version of souq.",
        "So that several can share the work, and another takes over when one goes.",
        "A few minutes after it has gone.",
    ),
    "leases": Kept(
        "house",
        "Who does what",
        "Which server sees to which table.",
        "So that nothing is done twice.",
        "Until it’s done.",
    ),
    "thoughts": Kept(
        "house",
        "Hints and analyses on their way",
        "What a server answers that another one has asked, without a name; beside it the question, which holds what "
        "the seat knows that wants a hint, or a game that’s over.",
        "So that any of the house’s machines can think about it.",
        "For seconds, until it’s shown; an hour if nobody waits for it any more.",
    ),
    "wall": Kept(
        "house",
        "The world’s time",
        "By how much that clock is behind the world’s.",
        "So that nights and holidays come when they come.",
        "Always.",
    ),
}


BROWSER = {
    "theme": "light or dark",
    "sound": "sound",
    "volume": "how loud",
    "quiet": "whether you hear quick phrases only",
    "untold": "settings that haven’t reached the server yet",
    "told": "when settings last reached it",
    "level": "your usual bots",
    "seen": "how much of each table you’ve seen",
    "shares": "your share in the dice",
    "doubts": "warnings about them that you’ve read",
    "solved": "puzzles you’ve solved",
    "tries": "how often you’ve tried one",
    "news": "notices you’ve folded away",
    "seat": "what proves your seat at a table you came to by a link, until you close the tab",
}
"""What pages write down in the browser itself, by the first word of its key; a test asks the client's modules."""


def shown(metadata: MetaData = METADATA) -> list[tuple[str, list[Shown]]]:
    """Every table of the database with what it holds, in parts with a title.

    Raises:
        KeyError: nobody has said what a table holds.
    """
    order = list(TITLES)
    tables = [
        Shown(name, KEPT[name], tuple(column.name for column in table.columns))
        for name, table in metadata.tables.items()
    ]
    tables.sort(key=lambda each: (order.index(each.kept.group), list(KEPT).index(each.name)))
    return [(TITLES[group], list(found)) for group, found in groupby(tables, key=lambda each: each.kept.group)]
