"""The READMEs of features list their routes, parts, events and files correctly."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from souq.server import features

FOLDER = Path(features.__file__).parent
FEATURES = sorted(each.parent.name for each in FOLDER.glob("*/__init__.py"))


@cache
def listed_names(feature: str, about: str) -> set[str]:
    """Return the names in one line of a feature's README."""
    text = (FOLDER / feature / "README.md").read_text("utf-8")
    found = re.search(rf"^- \*\*{about}:\*\* (.*?)(?=^- |\Z)", text, re.M | re.S)
    assert found, f"{feature} does not say: {about}."
    return set(re.findall("`([^`]*)`", found[1]))


def called_names(feature: str, *methods: str) -> set[str]:
    """Return the names that a feature's modules give first to calls of a bus."""
    nodes = [node for path in (FOLDER / feature).glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    named = [call for call in calls if re.fullmatch(rf".*bus\.({'|'.join(methods)})", ast.unparse(call.func))]
    return {ast.unparse(call.args[0]).partition("(")[0] for call in named}


@pytest.mark.parametrize("feature", FEATURES)
def test_readmes_list_the_events_used(feature: str) -> None:
    assert listed_names(feature, "Publishes") == called_names(feature, "publish", "settle")
    assert listed_names(feature, "Subscribes to") == called_names(feature, "subscribe")


@pytest.mark.parametrize("feature", FEATURES)
def test_readmes_list_the_parts_routes_use(feature: str) -> None:
    path = FOLDER / feature / "dependencies.py"
    parts = set(re.findall(r"^\w+Dep = .*part\((\w+)\)\]$", path.read_text("utf-8"), re.M)) if path.is_file() else set()
    core = set(re.findall("also the core's `([^`]*)`", (FOLDER / feature / "README.md").read_text("utf-8")))
    assert listed_names(feature, "Parts") == parts | core


@pytest.mark.parametrize("feature", FEATURES)
def test_readmes_list_all_routes(feature: str) -> None:
    names = [path.stem for path in (FOLDER / feature).glob("*.py") if path.stem.endswith(("api", "pages", "sockets"))]
    modules = [importlib.import_module(f"souq.server.features.{feature}.{name}") for name in names]
    paths = {route.path for module in modules for route in module.router.routes}
    known = {(name.rstrip("…"), name.endswith("…")) for name in listed_names(feature, "Routes")}
    for path in paths:
        assert any(path == name or (more and path.startswith(name)) for name, more in known), path
    for name, more in known:
        assert any(path == name or (more and path.startswith(name)) for path in paths), name


@pytest.mark.parametrize("feature", FEATURES)
def test_files_in_readmes_exist(feature: str) -> None:
    for name in listed_names(feature, "Files"):
        assert (FOLDER / feature / name).is_file(), name
