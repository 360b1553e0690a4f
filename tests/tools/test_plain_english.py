"""The checker for plain English."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tools import plain_english
from tools.plain_english import ROOT


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a checkout with the real word list and no findings."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "plain_english.toml", tmp_path / "tools")
    settings = tmp_path / "tools" / "plain_english.toml"
    settings.write_text(settings.read_text().partition("[[allow]]")[0])
    (tmp_path / "src" / "souq").mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


def findings(project: Path, capsys: pytest.CaptureFixture[str], *paths: str) -> list[str]:
    status = plain_english.main(list(paths), project)
    lines = capsys.readouterr().out.splitlines()
    assert status == (1 if lines else 0)
    return lines


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"""Return the rules."""\n', ""),
        ('"""Build the tree anew."""\n', "'anew'"),
        ('"""What is sent."""\n', "'What …'"),
        ('"""Who may sit where."""\n', "'Who …'"),
        ('"""Return what is sent."""\n', ""),
        ('x = 1\n"""How much it costs."""\n', "'How much …'"),
        ("x = 1  # whoever asks\n", "'whoever'"),
        ('x = "whoever asks, anew"\n', ""),
        ("def told(): ...\n", "'told'"),
        ("def _told(): ...\n", "'_told'"),
        ("class Look: ...\n", "'Look'"),
        ("def looks_at(): ...\n", ""),
    ],
)
def test_docstrings_comments_and_names_are_checked(
    project: Path, capsys: pytest.CaptureFixture[str], text: str, found: str
) -> None:
    (project / "src" / "souq" / "code.py").write_text(text)
    lines = findings(project, capsys)
    assert len(lines) == bool(found)
    assert found in "".join(lines)


def test_the_name_of_a_module_is_checked(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "src" / "souq" / "manners.py").write_text("")
    assert [line.split(": ")[0] for line in findings(project, capsys)] == ["src/souq/manners.py:1"]


def test_the_line_of_a_finding_is_its_own(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "src" / "souq" / "code.py").write_text('"""Return it.\n\nAll is built anew.\n"""\n')
    assert findings(project, capsys)[0].startswith("src/souq/code.py:3: 'anew' (use: again")


def test_code_in_documentation_and_tags_in_templates_are_left_alone(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "docs" / "page.md").write_text("Run it.\n\n```\nanew = 1\n```\n\nCall `anew`.\nSee [it](anew.md).\n")
    page = project / "src" / "souq" / "server" / "page.html"
    page.parent.mkdir()
    page.write_text('<p class="anew">{{ anew }}{% if anew %}Again{% endif %}</p>\n')
    assert findings(project, capsys) == []
    page.write_text("<p>Once anew</p>\n")
    assert len(findings(project, capsys)) == 1
    assert findings(project, capsys, "docs") == []


def test_an_exception_excuses_one_text_in_one_place(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = project / "tools" / "plain_english.toml"
    exception = '\n[[allow]]\npath = "{}"\ntext = "anew"\nreason = "A name."\n'
    (project / "src" / "souq" / "code.py").write_text("x = 1  # anew\n")
    plain = settings.read_text()
    for path in ("src/souq/code.py", "src/souq/"):
        settings.write_text(plain + exception.format(path))
        assert findings(project, capsys) == []
    settings.write_text(plain + exception.format("src/souq/other.py"))
    assert len(findings(project, capsys)) == 2, "the finding, and the exception that excuses nothing"
    settings.write_text(plain + exception.format("src/souq/code.py").replace("A name.", ""))
    with pytest.raises(ValueError, match="needs a reason"):
        findings(project, capsys)
