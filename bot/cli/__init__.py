"""The command line: `whistlestop` and its subcommands."""
