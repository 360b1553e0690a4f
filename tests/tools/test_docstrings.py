"""The API reference is Markdown, generated from docstrings."""

from __future__ import annotations

import ast
import inspect

import pytest

pytest.importorskip("griffe", reason="The documentation's tools are not installed: python -m pip install '.[docs]'.")

import griffe

import souq.envs
from tests.docs.blocks import ROOT
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


def test_settings_are_listed_with_their_defaults_and_explained() -> None:
    extensions = griffe.load_extensions(str(ROOT / "tools" / "docstrings.py"))
    read = griffe.load("souq.envs", search_paths=[ROOT / "src"], extensions=extensions, docstring_parser="google")
    for made in (souq.envs.vector, souq.envs.aec, souq.envs.parallel):
        shown, signature = read[made.__name__], inspect.signature(made).parameters
        assert {each.name: each.default and ast.literal_eval(each.default) for each in shown.parameters} == {
            name: None if each.default is each.empty else each.default for name, each in signature.items()
        }
        (explained,) = (each for each in shown.docstring.parsed if each.kind is griffe.DocstringSectionKind.parameters)
        own = {"max_cycles", "render_mode"} if made is souq.envs.parallel else set()  # as for the other
        assert {each.name for each in explained.value} == set(signature) - own
