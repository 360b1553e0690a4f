"""Old names of modules report the new ones."""

from __future__ import annotations

import importlib
import importlib.util

import pytest

from souq.moved import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_reports_the_new_one(old: str) -> None:
    assert importlib.util.find_spec(MOVED[old]), "it is not there"
    for name in (old, f"{old}.within"):
        with pytest.raises(ImportError, match=f"^{old} is now {MOVED[old]}.$") as caught:
            importlib.import_module(name)
        assert caught.value.name == old


def test_every_form_of_import_reports_the_new_name() -> None:
    with pytest.raises(ImportError, match=r"souq\.engine\.scene is now souq\.engine\.present\.scene\."):
        from souq.engine import scene  # type: ignore[attr-defined]  # noqa: F401
    with pytest.raises(ImportError, match=r"souq\.engine\.judging is now souq\.engine\.match\.validation\."):
        from souq.engine.judging import begun  # type: ignore[import-not-found]  # noqa: F401
    with pytest.raises(ImportError, match=r"souq\.table is now souq\.server\."):
        import souq.table.serve  # type: ignore[import-not-found]  # noqa: F401


def test_unknown_modules_raise_the_usual_error() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'souq\.engine\.dates'"):
        importlib.import_module("souq.engine.dates")
    assert importlib.util.find_spec("souq.dates") is None
