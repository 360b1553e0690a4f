"""Make a release: version, changelog, wheel with WebAssembly modules, commit and tag.

    python -m tools.release VERSION [--dry-run] [--tested] [--no-tag]

It first lists everything that prevents the release and stops if there is anything; ``--dry-run`` always stops there.
With ``--tested`` the tests are not run again. Nothing is pushed.
"""

from __future__ import annotations

import argparse
import datetime
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NUMBERS = re.compile(r"\d+\.\d+\.\d+")
HEADING = "## Unreleased\n"
WRITTEN = "pyproject.toml", "CHANGELOG.md", "CITATION.cff"
"""Files that contain the version."""


def current(root: Path) -> str:
    """Return the version in pyproject.toml."""
    version: str = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return version


def unreleased(changelog: str) -> str:
    """Return the changelog's text under *Unreleased*."""
    _, _, rest = changelog.partition(HEADING)
    return rest.partition("\n## ")[0].strip()


def missing(root: Path, version: str) -> Iterator[str]:
    """Yield a sentence for everything that prevents this release."""
    if not NUMBERS.fullmatch(version):
        yield f"A version has three numbers, as in 1.2.3; {version!r} hasn’t."
    elif _numbers(version) <= _numbers(current(root)):
        yield f"{version} isn’t newer than {current(root)}."
    if changed := said(root, "git", "status", "--porcelain"):
        yield f"The tree isn’t clean. Commit these first:\n{changed.rstrip()}"
    if said(root, "git", "tag", "--list", f"v{version}"):
        yield f"The tag v{version} is there already."
    if not unreleased((root / "CHANGELOG.md").read_text("utf-8")):
        yield "CHANGELOG.md has nothing under Unreleased."


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def tested(root: Path) -> bool:
    """Return whether ``run.py test`` and ``run.py check`` pass."""
    return all(subprocess.call([sys.executable, "run.py", verb], cwd=root) == 0 for verb in ("test", "check"))


def write(root: Path, version: str, day: datetime.date) -> None:
    """Write the version to pyproject.toml and CITATION.cff, and turn the *Unreleased* section into this version's."""
    project, changelog, citation = (root / name for name in WRITTEN)
    text = project.read_text("utf-8")
    project.write_text(text.replace(f'version = "{current(root)}"', f'version = "{version}"', 1), "utf-8")
    text = changelog.read_text("utf-8")
    changelog.write_text(text.replace(HEADING, f"{HEADING}\n## {version} ({day.isoformat()})\n", 1), "utf-8")
    text = re.sub(r"(?m)^version: .*$", f"version: {version}", citation.read_text("utf-8"))
    citation.write_text(re.sub(r"(?m)^date-released: .*$", f"date-released: {day.isoformat()}", text), "utf-8")


def build(root: Path) -> None:
    """Build the wheel into ``dist``, with a WebAssembly module of each game."""
    # Not committed, and removed again: a changed rule would have an old module.
    modules = root / "src/souq/wasm/modules"
    try:
        said(root, sys.executable, "-m", "souq", "compile", "--wasm", str(modules))
        said(root, sys.executable, "-m", "build", "--wheel", "--outdir", "dist")
    finally:
        shutil.rmtree(modules, ignore_errors=True)


def said(root: Path, *command: str) -> str:
    """Run a command and return its output.

    Raises:
        CalledProcessError: it failed; its standard error is shown.
    """
    return subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=True).stdout


def main(words: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Make a release, or print what is missing; return the exit code."""
    parser = argparse.ArgumentParser(prog="tools.release", description="Make a release of souq.")
    parser.add_argument("version", help="such as 0.3.0")
    parser.add_argument("--dry-run", action="store_true", help="only say what is missing")
    parser.add_argument("--tested", action="store_true", help="the tests have just passed: don't run them again")
    parser.add_argument("--no-tag", action="store_true", help="leave the tag to somebody else")
    given = parser.parse_args(words)
    if lacking := list(missing(root, given.version)):
        print("\n".join(lacking))
        return 1
    if given.dry_run:
        print(f"souq {given.version} can be released{'.' if given.tested else ' once the tests pass.'}")
        return 0
    if not (given.tested or tested(root)):
        print("The tests don’t pass, so nothing is released.")
        return 1
    release(root, given.version, tag=not given.no_tag)
    return 0


def release(root: Path, version: str, tag: bool) -> None:
    """Write the version, build the wheel, commit and tag."""
    write(root, version, datetime.date.today())
    build(root)  # first, so that a version that fails to build is not committed
    said(root, "git", "commit", "--quiet", "--message", f"souq {version}", *WRITTEN)
    if tag:
        said(root, "git", "tag", "--annotate", f"v{version}", "--message", f"souq {version}")
    print(f"souq {version} is committed{' and tagged' if tag else ''}, and its wheel is in dist.")
    print("To publish it: git push --follow-tags, and upload the wheel.")


if __name__ == "__main__":
    sys.exit(main())
