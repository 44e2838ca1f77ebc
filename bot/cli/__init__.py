"""The terminal: whistlestop and its subcommands."""
