"""Find rules of a game without a test, and tests that name rules that don't exist.

    python -m tools.rule_coverage [GAME ...] [--json]

The rules of a game are those of its ``rulebook.toml``. A rule has a test when a file under ``tests/`` names its ID
inside ``rules(...)``. An ID in a game's own tests that isn't in its rulebook is an error. The exit status is 1 if
anything is wrong.
"""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CITED = re.compile(r"\brules\(([^)]*)\)", re.S)
ID = re.compile(r"\b[A-Z]{2}-[A-Z][0-9]{2}\b")


def rulebooks(games: Path) -> dict[str, Path]:
    """Return the rulebooks by the names of their games."""
    return {path.parent.name: path for path in sorted(games.glob("*/rulebook.toml"))}


def stated(rulebook: Path) -> list[str]:
    """Return the IDs of a rulebook, in reading order."""
    data = tomllib.loads(rulebook.read_text(encoding="utf-8"))
    return [rule["id"] for chapter in data["chapters"] for rule in chapter["rules"]]


def cited(tests: Path) -> Iterator[tuple[str, Path]]:
    """Yield every ID inside ``rules(...)`` under a folder of tests, with its file."""
    for path in sorted(tests.rglob("*.py")):
        for call in CITED.findall(path.read_text(encoding="utf-8")):
            for rule in ID.findall(call):
                yield rule, path


def report(game: str, rulebook: Path, tests: Path) -> dict[str, Any]:
    """Report the rules of a game without a test, and IDs in its own tests that no rule has."""
    ids = stated(rulebook)
    tested = {rule for rule, _ in cited(tests)}
    own = {rule for rule, path in cited(tests) if game in path.parts}
    return {
        "rules": len(ids),
        "untested": [rule for rule in ids if rule not in tested],
        "unknown": sorted(own - set(ids)),
    }


def main(arguments: list[str] | None = None) -> int:
    """Print the report; return 1 if a rule has no test or a test names an unknown rule."""
    parser = argparse.ArgumentParser(prog="python -m tools.rule_coverage", description="Rules without a test.")
    parser.add_argument("games", nargs="*", help="games to look at (all, when none is named)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--project", type=Path, default=ROOT, help="another checkout than this one")
    options = parser.parse_args(arguments)
    books = rulebooks(options.project / "src" / "souq" / "games")
    if not books:
        parser.error(f"{options.project} has no game with a rulebook in src/souq/games")
    if unknown := [game for game in options.games if game not in books]:
        parser.error(f"no rulebook of {', '.join(unknown)}; there are: {', '.join(books) or 'none'}")
    rows = {game: report(game, books[game], options.project / "tests") for game in options.games or books}
    if options.json:
        print(json.dumps(rows, indent=2))
    else:
        for game, row in rows.items():
            print(f"{game}: {row['rules']} rules, {len(row['untested'])} without a test")
            for kind in ("untested", "unknown"):
                if row[kind]:
                    print(f"  {kind}: {' '.join(row[kind])}")
    return int(any(row["untested"] or row["unknown"] for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
