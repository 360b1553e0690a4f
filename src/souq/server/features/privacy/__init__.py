"""What the server keeps, why, and for how long; what is old is cleared out."""
