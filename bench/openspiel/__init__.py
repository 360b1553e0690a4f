"""Matches of souq's bots against OpenSpiel's at equal time, and their results.

``python -m bench.openspiel --help`` explains how to run it. It needs ``pip install souq[openspiel]``.
"""
