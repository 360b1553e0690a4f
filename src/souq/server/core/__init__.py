"""The server's core, which every table needs: the database, tables in play, commands, viewers, workers and HTTP."""
