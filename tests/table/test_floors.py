"""The folders of the server stand on each other as on floors: nothing below knows what is above."""

from __future__ import annotations

import pytest

from souq import table
from tests.imports import Package

FLOORS = (
    {"settings", "errors", "limits", "hosts"},
    {"observed"},
    {"clocks"},
    {"stored", "processes"},
    {"playing"},
    {"manners"},
    {"keeping"},
    {"shown"},
    {"servers"},
    {"commands"},
    {"background"},
    {"accounts"},
    {"lobby"},
    {"notices"},
    {"ratings"},
    {"tournaments"},
    {"hearing"},
    {"house"},
    {"sent"},
    {"pages"},
    {"app"},
    {"serve"},
    {"working"},
    {"configuring"},
)
FLOOR_OF = {part: floor for floor, parts in enumerate(FLOORS) for part in parts}
TABLE = Package(table)


def test_every_part_has_a_floor() -> None:
    assert {module.partition(".")[0] for module in TABLE.modules} == set(FLOOR_OF)


@pytest.mark.parametrize("module", TABLE.modules)
def test_a_module_imports_only_from_its_folder_and_the_floors_below(module: str) -> None:
    part = module.partition(".")[0]
    for imported in TABLE.imported(module):
        below = imported.partition(".")[0]
        assert below == part or FLOOR_OF[below] < FLOOR_OF[part], f"{module} imports {imported}"


def test_no_modules_go_round_in_a_circle() -> None:
    assert TABLE.circles() == set()


def test_nothing_is_imported_for_the_type_checker_alone() -> None:
    assert [name for name, path in TABLE.modules.items() if "TYPE_CHECKING" in path.read_text("utf-8")] == []
