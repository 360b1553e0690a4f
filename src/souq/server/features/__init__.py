"""What a server offers beyond a table to play at. Features know the core, and nothing in the core knows them."""
