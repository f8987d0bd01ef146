"""Commands as Typer has them, with our own help pages and our own complaints about wrong calls."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup

from tianshen.cli.terminal import console
from tianshen.cli.terminal.help_page import command_page, program_page, term
from tianshen.cli.terminal.help_words import DEFAULT_LANG, HelpWords, load_help
from tianshen.errors import UsageError
from tianshen.notices import Code

if TYPE_CHECKING:
    from collections.abc import Iterable

# Every command, in the sequence of the help page, and the function that does it; its module is imported when called.
COMMANDS = {
    "new": "tianshen.cli.commands.new:new",
    "paste": "tianshen.cli.commands.paste:paste",
    "check": "tianshen.cli.commands.check:check",
    "resolve": "tianshen.cli.commands.resolve:resolve",
    "status": "tianshen.cli.commands.status:status",
    "report": "tianshen.cli.commands.report:report",
    "why": "tianshen.cli.commands.why:why",
    "map": "tianshen.cli.commands.map:draw_map",
    "excel": "tianshen.cli.commands.excel:excel",
    "season": "tianshen.cli.commands.excel:season",
    "judge": "tianshen.cli.commands.judge_cases:judge_cases",
    "translate": "tianshen.cli.commands.translate:translate",
    "verify": "tianshen.cli.commands.verify:verify",
    "export": "tianshen.cli.commands.exchange:export_game",
    "import": "tianshen.cli.commands.exchange:import_game",
    "demo": "tianshen.cli.commands.demo:demo",
}


HELP = ("-h", "--help")
# Typer's methods take a context that has no public name, wider than `typer.Context`: overriding them leaves it open.
AnyContext: TypeAlias = Any
# Where the first option stands with no folder after it, the second one is meant.
LONE = {"report": ("--game", "--whole")}


class HelpfulCommand(TyperCommand):
    """A command whose help page is in the language of its `words`."""

    words: HelpWords

    def get_help(self, ctx: AnyContext) -> str:
        """Return the whole help page."""
        return command_page(self.words, ctx.command_path, self.name or "", self.get_params(ctx))

    def parse_args(self, ctx: AnyContext, args: list[str]) -> list[str]:
        """Parse as Typer does; raise our own `UsageError` for a wrong call."""
        _show_help_if_asked(self, ctx, args)
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, _settled(self.name or "", args))
        except typer.TyperException as error:
            raise self._complaint(ctx, error) from error
        if rest:
            raise UsageError.single(Code.ARGUMENT_EXTRA, value=" ".join(rest), command=ctx.command_path)
        return rest

    def _complaint(self, ctx: typer.Context, error: typer.TyperException) -> UsageError:
        if isinstance(error, typer.BadParameter) and error.param is not None and not error.message:
            # A value that does not fit comes with a message; one that is missing has none.
            name = term(self.words, self.name or "", error.param)
            return UsageError.single(Code.ARGUMENT_MISSING, name=name, command=ctx.command_path)
        return complaint(ctx, error)


class LazyGroup(TyperGroup):
    """The program: all its commands, each made only when it is called."""

    words: HelpWords = load_help(DEFAULT_LANG)

    def list_commands(self, ctx: AnyContext) -> list[str]:
        """Return the names of all commands, in the sequence of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: AnyContext, cmd_name: str) -> TyperCommand | None:
        """Return the command with that name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name].partition(":")
        app = typer.Typer(add_completion=False)
        app.command(cmd_name, cls=HelpfulCommand, context_settings={"help_option_names": list(HELP)})(
            getattr(import_module(module), function)
        )
        command = typer.main.get_command(app)
        assert isinstance(command, HelpfulCommand)
        command.words = self.words
        return command

    def get_help(self, ctx: AnyContext) -> str:
        """Return the help page of the program."""
        return program_page(self.words, ctx.command_path, self.list_commands(ctx), self.get_params(ctx))

    def parse_args(self, ctx: AnyContext, args: list[str]) -> list[str]:
        """Parse as Typer does; raise our own `UsageError` for a wrong call."""
        options = list(takewhile(lambda arg: arg.startswith("-"), args))
        _show_help_if_asked(self, ctx, options if args else ["--help"])
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            raise complaint(ctx, error) from error

    def resolve_command(self, ctx: AnyContext, args: list[str]) -> tuple[str | None, TyperCommand | None, list[str]]:
        """Return the called command and its arguments; raise `UsageError` if there is no such command."""
        name = args[0]
        if name not in COMMANDS:
            near = tuple(get_close_matches(name, COMMANDS))
            raise UsageError.single(Code.COMMAND_UNKNOWN, name=name, near=near or tuple(COMMANDS))
        lang = ctx.params.get("lang")
        return name, self.get_command(ctx, name), [*([f"--lang={lang}"] if lang else []), *args[1:]]


def _show_help_if_asked(command: HelpfulCommand | LazyGroup, ctx: AnyContext, args: Iterable[str]) -> None:
    """Show the help page ourselves: Typer would write it in an encoding of its own choice."""
    if not set(HELP).isdisjoint(takewhile(lambda arg: arg != "--", args)):
        console.say(command.get_help(ctx))
        raise typer.Exit


def _settled(command: str, args: list[str]) -> list[str]:
    option, other = LONE.get(command, ("", ""))
    return [
        other if arg == option and not (index < len(args) and Path(args[index]).is_dir()) else arg
        for index, arg in enumerate(args, 1)
    ]


def complaint(ctx: typer.Context, error: typer.TyperException) -> UsageError:
    """Return in our own terms what is wrong with a call; raise the error again if the call is not to blame.

    Typer keeps the classes of its usage errors to itself, so what they carry tells them apart.
    """
    if error.exit_code != UsageError.exit_status:
        raise error
    command = ctx.command_path
    option = getattr(error, "option_name", None)
    if option is None:
        return UsageError.single(Code.USAGE_WRONG, command=command)
    if not hasattr(error, "possibilities"):  # a known option with too few values or too many
        return UsageError.single(Code.OPTION_MISUSED, name=option, command=command)
    near = tuple(error.possibilities or ())
    code = Code.OPTION_UNKNOWN_NEAR if near else Code.OPTION_UNKNOWN
    return UsageError.single(code, name=option, command=command, near=near)
