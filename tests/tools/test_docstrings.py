"""The API reference is Markdown made of docstrings."""

from __future__ import annotations

import pytest

pytest.importorskip("griffe", reason="The documentation's tools are not installed: python -m pip install '.[docs]'.")

from tools.docstrings import markdown

SESSION = """A sum.

>>> 1 + 1
2
>>> for each in range(2):
...     print(each)
0
1

So it is.
"""

FENCED = """A sum.

```pycon
>>> 1 + 1
2
>>> for each in range(2):
...     print(each)
0
1
```

So it is.
"""


def test_names_lose_their_roles() -> None:
    assert (
        markdown("As :meth:`Match.play`; see :mod:`~souq.engine.rules.twin`.")
        == "As `Match.play`; see `souq.engine.rules.twin`."
    )


def test_sessions_are_fenced() -> None:
    assert markdown(SESSION) == FENCED


def test_a_block_is_announced_with_one_colon() -> None:
    assert markdown("One class::\n\n    class Test: ...\n") == "One class:\n\n    class Test: ...\n"
