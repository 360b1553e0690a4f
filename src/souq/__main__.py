"""Entry point of ``souq`` and ``python -m souq``."""

import signal


def main() -> None:
    """Run a command. Ctrl-C ends it in silence while its modules are loaded, too."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from souq.cli import main as run

    signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
