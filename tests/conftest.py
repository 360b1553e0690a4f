"""What holds for all tests: those that need a tool that is not installed are left alone.

``run.py test`` installs no browser tools, ``run.py check`` does; a tool that is missing there fails its tests.
"""

from __future__ import annotations

import importlib.util

collect_ignore = [] if importlib.util.find_spec("playwright") else ["browser"]
