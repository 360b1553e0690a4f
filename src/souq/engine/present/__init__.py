"""What a table looks and reads like."""
