"""Chatuchak's table: the own market large, the others small, twelve goals and a clock."""
