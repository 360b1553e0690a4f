"""What holds for all tests: those that need a tool that is not installed are left alone.

``run.py test`` installs the tools of its own tests, ``run.py check`` all of them
but those that ``run.py suites`` has in environments of its own. Properties are tried on the same
examples in every run, so that what passed passes again; ``SOUQ_FUZZ=1 python3 run.py test`` looks for new ones.
"""

from __future__ import annotations

import importlib.util
import os

from hypothesis import settings

NEEDS = {"browser": "playwright", "server/test_api.py": "schemathesis", "suites": "torchrl", "rllib": "ray"}
NEEDS |= {f"gpu/test_{which}.py": "numba_cuda" for which in ("assembled", "simulated", "on_gpu", "cache")}

collect_ignore = [tests for tests, tool in NEEDS.items() if importlib.util.find_spec(tool) is None]

settings.register_profile("steady", derandomize=True)
settings.register_profile("fuzz", derandomize=False)
settings.load_profile("fuzz" if os.environ.get("SOUQ_FUZZ") else "steady")
