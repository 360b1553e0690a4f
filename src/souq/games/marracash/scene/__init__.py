"""MarraCash's table: a walled town of shops, crowds at its fountains, and the queue round the wall."""
