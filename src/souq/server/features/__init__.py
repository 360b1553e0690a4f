"""Features of a server besides playing at a table. They import the core, which imports none of them."""
