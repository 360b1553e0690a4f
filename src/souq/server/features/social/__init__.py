"""Table talk, and whom people mute and block."""
