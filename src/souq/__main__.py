"""``python -m souq`` is ``souq``."""

from souq.cli import main

if __name__ == "__main__":
    main()
