"""What the server keeps, why, and for how long."""
