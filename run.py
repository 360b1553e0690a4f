#!/usr/bin/env python3
"""Run souq from a checkout on a machine with nothing but Python: install what a verb needs into .venv, then do it.

python3 run.py play      open a table in the browser (arguments are passed on: play desert_bazaar --port 8080)
python3 run.py test      every test that needs neither a browser nor a server
python3 run.py check     lint, types, rule coverage, client, documentation, server and browser tests
python3 run.py browser   every browser test (check runs fewer sizes and fewer whole games)
python3 run.py server    every server test (check runs tests of pages and texts with only one of the two databases)
python3 run.py suites    other libraries' suites over every game (--short: a few of each, without RLlib, which is large)
python3 run.py gpu       the kernels for graphics cards: assembled and simulated, and played where there is a card
python3 run.py site      build the games for browsers without a server into offline/ (or into a folder given here)
python3 run.py bench     how fast the rules are
python3 run.py docs      build the documentation into site/
"""

import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent
TEST = "souq compile; pytest -n auto -m 'not (browser or server or long or suites)'"
# Ruff's cache misses imports of moved modules. Tests of servers mostly wait, so six run at once; late ones are rerun.
AGAIN = "--reruns 1 --rerun-show-tracebacks --rerun-exclude-path tests/chaos"
CHECK = """mypy &; ruff check --no-cache; ruff format --check; tools.imports; tools.rule_coverage; tools.plain_english;
tools.notebooks; zensical build --strict --clean; souq compile;
pytest @tests/servers.txt -m '(server or long) and not wide' %s;
pytest tests/browser -n auto --dist loadfile -m 'not wide' %s""" % (AGAIN, AGAIN)
VERBS = {  # (environment, extras, commands) of each verb; a command that ends with & runs beside the others
    "play": [(".venv", ["server"], "souq play")],
    "site": [(".venv", ["server", "wasm"], "souq site")],
    "bench": [(".venv", [], "souq bench")],
    "docs": [(".venv", ["docs"], "tools.notebooks; zensical")],
    "test": [(".venv", ["test"], TEST)],
    "check": [(".venv", ["check", "docs", "test"], CHECK)],
    "browser": [(".venv", ["check", "test"], "souq compile; pytest tests/browser -n auto --dist loadfile")],
    "server": [(".venv", ["check", "docs", "test"], "souq compile; pytest @tests/servers.txt -m 'server or long'")],
    "suites": [(".venv-suites", ["suites"], "pytest tests/suites"), (".venv-rllib", ["rllib"], "pytest tests/rllib")],
    "gpu": [(".venv-gpu", ["gpu", "test"], "pytest tests/gpu")],
}
PINS = {".venv": ["constraints.txt"], ".venv-rllib": ["constraints-rllib.txt"]}  # RLlib needs older versions
PINS.update((".venv" + own, ["constraints.txt", "constraints%s.txt" % own]) for own in ("-suites", "-gpu"))


def python(home):
    """Return the path of an environment's interpreter."""
    return str(ROOT / home / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def watch(title, command):
    """Run a command, showing its latest line in place, or everything if it fails."""
    said, live = [], sys.stdout.isatty()
    print(title + " ...", end="" if live else "\n", flush=True)
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        for line in process.stdout:
            said.append(line)
            if live:
                print("\r\033[K%s ... %s" % (title, line.strip()[:60]), end="", flush=True)
    if process.returncode:
        sys.exit("\n%s failed:\n%s" % (title, "".join(said)))
    print("\r\033[K" if live else "", end="", flush=True)


def make_venv(home):
    """Create an empty environment, or exit with a message that says what is missing."""
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        sys.exit("This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv")
    watch("Making " + home, [sys.executable, "-m", "venv", "--clear", str(ROOT / home)])


def install(home, extras):
    """Bring an environment up to date; a stamp file holds a hash of the requirements and the installed extras."""
    pins = [(ROOT / name).read_bytes() for name in ("pyproject.toml", *PINS[home])]
    stamp, facts = ROOT / home / "souq.stamp", repr((str(ROOT), sys.version)).encode()
    digest = hashlib.sha256(b"".join([*pins, facts])).hexdigest()
    have = stamp.read_text().split() if stamp.exists() else []
    if have[:1] == [digest] and set(extras) <= set(have[1:]):
        return
    extras = sorted({*extras, *have[1:]})
    what = ["--editable", ".[%s]" % ",".join(extras) if extras else "."]
    what += [word for name in PINS[home] for word in ("--constraint", name)]
    if shutil.which("uv"):
        watch("Making " + home, ["uv", "venv", "--allow-existing", "--python", sys.executable, str(ROOT / home)])
        watch("Installing souq", ["uv", "pip", "install", "--python", python(home), *what])
    else:
        alone = [python(home), "-c", "import pip"]
        if not os.path.exists(alone[0]) or subprocess.call(alone, stderr=subprocess.DEVNULL):
            make_venv(home)
        # Python compiles what is imported when it is; compiling everything now would double the time.
        watch("Installing souq (once, a minute or two)", [python(home), "-m", "pip", "install", "--no-compile", *what])
    stamp.write_text(" ".join([digest, *extras]))


def main():
    """Install what the verb needs and run it; exit with the first exit code that isn't 0."""
    if sys.version_info < (3, 11):
        sys.exit("souq needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])
    verb, rest = "".join(sys.argv[1:2]), sys.argv[2:]
    parts, commands, npm = VERBS.get(verb) or sys.exit(__doc__), [], shutil.which("npm")
    if verb == "suites" and rest[:1] == ["--short"]:
        parts, rest = parts[:1], ["-m", "short", *rest[1:]]
    rest = rest or {"docs": ["build", "--strict", "--clean"], "site": ["offline"]}.get(verb, [])
    for home, extras, steps in parts:
        install(home, extras)
        commands += [[python(home), "-m", *shlex.split(step)] for step in steps.split(";")]
        commands[-1] += rest
    if verb == "check" and npm:
        commands.insert(0, [npm, "run", "--silent", "check"])  # installs its tools into node_modules, once
    elif verb == "check":
        print("npm is not here, so the client's formatting, types and unit tests are left out.")
    if len(commands) == 1 and os.name != "nt":  # exec, so that Ctrl-C reaches only the command
        os.chdir(ROOT)
        os.execv(commands[0][0], commands[0])
    beside = [subprocess.Popen(each[:-1], cwd=ROOT) for each in commands if each[-1] == "&"]
    codes = [subprocess.call(each, cwd=ROOT) for each in commands if each[-1] != "&"]
    sys.exit(next(filter(None, codes + [each.wait() for each in beside]), 0))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
