"""Environments for research: every registered game behind the interfaces that learners know."""
