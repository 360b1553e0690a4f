"""Files of arrays: whatever was damaged in one is told, and never anything else."""

from __future__ import annotations

import numpy as np
import pytest

from souq.engine.learn.packed import Damaged, packed, unpacked

WHOLE = packed({"souq": "samples"}, {"coins": np.arange(4), "camels": np.ones((2, 3), np.float32)})


def test_what_is_packed_is_unpacked() -> None:
    facts, arrays = unpacked(WHOLE, "It")
    assert facts == {"souq": "samples"} and arrays["coins"].tolist() == [0, 1, 2, 3]
    assert arrays["camels"].dtype == np.float32 and list(arrays) == ["coins", "camels"]


@pytest.mark.parametrize("cut", [0, 1, 99, len(WHOLE) - 1])
def test_a_file_that_was_cut_is_told(cut: int) -> None:
    with pytest.raises(Damaged, match="It is damaged, or isn't a file of souq's"):
        unpacked(WHOLE[:cut], "It")


def test_a_bit_that_fell_over_is_told_or_does_not_matter() -> None:
    """In a directory's flags it says that a password is wanted, in a date nothing."""
    told = 0
    for place in range(2 * len(WHOLE)):
        content = bytearray(WHOLE)
        content[place // 2] ^= 1 << place // 2 % 8 * (place % 2)
        try:
            unpacked(bytes(content), "It")
        except Damaged:
            told += 1
    assert told > len(WHOLE)
