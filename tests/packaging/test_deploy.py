"""Files in ``deploy`` refer only to existing commands, options, settings and folders."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer

from souq.cli.app import app
from souq.server.ops.config.fields import SETTINGS
from souq.server.ops.config.sources import OTHERS, PREFIX
from souq.server.serve import GONE

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
TEXTS = {path.name: path.read_text("utf-8") for path in DEPLOY.iterdir()}


def commands() -> dict[str, set[str]]:
    """Return every command with its options."""
    group = typer.main.get_command(app)
    return {
        name: {word for each in command.params for word in each.opts}
        for name, command in group.commands.items()  # type: ignore[attr-defined]
    }


def check(words: list[str]) -> None:
    """Check a command line of souq."""
    command, *rest = words
    assert rest is not None and command in commands()
    for at, word in enumerate(rest):
        if word == "--set":
            name, _, text = rest[at + 1].partition("=")
            SETTINGS[name].read(text)
        elif word.startswith("--"):
            assert word in commands()[command], word


@pytest.mark.parametrize("name", TEXTS)
def test_every_variable_is_a_setting(name: str) -> None:
    known = {PREFIX + each.upper() for each in SETTINGS} | set(OTHERS)
    ours = {"SOUQ_DB_PASSWORD", "SOUQ_NAME"}  # of compose.yaml and Caddyfile, explained there
    assert set(re.findall(r"\bSOUQ_\w+", TEXTS[name])) <= known | ours


def test_the_image_copies_existing_files_and_runs_unprivileged() -> None:
    text = re.sub(r"\\\n\s*", " ", TEXTS["Containerfile"])
    for line in text.splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            *sources, _ = line.split()[1:]
            assert all((ROOT / source).exists() for source in sources), line
            kept = TEXTS["Containerfile.dockerignore"]
            assert all(f"!{source}\n" in kept for source in sources), line
    final = text[text.rindex("\nFROM ") :]
    assert re.search(r"^USER 65534", final, re.M)
    assert 'ENTRYPOINT ["souq"]' in final
    check(re.findall(r'^CMD \["(\w+)"\]', final, re.M))
    for command in re.findall(r"/opt/souq/bin/souq ([\w -]+?) &&", text):
        check(command.split())
    for name, value in re.findall(r"\bSOUQ_(\w+)=(\S+)", final):
        if name.lower() in SETTINGS:
            SETTINGS[name.lower()].read(value)
    both = [re.findall(rf"{name}=(\S+)", text) for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "SOUQ_CACHE_DIR")]
    assert all(len(each) == 2 and len(set(each)) == 1 for each in both), "made and found under the same conditions"


def test_compose_refers_to_existing_files() -> None:
    yaml = pytest.importorskip("yaml")
    made: dict[str, Any] = yaml.safe_load(TEXTS["compose.yaml"])
    services = made["services"]
    ours = {name: each for name, each in services.items() if each["image"] == "souq"}
    assert set(ours) == {"web1", "web2", "worker1", "worker2"}
    for each in ours.values():
        check(each["command"])
        assert each["read_only"] and each["cap_drop"] == ["ALL"]
        assert (DEPLOY / each["build"]["context"] / each["build"]["dockerfile"]).is_file()
        for name, value in each["environment"].items():
            if "${" not in value:
                SETTINGS[name.removeprefix(PREFIX).lower()].read(value)
        leaving = float(each["environment"]["SOUQ_LEAVING"])
        assert float(each["stop_grace_period"].removesuffix("s")) > leaving + GONE
    assert ours["web1"]["environment"]["SOUQ_PROXIES"] == services["nginx"]["networks"]["house"]["ipv4_address"]
    mounted = services["nginx"]["volumes"][0].partition(":")[0]
    assert (DEPLOY / mounted).is_file()
    given = {each["source"]: each["target"] for each in services["nginx"]["configs"]}
    assert set(given) == set(made["configs"])
    included = re.findall(r"include (\S+);", TEXTS["souq-nginx.conf"])
    assert {given["servers"], given["names"]} == set(included)
    assert {Path(each).name for each in included} <= set(TEXTS)
    assert "${SOUQ_NAME:-localhost}" in made["configs"]["names"]["content"] and "SOUQ_NAME" in str(ours["web1"])
    assert re.findall(r"server (\w+):", made["configs"]["servers"]["content"]) == ["web1", "web2"]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_runs_an_existing_command_and_allows_a_clean_stop(path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(path.read_text("utf-8"))
    service = unit["Service"]
    program, *words = shlex.split(service["ExecStart"].replace("%i", "8001"))
    assert program.endswith("/souq")
    check(words)
    leaving = float(next((word.partition("=")[2] for word in words if word.startswith("leaving=")), "0"))
    assert float(service["TimeoutStopSec"]) > leaving + GONE
    assert service["NoNewPrivileges"] == service["LockPersonality"] == "yes"
    assert "MemoryDenyWriteExecute" not in service, "rules are compiled to machine code"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed.")
@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_accepts_the_units(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8").replace("/opt/souq/bin/souq ", f"{shutil.which('true')} ")
    (tmp_path / path.name).write_text(text, "utf-8")
    named = tmp_path / path.name.replace("@.", "@8001.")
    named.write_text(text, "utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(named)], capture_output=True, text=True, check=False)
    said = [line for line in (done.stdout + done.stderr).splitlines() if path.stem.rstrip("@") in line]
    assert not said, said


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed.")
def test_caddy_accepts_its_configuration() -> None:
    command = ["caddy", "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
