"""Files of arrays: damage is always detected."""

from __future__ import annotations

import numpy as np
import pytest

from souq.engine.learn.packed import Damaged, packed, unpacked

WHOLE = packed({"souq": "samples"}, {"coins": np.arange(4), "camels": np.ones((2, 3), np.float32)})


def test_packed_data_can_be_unpacked() -> None:
    facts, arrays = unpacked(WHOLE, "It")
    assert facts == {"souq": "samples"} and arrays["coins"].tolist() == [0, 1, 2, 3]
    assert arrays["camels"].dtype == np.float32 and list(arrays) == ["coins", "camels"]


@pytest.mark.parametrize("cut", [0, 1, 99, len(WHOLE) - 1])
def test_a_truncated_file_is_reported(cut: int) -> None:
    with pytest.raises(Damaged, match="It is damaged, or isn't a file of souq's"):
        unpacked(WHOLE[:cut], "It")


def test_a_flipped_bit_is_reported_or_harmless() -> None:
    """In a directory's flags it asks for a password, in a date it means nothing."""
    told = 0
    for place in range(2 * len(WHOLE)):
        content = bytearray(WHOLE)
        content[place // 2] ^= 1 << place // 2 % 8 * (place % 2)
        try:
            unpacked(bytes(content), "It")
        except Damaged:
            told += 1
    assert told > len(WHOLE)
