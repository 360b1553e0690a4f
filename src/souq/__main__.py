"""Entry point of ``souq`` and ``python -m souq``."""

import signal


def main() -> None:
    """Run a command; Ctrl-C ends it silently, even while its modules are loaded."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from souq.cli import main as run

    signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
