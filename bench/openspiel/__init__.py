"""souq against OpenSpiel's bots: matches at equal time, and what came of them.

``python -m bench.openspiel --help`` says how to run it. It needs ``pip install souq[openspiel]``.
"""
