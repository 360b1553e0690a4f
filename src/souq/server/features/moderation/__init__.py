"""What people report, whom the house suspends, what it announces, and who may do so."""
