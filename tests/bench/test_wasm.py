"""The benchmark of WebAssembly modules measures calls that give the same results."""

from __future__ import annotations

from bench.wasm import measure, shares
from tests.toy import GAME as TOY


def test_random_games_and_a_search_are_measured() -> None:
    found = measure(TOY, games=5, iterations=5)
    assert set(found) == {"playouts", "search"}
    for seconds in found.values():
        assert {"native", "wasmtime"} <= set(seconds)
        assert all(each > 0 for each in seconds.values())
    assert shares({"native": 3.0, "wasmtime": 4.0}) == {"wasmtime": 0.75}
