"""souq without a server: a folder of files from which every game is played in a browser tab, also offline.

``souq site DIR`` builds it. Pages are rendered when the site is built; behind a table's page, a worker runs Python
(Pyodide) with the same tables as a server and the games' rules as WebAssembly.
"""
