"""What holds for all tests: those that need a tool that is not installed are left alone.

``run.py test`` installs the tools of its own tests, ``run.py check`` all of them.
"""

from __future__ import annotations

import importlib.util

NEEDS = {"browser": "playwright", "server/test_api.py": "schemathesis"}

collect_ignore = [tests for tests, tool in NEEDS.items() if importlib.util.find_spec(tool) is None]
