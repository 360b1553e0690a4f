"""souq without a server: a folder of files from which every game is played in a browser tab, also offline.

``souq site DIR`` builds it (:mod:`souq.web.building`). Pages are rendered when the site is built; behind a table's
page, a worker runs Python (Pyodide) with the same tables as a server and the games' rules as WebAssembly.
"""

import souq.server  # noqa: F401 -- whose packages a site is built with, too: it says which of them are missing

PYODIDE = "314.0.7"
"""Version of Pyodide, Python for browsers, with which sites are built; ``package.json`` names the same one."""
