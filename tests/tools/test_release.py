"""Releases: their preconditions and results."""

from __future__ import annotations

import datetime
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tools import release

PROJECT = '[project]\nname = "souq"\nversion = "0.1.0"\n'
CITATION = "cff-version: 1.2.0\ntitle: souq\nversion: 0.1.0\ndate-released: 2026-01-01\n"
CHANGES = "# Changes\n\n## Unreleased\n\n- Bots sing.\n\n## 0.1.0\n\nThe first version.\n"
built: list[Path] = []


def git(root: Path, *words: str) -> str:
    """Return the output of git in a repository of its own."""
    who = ["-c", "user.name=Rosa", "-c", "user.email=rosa@example.org"]
    return subprocess.run(["git", *who, *words], cwd=root, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with a version and a changelog; wheels are recorded instead of built, and tests pass."""
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    (tmp_path / "CITATION.cff").write_text(CITATION)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "Rosa")
    git(tmp_path, "config", "user.email", "rosa@example.org")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "Bots sing")
    built.clear()
    monkeypatch.setattr(release, "build", built.append)
    monkeypatch.setattr(release, "tested", lambda root: True)
    return tmp_path


def test_a_release_makes_a_commit_a_wheel_and_a_tag(root: Path) -> None:
    assert release.main(["0.2.0"], root) == 0
    assert release.current(root) == "0.2.0"
    assert git(root, "rev-parse", "v0.2.0^{commit}") == git(root, "rev-parse", "HEAD")
    assert git(root, "log", "-1", "--format=%s") == "souq 0.2.0\n"
    assert git(root, "tag", "--list") == "v0.2.0\n"
    assert git(root, "status", "--porcelain") == ""
    assert built == [root]


def test_unreleased_entries_move_under_the_version_and_date(root: Path) -> None:
    release.write(root, "0.2.0", datetime.date(2026, 11, 23))
    changes = (root / "CHANGELOG.md").read_text()
    assert "## Unreleased\n\n## 0.2.0 (2026-11-23)\n\n- Bots sing.\n\n## 0.1.0\n" in changes
    assert release.unreleased(changes) == ""


def test_the_citation_gets_the_version_and_date(root: Path) -> None:
    release.write(root, "0.2.0", datetime.date(2026, 11, 23))
    cited = (root / "CITATION.cff").read_text()
    assert cited == "cff-version: 1.2.0\ntitle: souq\nversion: 0.2.0\ndate-released: 2026-11-23\n"


def test_a_dry_run_changes_nothing(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["0.2.0", "--dry-run"], root) == 0
    assert "can be released once the tests pass" in capsys.readouterr().out
    assert (release.current(root), git(root, "tag", "--list"), built) == ("0.1.0", "", [])
    assert git(root, "status", "--porcelain") == ""


def test_the_tag_can_be_left_out(root: Path) -> None:
    assert release.main(["0.2.0", "--no-tag"], root) == 0
    assert git(root, "tag", "--list") == ""


@pytest.mark.parametrize(
    ("version", "said"),
    [("0.2", "three numbers"), ("new", "three numbers"), ("0.1.0", "isn’t newer"), ("0.0.9", "isn’t newer than 0.1.0")],
)
def test_versions_must_increase(root: Path, capsys: pytest.CaptureFixture[str], version: str, said: str) -> None:
    assert release.main([version], root) == 1
    assert said in capsys.readouterr().out


def test_all_problems_are_reported_at_once(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "CHANGELOG.md").write_text(CHANGES.replace("- Bots sing.\n\n", ""))
    git(root, "tag", "v0.2.0")
    assert release.main(["0.2.0"], root) == 1
    told = capsys.readouterr().out
    for each in ("The tree isn’t clean", " M CHANGELOG.md", "v0.2.0 is there already", "nothing under Unreleased"):
        assert each in told
    assert release.current(root) == "0.1.0"


def test_failing_tests_prevent_a_release(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "tested", lambda root: False)
    assert release.main(["0.2.0"], root) == 1
    assert "tests don’t pass" in capsys.readouterr().out
    assert git(root, "status", "--porcelain") == ""
    assert release.main(["0.2.0", "--tested"], root) == 0


def test_the_checkout_has_the_files_a_release_reads() -> None:
    assert release.NUMBERS.fullmatch(release.current(release.ROOT))
    changes = (release.ROOT / "CHANGELOG.md").read_text()
    assert changes.count(release.HEADING) == 1
    assert re.findall(r"^## (\d+\.\d+\.\d+)", changes, re.M)[0] == release.current(release.ROOT)


def test_the_citation_names_this_version_and_the_authors() -> None:
    cited = (release.ROOT / "CITATION.cff").read_text()
    project = tomllib.loads((release.ROOT / "pyproject.toml").read_text())["project"]
    day = re.findall(
        rf"^## {re.escape(project['version'])} \((.*)\)$", (release.ROOT / "CHANGELOG.md").read_text(), re.M
    )
    assert re.findall(r"^version: (.*)$", cited, re.M) == [project["version"]]
    assert re.findall(r"^date-released: (.*)$", cited, re.M) == day
    assert re.findall(r"^license: (.*)$", cited, re.M) == [project["license"]]
    assert re.findall(r"^  - name: (.*)$", cited, re.M) == [author["name"] for author in project["authors"]]
