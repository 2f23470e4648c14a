"""The bar of a command that counts something up to a known number."""

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kahuna.cli.output import stderr


def counting_bar() -> Progress:
    """Return a bar on standard error: what it says, how many of how many, and how long still."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=stderr,
        transient=True,
    )
