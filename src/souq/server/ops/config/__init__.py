"""Configuration of a server: the settings, and the sources of their values.

Every setting can be given in ``souq.toml`` (``file``), in an environment variable or as a command line option.
``settings`` declares them, ``fields`` validates values, and ``sources`` merges the sources.
"""
