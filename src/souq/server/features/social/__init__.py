"""Table chat, and muting and blocking of people."""
