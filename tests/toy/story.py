"""The toy's story."""

from souq.engine.present.scene import LogLine, Names

from .state import MARK, SHOUT, Event, State


def narrate(events: list[tuple[int, ...]], names: Names) -> list[LogLine]:
    """Return the events: kinds and their numbers, as the plain story has them."""
    return [LogLine(None, f"{Event(kind).name.capitalize()} {a} {b} {c} {d}") for kind, _seen, a, b, c, d in events]


def why(view: State, seat: int, choice: int, rule: str, names: Names) -> str:
    """Return a refusal, worded from the position."""
    if rule == "TO-T02":
        return f"Your {view.card[seat]} is {'marked' if choice == MARK else 'not marked'}."
    waiting = [names(p) for p in range(view.seat, view.players)]
    return f"{' and '.join(waiting)} still {'has' if len(waiting) == 1 else 'have'} to keep." if choice == SHOUT else ""
