"""The program that runs when ``souq`` or ``python -m souq`` is entered."""

import signal


def main() -> None:
    """Run the command line; Ctrl-C ends the program without an error message, even while it starts."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from souq.cli import main as run

    signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
