"""``souq play`` and ``souq serve``: the table in the browser."""
