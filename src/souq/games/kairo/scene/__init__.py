"""Kairo's table: a sandy square of coloured stalls, six customers, cards on display and in the hand."""
