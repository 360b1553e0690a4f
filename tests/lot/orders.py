"""Standing orders: raise up to a limit, then pass."""

from souq.engine.present.scene import Amount, Names, Order

from .scene import least
from .state import BID, PASS, STEP, State


def offer(view: State, seat: int, names: Names) -> Order | None:
    """Offer an order on the current lot to a seat that is still in and can raise."""
    low, purse = view.standing + STEP, view.purse[seat]
    if view.over or not view.inside >> seat & 1 or low > purse:
        return None
    amount = Amount(
        low,
        purse - purse % STEP,
        STEP,
        "Raise for me up to",
        "Up to {}",
        label="Raise for me…",
        quick=(20,),
        hints=((0, "Only you know. The table raises by the least, then passes."),),
    )
    return Order(f"lot {view.lot}", amount, "Raising up to {}")


def answer(view: State, seat: int, amount: int) -> tuple[int, ...] | None:
    """Raise by the least amount while it is within the limit, and then pass."""
    return (BID,) if least(view) <= amount else (PASS,)
