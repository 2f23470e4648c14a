"""What all tests need."""

import signal


def pytest_configure() -> None:
    """Let the programs that tests start hear Ctrl-C.

    A shell that runs the tests in the background has them ignore it, and children inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
