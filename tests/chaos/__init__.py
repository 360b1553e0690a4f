"""Faults, survived: whatever is killed, stopped, cut off or filled, nothing that was acknowledged is lost.

``python -m tests.chaos --faults 1000 --seed 7`` is the long form, :mod:`tests.chaos.test_chaos` the short one.
"""
