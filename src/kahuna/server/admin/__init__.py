"""What whoever runs a site does by the command line, beside the processes that run it."""
