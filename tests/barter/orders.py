"""Standing orders: pass when asked, and refuse every request for the seal."""

from souq.engine.present.scene import Answer, Names

from .state import PASS, REFUSE, Phase, State

SEAL = 3


def answers(view: State, seat: int, names: Names) -> tuple[Answer, ...]:
    """Return the orders that a seat may leave: passing lasts for this round, the seal until the end."""
    if view.over:
        return ()
    seal = Answer("seal", "Never trade the seal", "Who asks for it is refused.")
    if view.phase != Phase.ASK or seat < view.seat:
        return (seal,)
    say = "Pass, whatever comes" if seat == view.seat else ""
    return Answer(f"pass {view.stage}", "Pass in this round", say=say), seal


def reply(view: State, seat: int, switched: tuple[str, ...]) -> tuple[int, ...] | None:
    """Pass, or refuse the first player who asks for the seal."""
    if view.phase == Phase.ASK:
        return (PASS,) if f"pass {view.stage}" in switched else None
    for other in range(view.players):
        asks = view.posted[other] >> seat & 1 and view.want[other][seat][SEAL]
        if asks and "seal" in switched and view.phase == Phase.TALK:
            return (REFUSE + other,)
    return None
