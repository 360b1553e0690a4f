"""run.py, the first thing a newcomer uses."""

from __future__ import annotations

import ast
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / "run.py"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the names of a run.py in an empty checkout; commands are recorded in ``ran`` and not run."""
    for path in (RUN, ROOT / "pyproject.toml", *ROOT.glob("constraints*.txt")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    names = runpy.run_path(str(tmp_path / "run.py"))
    names["ran"] = ran = []
    monkeypatch.chdir(tmp_path)  # run.py changes directory, which must not affect later tests

    def note(command: list[str], **_: object) -> int:
        ran.append([str(word) for word in command])
        if "venv" in ran[-1]:
            made = Path(names["python"](ran[-1][-1]))
            made.parent.mkdir(parents=True, exist_ok=True)
            made.touch()
        return 0

    inside = names["main"].__globals__
    inside["watch"] = lambda title, command: note(command)
    monkeypatch.setattr(inside["subprocess"], "call", note)
    monkeypatch.setattr(inside["subprocess"], "Popen", lambda command, **_: SimpleNamespace(wait=lambda: note(command)))
    monkeypatch.setattr(inside["shutil"], "which", lambda name: None)
    monkeypatch.setattr(inside["os"], "execv", lambda program, command: sys.exit(note(command)))
    return names


def run(names: dict[str, Any], monkeypatch: pytest.MonkeyPatch, *words: str) -> list[list[str]]:
    """Return what a verb runs, without the check of .venv."""
    names["ran"].clear()
    monkeypatch.setattr(sys, "argv", ["run.py", *words])
    with pytest.raises(SystemExit) as left:
        names["main"]()
    assert not left.value.code
    return [command for command in names["ran"] if command[-1] != "import pip"]


def test_it_is_short_and_needs_only_the_standard_library() -> None:
    source = RUN.read_text()
    assert len(source.splitlines()) <= 130
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        assert not isinstance(node, ast.ImportFrom)
        assert all(name in sys.stdlib_module_names for name in names)


def test_it_installs_only_the_first_time(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(checkout, monkeypatch, "play", "--port", "81")
    assert [command[1:3] for command in first] == [["-m", "venv"], ["-m", "pip"], ["-m", "souq"]]
    assert first[-1][1:] == ["-m", "souq", "play", "--port", "81"]
    assert run(checkout, monkeypatch, "play") == [[checkout["python"](".venv"), "-m", "souq", "play"]]


def test_another_verb_adds_what_it_needs_and_drops_nothing(
    checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(checkout, monkeypatch, "docs")
    assert ".[docs,test]" in run(checkout, monkeypatch, "test")[0]
    assert ".[check,docs,test]" in run(checkout, monkeypatch, "check")[0]
    assert not any("pip" in command for command in run(checkout, monkeypatch, "docs"))


def test_a_changed_pyproject_reinstalls(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    run(checkout, monkeypatch, "bench")
    with (checkout["ROOT"] / "pyproject.toml").open("a") as file:
        file.write("\n# changed\n")
    assert "pip" in run(checkout, monkeypatch, "bench")[0]


def test_uv_is_used_if_available(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkout["shutil"], "which", lambda name: "uv")
    made, installed, *_ = run(checkout, monkeypatch, "play")
    assert made[0] == installed[0] == "uv"
    assert "--compile-bytecode" not in installed


def test_check_runs_everything_even_after_a_failure(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def fail(command: list[str], **_: object) -> int:
        tried.append(" ".join(map(str, command[2:])))
        return int(len(tried) == 2)

    (checkout["ROOT"] / ".venv").mkdir()
    run(checkout, monkeypatch, "check")
    monkeypatch.setattr(checkout["subprocess"], "call", fail)
    with pytest.raises(SystemExit, match="1"):
        checkout["main"]()
    sources = ["ruff check --no-cache", "ruff format --check", "tools.imports", "tools.rule_coverage"]
    assert tried[:4] == sources
    again = "--reruns 1 --rerun-show-tracebacks --rerun-exclude-path tests/chaos"
    tests = [
        f"pytest @tests/servers.txt -m (server or long) and not wide {again}",
        f"pytest tests/browser -n auto --dist loadfile -m not wide {again}",
    ]
    pages = ["tools.plain_english", "tools.notebooks", "zensical build --strict --clean"]
    assert tried[4:] == [*pages, "souq compile", *tests]


def test_no_test_of_a_server_and_no_long_one_is_left_out() -> None:
    paths = [ROOT / path for path in (ROOT / "tests/servers.txt").read_text().split() if path[0] != "-"]
    assert all(path.exists() for path in paths)
    for path in (ROOT / "tests").rglob("*.py"):
        if re.search(r"mark\.(server|long)\b", path.read_text("utf-8")) and path.name != Path(__file__).name:
            assert any(path.is_relative_to(each) for each in paths), path


def test_the_documentation_runs_its_notebooks_first(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    run(checkout, monkeypatch, "docs")
    built = [" ".join(command[2:]) for command in run(checkout, monkeypatch, "docs")]
    assert built == ["tools.notebooks", "zensical build --strict --clean"]  # clean: outputs are not in its cache's key
    served = [" ".join(command[2:]) for command in run(checkout, monkeypatch, "docs", "serve")]
    assert served == ["tools.notebooks", "zensical serve"]


def test_a_site_is_built_into_a_folder_of_its_own_unless_another_is_given(
    checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = run(checkout, monkeypatch, "site")
    assert ".[server,wasm]" in made[-2]
    assert made[-1][1:] == ["-m", "souq", "site", "offline"]
    assert run(checkout, monkeypatch, "site", "elsewhere")[-1][-2:] == ["site", "elsewhere"]


def test_suites_have_their_own_environments(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run(checkout, monkeypatch, "suites", "-k", "kairo")
    made = {Path(command[-1]).name for command in ran if command[1:3] == ["-m", "venv"]}
    assert made == {".venv-suites", ".venv-rllib"}
    installs = {command[6]: command[7:] for command in ran if "pip" in command}
    assert installs[".[suites]"] == ["--constraint", "constraints.txt", "--constraint", "constraints-suites.txt"]
    assert installs[".[rllib]"] == ["--constraint", "constraints-rllib.txt"]
    assert ran[-2:] == [
        [checkout["python"](home), "-m", "pytest", tests, "-k", "kairo"]
        for home, tests in ((".venv-suites", "tests/suites"), (".venv-rllib", "tests/rllib"))
    ]
    run(checkout, monkeypatch, "play")
    assert not any("pip" in command for command in run(checkout, monkeypatch, "suites"))


def test_short_suites_skip_the_ray_suite(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run(checkout, monkeypatch, "suites", "--short", "-x")
    assert [command[3:] for command in ran if "pytest" in command] == [["tests/suites", "-m", "short", "-x"]]
    assert not any("rllib" in word for command in ran for word in command)
    with (checkout["ROOT"] / "constraints-suites.txt").open("a") as file:
        file.write("\n")
    assert "pip" in run(checkout, monkeypatch, "suites", "--short")[0]


def test_kernels_have_their_own_environment(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made, installed, tested = run(checkout, monkeypatch, "gpu", "-m", "short")
    assert Path(made[-1]).name == ".venv-gpu"
    pins = ["--constraint", "constraints.txt", "--constraint", "constraints-gpu.txt"]
    assert installed[6:] == [".[gpu,test]", *pins]
    assert tested == [checkout["python"](".venv-gpu"), "-m", "pytest", "tests/gpu", "-m", "short"]
    for verb in ("test", "check", "suites"):
        assert not any("gpu" in word for command in run(checkout, monkeypatch, verb) for word in command)


def test_without_npm_check_reports_that_the_client_is_skipped(
    checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = run(checkout, monkeypatch, "check")
    assert not any(command[0].endswith("npm") for command in ran)
    assert "npm is not here" in capsys.readouterr().out
    run(checkout, monkeypatch, "test")
    assert "npm" not in capsys.readouterr().out, "nobody who only plays or tests needs it"


def test_with_npm_check_begins_with_the_client(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkout["shutil"], "which", lambda name: "/usr/bin/npm" if name == "npm" else None)
    run(checkout, monkeypatch, "check")
    assert run(checkout, monkeypatch, "check")[0] == ["/usr/bin/npm", "run", "--silent", "check"]
    scripts = json.loads((ROOT / "package.json").read_text())["scripts"]
    assert scripts["precheck"] == "npm install --silent"
    for tool in ("prettier --check", "stylelint", "tsc", "node --test"):
        assert tool in scripts["check"]


def test_the_clients_tools_are_pinned_and_no_registry_is_named() -> None:
    pins = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert all(pin[0].isdigit() for pin in pins.values())
    assert "package-lock=false" in (ROOT / ".npmrc").read_text()


def test_an_old_python_is_refused(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer; this is 3\.9"):
        checkout["main"]()


def test_a_missing_venv_is_reported(checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit, match="apt install python3-venv"):
        checkout["make_venv"](".venv")


def test_a_check_that_runs_beside_the_others_can_fail(
    checkout: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[list[str]]()
    inside = checkout["main"].__globals__

    def begin(command: list[str], **_: object) -> SimpleNamespace:
        begun.append(command)
        return SimpleNamespace(wait=lambda: 3)

    monkeypatch.setattr(inside["subprocess"], "Popen", begin)
    monkeypatch.setattr(sys, "argv", ["run.py", "check"])
    with pytest.raises(SystemExit, match="3"):
        checkout["main"]()
    assert begun == [[checkout["python"](".venv"), "-m", "mypy"]]
    assert not any("&" in command for command in checkout["ran"])


def test_failing_commands_are_shown(tmp_path: Path) -> None:
    names = runpy.run_path(str(RUN))
    with pytest.raises(SystemExit, match=r"Trying failed:\nno luck"):
        names["watch"]("Trying", [sys.executable, "-c", "print('no luck'); raise SystemExit(3)"])


def test_without_a_verb_it_prints_help() -> None:
    ran = subprocess.run([sys.executable, str(RUN)], capture_output=True, text=True)
    assert ran.returncode == 1
    for verb in ("play", "test", "check", "suites", "bench", "docs"):
        assert f"run.py {verb}" in ran.stderr
