"""Players at the tables of a cluster with faults, and the journal of their answers."""

from __future__ import annotations

import asyncio
import json
import math
import random
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

PATIENCE = 5.0
"""Timeout of an answer in seconds."""
GIVES_UP = 90.0
"""Seconds after which a command is no longer retried."""

GAMES: tuple[tuple[str, int, int], ...] = (
    ("desert_bazaar", 3, 4),
    ("marracash", 3, 4),
    ("grand_bazaar", 3, 4),
    ("kairo", 2, 4),
    ("chatuchak", 2, 4),
    ("dash", 2, 3),
    ("lot", 2, 4),
    ("barter", 2, 4),
    ("toy", 2, 3),
)
"""Names, and the least and most players."""

RACES = ("dash", "chatuchak", "barter")
JITTER = 2.0
"""Seconds by which two servers may differ about a clock."""
GOES_ON = 7.0
"""Seconds for which clocks may run on in an outage."""
BANK = 300.0
"""Initial time of clocks in seconds."""


@dataclass(slots=True)
class JournalEntry:
    """A command and its outcome."""

    seat: int
    kind: str
    body: dict[str, Any]
    outcome: str = "lost"
    """``acked``, ``refused``, or ``lost`` if unknown."""
    answer: dict[str, Any] = field(default_factory=dict)
    at: float = 0.0
    """Monotonic time of the outcome."""


@dataclass(slots=True)
class ClockWatch:
    """The readings of one seat's clock."""

    worst: float = -math.inf
    """The largest gain over playable time in seconds."""
    readings: list[tuple[float, float]] = field(default_factory=list)
    """Monotonic time and remaining time of the readings, at most one per second."""
    _first: tuple[float, float] = (0.0, -math.inf)
    """The moment of the last added time, and the remaining time then."""
    _last: float = -math.inf

    def see(self, left: float, asked: float, told: float, outages: Sequence[tuple[float, float]]) -> None:
        """Record the remaining time read between two moments."""
        if left > self._last + JITTER:
            self._first, self._last = (asked, left), left
        self._last = min(self._last, left)
        since, before = self._first
        self.worst = max(self.worst, before - left - (told - since - outage_seconds(outages, since, told)))
        if not self.readings or asked > self.readings[-1][0] + 1.0:
            self.readings.append((asked, left))


def outage_seconds(outages: Sequence[tuple[float, float]], since: float, until: float) -> float:
    """Return the seconds between two moments in which clocks should have stopped because nobody could play."""
    return sum(max(0.0, min(end, until) - max(begin, since) - GOES_ON) for begin, end in outages)


@dataclass(slots=True)
class Table:
    """A table, its players, and their commands in the order of their answers."""

    id: str
    game: str
    tokens: dict[int, str]
    clock: bool
    opened: float = field(default_factory=time.monotonic)
    said: list[JournalEntry] = field(default_factory=list)
    over: bool = False
    watches: dict[int, ClockWatch] = field(default_factory=dict)
    """The readings of all clocks, by seat."""

    def see(self, times: Sequence[dict[str, Any] | None], asked: float, outages: Sequence[tuple[float, float]]) -> None:
        """Record the remaining times of all players."""
        for seat, shown in enumerate(times):
            if shown is not None:
                watch = self.watches.setdefault(seat, ClockWatch())
                watch.see(shown["left"], asked, time.monotonic(), outages)


class Crowd:
    """All players.

    Args:
        doors: all base URLs of the cluster.
        rng: the generator of their decisions.
        games: the games to play.
        outages: periods in which nobody could play; it grows.
    """

    def __init__(
        self,
        doors: list[str],
        rng: random.Random,
        games: tuple[str, ...] = (),
        outages: Sequence[tuple[float, float]] = (),
    ) -> None:
        self._outages = outages
        self._doors, self._rng = doors, rng
        self._games = [each for each in GAMES if not games or each[0] in games]
        self.tables: list[Table] = []
        self.stopped = False
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        """Answers that no client should have received."""
        self._next = deque(self._games)
        limits = httpx.Limits(max_connections=400, max_keepalive_connections=100)
        self.http = httpx.AsyncClient(verify=False, timeout=PATIENCE, limits=limits)

    async def play(self, tables: int) -> None:
        """Play this many games at once, starting new ones until stopped."""
        async with asyncio.TaskGroup() as group:
            for _ in range(tables):
                group.create_task(self._play_on())

    async def _play_on(self) -> None:
        while not self.stopped:
            table = await self._open()
            if table is None:
                await asyncio.sleep(0.5)
                continue
            self.tables.append(table)
            seats = [self._sit(table, seat, token) for seat, token in table.tokens.items()]
            await asyncio.gather(*seats)

    async def _open(self) -> Table | None:
        """Open a table and seat its players; return None if the server cannot open one now."""
        self._next.rotate(-1)
        game, fewest, most = chosen = self._next[-1]
        players = self._rng.randint(fewest, most)
        people = self._rng.randint(1, min(players, 3))
        seats: list[dict[str, str]] = [{"kind": "me", "name": "Amina"}, *[{"kind": "open"}] * (people - 1)]
        seats += [{"kind": "bot", "level": "random"}] * (players - people)
        clock = game not in RACES and self._rng.random() < 0.4
        body: dict[str, Any] = {"game": game, "seats": seats, "pace": self._rng.choice(["none", "quick"])}
        if clock:
            body["clock"] = {"kind": "live", "bank": BANK, "increment": 3, "level": "random"}
        try:
            answer = await self.http.post(f"{self._rng.choice(self._doors)}/api/tables", json=body)
        except httpx.HTTPError:
            self._open_next(chosen)
            return None
        if answer.status_code != 201:
            self._open_next(chosen)
            self._note(answer, "open")
            if answer.status_code < 500:
                self.wrong.append(f"{game} could not be opened: {answer.status_code} {answer.text[:200]}")
            return None
        opened = answer.json()
        tokens = {int(opened["seat"]): str(opened["token"])}
        for seat, link in opened["links"]["seats"].items():
            sat = await self._take(opened["table"], int(seat), link.partition("#seat=")[2])
            if sat:
                tokens[int(seat)] = sat
        return Table(opened["table"], game, tokens, clock)

    def _open_next(self, game: tuple[str, int, int]) -> None:
        """Put a game that could not be opened first in the queue."""
        self._next.remove(game)
        self._next.appendleft(game)

    async def _take(self, table: str, seat: int, invitation: str) -> str:
        key = f"{self._rng.getrandbits(64):x}"
        headers, until = {"Authorization": f"Bearer {invitation}"}, time.monotonic() + GIVES_UP
        while time.monotonic() < until and not self.stopped:
            url = f"{self._rng.choice(self._doors)}/api/tables/{table}/seats/{seat}"
            try:
                answer = await self.http.post(url, json={"name": f"Omar {seat}", "id": key}, headers=headers)
            except httpx.HTTPError:
                await asyncio.sleep(0.2)
                continue
            if answer.status_code == 200:
                return str(answer.json()["token"])
            if answer.status_code < 500:
                self.wrong.append(f"{table}: seat {seat} could not be taken: {answer.status_code} {answer.text[:200]}")
                return ""
            self._note(answer, "sit")
            await asyncio.sleep(0.2)
        return ""

    async def _sit(self, table: Table, seat: int, token: str) -> None:
        """Play a seat until the game is over or all players stop."""
        headers, failures = {"Authorization": f"Bearer {token}"}, 0
        sockets = self._rng.random() < 0.4
        seq = 0
        while not self.stopped and not table.over:
            door, lazy = self._rng.choice(self._doors), {"after": seq, "wait": 1} if self._rng.random() < 0.7 else {}
            asked = time.monotonic()
            try:
                answer = await self.http.get(f"{door}/api/tables/{table.id}/view", headers=headers, params=lazy)
            except httpx.HTTPError:
                await asyncio.sleep(0.2)
                continue
            if answer.status_code != 200:
                self._note(answer, "view")
                failures += answer.status_code < 500
                if failures > 5:
                    self.wrong.append(f"{table.id}: its view was refused: {answer.status_code} {answer.text[:200]}")
                    return
                await asyncio.sleep(0.3)
                continue
            view = answer.json()
            table.see(view.get("times") or (), asked, self._outages)
            if view["over"]:
                table.over = True
                return
            seq = view["seq"]
            await asyncio.sleep(self._rng.uniform(0.02, 0.3) + float(view.get("begins_in") or 0))
            wish = self._wish(view)
            if wish is not None:
                await self._give(table, seat, token, *wish, sockets=sockets)

    def _wish(self, view: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """Return a command that suits a view, or None."""
        rng, order = self._rng, view.get("order")
        if order and rng.random() < 0.1:
            amount = rng.randrange(order["low"], order["high"] + 1, order["step"]) if rng.random() < 0.7 else None
            return "order", {"about": order["about"], "amount": amount}
        if view.get("answers") and rng.random() < 0.1:
            return "answer", {"name": rng.choice(view["answers"])["name"], "on": rng.random() < 0.5}
        if not view.get("your_turn"):
            return None
        on = {"seq": view["seq"]}
        if view["can_undo"] and rng.random() < 0.15:
            return rng.choice(["undo", "reset"]), on
        if view["must_confirm"]:
            return "confirm", on
        if view.get("amount") and rng.random() < 0.5:
            asked = view["amount"]
            return "amount", on | {"amount": rng.randrange(asked["low"], asked["high"] + 1, asked["step"])}
        if not view["legal"]:
            return None
        at_once = rng.random() < 0.5
        return "choose", on | {"choice": rng.choice(view["legal"])["choice"], "at_once": at_once}

    async def _give(
        self, table: Table, seat: int, token: str, kind: str, body: dict[str, Any], *, sockets: bool
    ) -> None:
        """Send a command until its outcome is known."""
        given = JournalEntry(seat, kind, body | {"id": f"{self._rng.getrandbits(80):020x}"})
        until = time.monotonic() + GIVES_UP
        twice = self._rng.random() < 0.05
        by = self._by_socket if sockets else self._by_http
        while time.monotonic() < until and given.outcome == "lost":
            door = self._rng.choice(self._doors)
            if twice:
                other = self._rng.choice(self._doors)
                answers = [
                    each
                    for each in await asyncio.gather(*(by(at, table.id, token, given) for at in (door, other)))
                    if each is not None
                ]
                if len(answers) == 2 and len({each[0] for each in answers}) == 2 and "seq" in body:
                    self.wrong.append(f"{table.id}: {kind} {given.body} said twice at once: {answers}")
                answer = next((each for each in answers if each[0] == "acked"), answers[0] if answers else None)
                twice = False
            else:
                answer = await by(door, table.id, token, given)
            if answer is None:
                self.counts["said again"] += 1
                if self.stopped and time.monotonic() > until - GIVES_UP / 2:
                    break
                await asyncio.sleep(self._rng.uniform(0.05, 0.4))
                continue
            given.outcome, given.answer = answer
        self.counts[given.outcome] += 1
        given.at = time.monotonic()
        table.said.append(given)

    async def _by_http(
        self, door: str, table: str, token: str, given: JournalEntry
    ) -> tuple[str, dict[str, Any]] | None:
        headers = {"Authorization": f"Bearer {token}"}
        try:
            answer = await self.http.post(f"{door}/api/tables/{table}/{given.kind}", json=given.body, headers=headers)
        except httpx.HTTPError:
            return None
        if answer.status_code == 200:
            return "acked", answer.json()
        if answer.status_code >= 500 or answer.status_code == 429:
            self._note(answer, given.kind)
            return None
        if answer.status_code != 409:
            self.wrong.append(f"{table}: {given.kind} {given.body}: {answer.status_code} {answer.text[:200]}")
        return "refused", answer.json()

    async def _by_socket(
        self, door: str, table: str, token: str, given: JournalEntry
    ) -> tuple[str, dict[str, Any]] | None:
        url = door.replace("http", "ws") + f"/ws/tables/{table}"
        try:
            async with asyncio.timeout(PATIENCE), connect(url, max_size=None, close_timeout=0.2) as line:
                await line.send(json.dumps({"type": "hello", "token": token, "layout": "wide", "seen": 0}))
                await line.send(json.dumps({"type": given.kind, **given.body}))
                async for text in line:
                    told = json.loads(text)
                    if told["type"] == "ack" and told.get("id") == given.body["id"]:
                        return "acked", told
                    if told["type"] == "refused" and (told.get("fatal") or told.get("id") == given.body["id"]):
                        return self._judge(told)
        except (OSError, WebSocketException, TimeoutError):
            pass
        return None

    def _judge(self, told: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        words = str(told.get("message", ""))
        again = ("Try again", "try again", "too fast")
        if told.get("fatal") or any(each in words for each in again):
            self.counts[f"by socket: {words[:80]}"] += 1
            return None
        return "refused", told

    def _note(self, answer: httpx.Response, what: str) -> None:
        try:
            words = str(answer.json().get("message", ""))
        except (ValueError, AttributeError):
            words = "no JSON"
        self.counts[f"{answer.status_code} {what}: {words[:80]}"] += 1
        if answer.status_code == 500:
            self.wrong.append(f"{what}: 500 {answer.text[:200]}")
