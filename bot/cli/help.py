"""The layout of help pages: `FILE` for an argument, `--out FILE` and `--reset` for options.

Typer's own layout shows `{file}`, `<path>` and `--reset <bool>`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from typer.core import TyperArgument, TyperCommand

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter


class PlainCommand(TyperCommand):
    """A command whose help page has the conventional layout."""

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        """Return the parts of the usage line, without braces around required arguments."""
        return [re.sub(r"[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the arguments without types, then the options."""
        params = self.get_params(ctx)
        arguments = [param for param in params if isinstance(param, TyperArgument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(arg.display_name_raw, arg.help or "") for arg in arguments])
        options = [param for param in params if not isinstance(param, TyperArgument)]
        records = [record for param in options if (record := param.get_help_record(ctx))]
        with formatter.section("Options"):
            formatter.write_dl(records)

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the whole help text for the list of commands. Long texts are wrapped."""
        return self.help or ""
