"""Games can be played under any Numba variables and Python switches."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

BEGIN = "import souq; print(len(souq.new('desert_bazaar', seed=1).legal()))"


@pytest.mark.parametrize("before", ["", "import numba; "])
def test_disabling_the_jit_is_ignored_with_a_warning(before: str) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", before + BEGIN]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0 and int(ran.stdout) > 0
    assert "souq ignores NUMBA_DISABLE_JIT" in ran.stderr and "Traceback" not in ran.stderr


def test_other_numba_variables_are_harmless() -> None:
    environment = {**os.environ, "NUMBA_NUM_THREADS": "1", "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": "/nowhere"}
    ran = subprocess.run([sys.executable, "-c", BEGIN], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0 and int(ran.stdout) > 0, ran.stderr
