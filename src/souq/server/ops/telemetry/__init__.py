"""What whoever runs a house sees of it from outside: figures, logs, traces; and nothing of who people are.

Parts of the house tell an ``observer`` what they do; ``metrics`` counts it and ``tracing`` sends it on, if it is to.
``pulse`` says how long the server's only thread keeps others waiting, and ``logs`` how lines are written, and where
from.
"""
