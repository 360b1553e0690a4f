"""Arrays: numpy's or, in a browser, where there is no numpy, the few functions of it that playing needs."""

from __future__ import annotations

import sys

if sys.platform == "emscripten":
    from souq.engine.browser import arrays as np
    from souq.engine.browser.arrays import ndarray as NDArray
else:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NDArray", "np"]
