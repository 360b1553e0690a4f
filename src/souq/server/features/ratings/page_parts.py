"""Values that the templates of the results pages need: rating scales with the bots, bars, places and dates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from souq.games import card
from souq.server.core.live.people import EMBLEMS
from souq.server.core.rating_scale import START
from souq.server.core.store.rows import TableRow
from souq.server.features.ratings.api_models import (
    LeaderModel,
    MetModel,
    PlayedGameModel,
    RatingModel,
    StandingModel,
    change,
    level_title,
    rating_model,
)
from souq.server.features.ratings.history import Records
from souq.server.features.ratings.marks import MARKS
from souq.server.features.ratings.results import company

WIDTH = 400.0
"""Width of a scale, in SVG units."""
EDGE = 10.0
ROOM = 60
"""Points that a scale extends below the lowest and above the highest rating on it."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A horizontal axis on which ratings are drawn, from its lowest to its highest number of points."""

    low: float
    high: float

    def at(self, points: float) -> float:
        """Return the x coordinate of a rating in the scale's SVG picture; ratings outside are drawn at its ends."""
        share = (points - self.low) / max(self.high - self.low, 1.0)
        return round(EDGE + min(max(share, 0.0), 1.0) * (WIDTH - 2 * EDGE), 1)


def scale(game: str, ratings: Sequence[RatingModel]) -> Scale:
    """Return a scale that includes the ratings of a game's bots and the given ratings with their margins of error."""
    marks = [points for points, _ in MARKS.get(game, {}).values()] or [START]
    ends = [each.points + side * each.within for each in ratings for side in (-1, 1)]
    return Scale(min([*marks, *ends]) - ROOM, max([*marks, *ends]) + ROOM)


def bots(game: str, on: Scale) -> list[dict[str, Any]]:
    """Return a game's bots with their positions on a scale."""
    marks = MARKS.get(game, {})
    return [
        {"at": on.at(points), "title": level_title(level), "points": points} for level, (points, _) in marks.items()
    ]


def band(rating: RatingModel, on: Scale) -> dict[str, float]:
    """Return where a scale shows a rating: its x coordinate, and the left end and width of its margin of error."""
    low, high = on.at(rating.points - rating.within), on.at(rating.points + rating.within)
    return {"at": on.at(rating.points), "from": low, "wide": round(high - low, 1)}


async def rated_words(records: Records, row: TableRow, seat: int) -> str:
    """Return the sentence on a table's page that says whether the game is rated, or how it changed the rating.

    Return "" if the table is unrated.
    """
    if not row.rated:
        return ""
    if row.state == "waiting":
        return "The game is rated if at least two people play it, each from their own browser."
    if row.state == "playing":
        counts = company(await records.starters(row.id))
        return "The game is rated." if counts else f"The game isn’t rated: {ALONE}."
    if (row.result or {}).get("agreed"):
        return "Nobody’s rating changes: the game was ended early."
    played = await records.of_table(row.id)
    whose = row.seats[seat].person_id if seat >= 0 else None  # a seat may have another player now than at the start
    entries = played.entries if played and whose else ()
    mine = next((each for each in entries if each.seat == seat and each.who.person_id == whose), None)
    if mine is not None and mine.after is not None:
        now, by = rating_model(mine.after, row.game), change(mine, row.game)
        return f"Your rating is {now.points:,} ± {now.within:,} now ({signed(by)})."
    rated = played is None or any(each.after for each in played.entries)
    return "The game is rated." if rated else f"Nobody’s rating changes: {ALONE}."


ALONE = "it takes two different people, each in their own browser"


def standing(found: StandingModel) -> dict[str, Any]:
    """Return the values with which a page shows a player's results in a game."""
    rating = found.rating
    on = scale(found.game, [rating] if rating else [])
    return {
        "game": found.game,
        "title": found.title,
        "rating": rating,
        "band": band(rating, on) if rating else None,
        "bots": bots(found.game, on),
        "played": found.played,
        "early": found.early,
        "places": [(ordinal(each.place), each.times) for each in found.places],
        "shares": shares([each.times for each in found.places]),
    }


def shares(counts: Sequence[int]) -> list[tuple[float, float]]:
    """Return the parts of a bar that is divided in proportion to `counts`: each one's start and width in per cent.

    >>> shares([1, 0, 3])
    [(0.0, 25.0), (25.0, 0.0), (25.0, 75.0)]
    """
    whole, made, at = max(sum(counts), 1), [], 0.0
    for count in counts:
        wide = 100 * count / whole
        made.append((round(at, 2), round(wide, 2)))
        at += wide
    return made


def ordinal(place: int) -> str:
    """Return a place as an ordinal.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def met(found: MetModel) -> dict[str, Any]:
    """Return the values with which a page shows the results against one opponent."""
    counts = found.before, found.level, found.after
    return {"who": found.who, "counts": counts, "games": sum(counts), "shares": shares(counts)}


def played(game: PlayedGameModel) -> dict[str, Any]:
    """Return the values with which a page shows a finished game in a player's list."""
    known, when = card(game.game), game.ended_at
    emblems = known.emblems if known else EMBLEMS
    players = [
        {
            "seat": at % 6 + 1,
            "emblem": emblems[at % len(emblems)],
            "name": "You" if each.who.you else each.who.name,
            "page": each.who.page,
            "points": each.points,
            "first": each.place == 1,
        }
        for at, each in enumerate(game.players)
    ]
    return {
        "game": game.game,
        "title": game.title,
        "players": players,
        "how": f"{ordinal(game.place)} of {len(players)}" if game.place else "Ended early",
        "table": game.table,
        "rating": game.rating,
        "change": signed(game.change),
        "fell": (game.change or 0) < 0,
        "day": when.date().isoformat(),
        "date": f"{when.day} {when:%B %Y}",
    }


def signed(change: int | None) -> str:
    """Return a change of rating as text with its sign, or "" if there is no change to show (None).

    >>> signed(12), signed(-7), signed(0), signed(None)
    ('+12', '−7', '±0', '')
    """
    if change is None:
        return ""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def lines(found: Sequence[LeaderModel], game: str) -> dict[str, Any]:
    """Return the values with which a page shows the leaderboard's rows, with ratings on one common scale."""
    on = scale(game, [each.rating for each in found if not each.who.level])
    first = next((each for each in found if each.rating.provisional), None)
    entries = [
        {
            "place": each.place,
            "who": each.who,
            "rating": each.rating,
            "band": band(each.rating, on),
            "first_unsure": each is first,
        }
        for each in found
    ]
    return {"lines": entries}
