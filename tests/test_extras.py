"""Missing extras of souq, and the command that installs them in the way souq was installed."""

from __future__ import annotations

import doctest
import importlib.util
import json
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from souq import extras
from souq.engine.errors import SouqError

PIP = ["-m", "pip", "install"]


def installed_from(monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None) -> list[str]:
    """Return the command's words when souq was installed in this way, without the interpreter."""
    noted = None if origin is None else json.dumps(origin)
    monkeypatch.setattr(extras, "distribution", lambda name: SimpleNamespace(read_text=lambda file: noted))
    return shlex.split(extras.install("server"))[1:]


def test_install_commands_follow_the_installation() -> None:
    assert doctest.testmod(extras).failed == 0


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (None, ["souq[server]"]),
        ({"url": "file:///checkouts/souq", "dir_info": {"editable": True}}, ["--editable", "/checkouts/souq[server]"]),
        ({"url": "file:///my%20games/souq", "dir_info": {"editable": True}}, ["--editable", "/my games/souq[server]"]),
        ({"url": "file:///checkouts/souq", "dir_info": {}}, ["souq[server] @ file:///checkouts/souq"]),
        ({"url": "file:///d/souq-1-py3-none-any.whl"}, ["souq[server] @ file:///d/souq-1-py3-none-any.whl"]),
        ({"url": "https://souq.example/souq-1.tar.gz"}, ["souq[server] @ https://souq.example/souq-1.tar.gz"]),
        (
            {"url": "https://git.example/s", "vcs_info": {"vcs": "git", "commit_id": "ab12"}, "subdirectory": "py"},
            ["souq[server] @ git+https://git.example/s@ab12#subdirectory=py"],
        ),
    ],
)
def test_an_extra_is_installed_from_souqs_source(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None, words: list[str]
) -> None:
    assert installed_from(monkeypatch, origin) == PIP + words


def test_extras_are_installed_into_this_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert shlex.split(extras.install("envs"))[0] in ("python", sys.executable)
    other = tmp_path / "python"
    other.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shlex.split(extras.install("envs"))[0] == sys.executable
    monkeypatch.setattr(sys, "executable", str(other))
    assert shlex.split(extras.install("envs"))[0] == "python"


def test_uv_is_used_where_pip_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert shlex.split(extras.install("envs"))[:5] == ["uv", "pip", "install", "--python", sys.executable]


def test_a_missing_module_is_named_with_its_extra() -> None:
    told = "Dates need souk, which isn't installed. Install souq's extra 'envs': "
    with pytest.raises(extras.MissingExtra, match=told) as caught, extras.importing("envs", "Dates need"):
        import souk.dates  # type: ignore[import-not-found]  # noqa: F401
    assert isinstance(caught.value, SouqError) and caught.value.name == "souk"
    with pytest.raises(extras.MissingExtra, match=told):
        extras.check("envs", "Dates need", "json", "souk")
    extras.check("envs", "Dates need", "json")


def test_a_missing_module_of_souq_is_no_missing_extra() -> None:
    told = r"No module named 'souq\.dates'"
    with pytest.raises(ModuleNotFoundError, match=told) as caught, extras.importing("envs", "Dates need"):
        import souq.dates  # type: ignore[import-not-found]  # noqa: F401
    assert not isinstance(caught.value, extras.MissingExtra)
