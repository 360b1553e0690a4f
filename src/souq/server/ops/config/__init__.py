"""How a server is set up, and where each setting comes from.

Every setting may stand in ``souq.toml`` (``file``), in an environment variable or in an option of the command line.
``settings`` declares them, ``fields`` holds values to that, and ``sources`` brings together what was given.
"""
