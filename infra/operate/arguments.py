"""The command line: which commands there are, and where they look."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from pathlib import Path
from typing import TypeAlias

from infra.operate import dead_queue, given_up, listing

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"

EPILOG = """\
Where: --data DIR (a folder of `make play`, also while it runs) or --table NAME (DynamoDB, by your
own AWS credentials: they need dynamodb:Scan, which the functions do not have).
What is shown is what everybody may see of a game: no hand, no card, no code, no address.
Exit status: 0 all is well; 1 something is not as it should be; 2 it could not be done;
3 the program failed.
"""


def parser() -> ArgumentParser:
    """Give the whole command line."""
    whole = ArgumentParser(
        prog="python -m infra.operate",
        description="The operator's view of an installation of Alibi.",
        epilog=EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    here = _where()
    for add in (_list, _inspect, _replay, _dead, _redrive, _resend, _export, _import):
        add(commands, here)
    _moving(commands, "migrate", "copy a whole installation into an empty one, and compare")
    _moving(commands, "compare", "say whether two installations hold the same")
    return whole


def _where() -> ArgumentParser:
    """Give the options that say where the games are."""
    one = ArgumentParser(add_help=False)
    where = one.add_mutually_exclusive_group()
    where.add_argument("--data", type=Path, default=Path("data"), metavar="DIR", help="(data)")
    where.add_argument("--table", metavar="NAME", help="a DynamoDB table, such as alibi-games")
    _aws(one)
    _talk(one)
    return one


def _aws(one: ArgumentParser) -> None:
    one.add_argument("--region", metavar="R", help="of AWS, if the environment does not say")
    one.add_argument("--endpoint-url", metavar="URL", help="of an emulator of AWS")


def _talk(one: ArgumentParser) -> None:
    one.add_argument("--json", action="store_true", help="for programs: one document a line")
    one.add_argument("--yes", action="store_true", help="do not ask")


def _list(commands: Commands, here: ArgumentParser) -> None:
    one = commands.add_parser("list", parents=[here], help="the games")
    only = one.add_mutually_exclusive_group()
    for wish in listing.WISHES:
        only.add_argument(f"--{wish}", dest="wish", action="store_const", const=wish, default="")
    one.add_argument("--after", default="", metavar="GAME", help="go on behind this one")
    one.add_argument("--limit", type=_count, metavar="N", help="no more than so many")


def _count(text: str) -> int:
    """Read how many; raises ValueError for what is no number, or a negative one."""
    if int(text) < 0:
        raise ValueError(text)
    return int(text)


def _inspect(commands: Commands, here: ArgumentParser) -> None:
    one = commands.add_parser("inspect", parents=[here], help="one game, as everybody may see it")
    one.add_argument("game")
    one.add_argument("--at", type=int, metavar="ENTRY", help="as it was after this entry")


def _replay(commands: Commands, here: ArgumentParser) -> None:
    text = "fold the log again and compare with what is stored"
    one = commands.add_parser("replay", parents=[here], help=text)
    which = one.add_mutually_exclusive_group(required=True)
    which.add_argument("game", nargs="?")
    which.add_argument("--all", action="store_true", help="every game, and rows that lead nowhere")
    one.add_argument("--repair", action="store_true", help="write state and index as the log says")


def _dead(commands: Commands, here: ArgumentParser) -> None:
    one = commands.add_parser("dead", parents=[here], help="what was given up")
    _dead_options(one)


def _redrive(commands: Commands, here: ArgumentParser) -> None:
    text = "try what was given up once more, when its cause is mended"
    one = commands.add_parser("redrive", parents=[here], help=text)
    _dead_options(one)
    one.add_argument("--mail-domain", metavar="NAME", help="for mails that are read again")
    one.add_argument("--base-url", metavar="URL", help="for mails that are read again")


def _dead_options(one: ArgumentParser) -> None:
    kinds = (*given_up.KINDS, "queue")
    one.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(kinds)}; else all")
    one.add_argument("--queue", default=dead_queue.DEAD, help=f"dead letters ({dead_queue.DEAD})")
    one.add_argument(
        "--clock-queue", default=dead_queue.CLOCK, help=f"where games wait ({dead_queue.CLOCK})"
    )


def _resend(commands: Commands, here: ArgumentParser) -> None:
    one = commands.add_parser("resend", parents=[here], help="a letter once more")
    one.add_argument("game")
    one.add_argument("letter", help="its entry and its reader, such as 00000012.s2")


def _export(commands: Commands, here: ArgumentParser) -> None:
    one = commands.add_parser("export", parents=[here], help="a game as a file")
    one.add_argument("game")
    one.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    one.add_argument("--public", action="store_true", help="only what everybody may see")


def _import(commands: Commands, here: ArgumentParser) -> None:
    one = commands.add_parser("import", parents=[here], help="a game from a file")
    one.add_argument("file", type=Path)


def _moving(commands: Commands, name: str, text: str) -> None:
    one = commands.add_parser(name, help=text)
    source = one.add_mutually_exclusive_group(required=True)
    source.add_argument("--from", type=Path, dest="source", metavar="DIR")
    source.add_argument("--from-table", dest="source_table", metavar="NAME")
    target = one.add_mutually_exclusive_group(required=True)
    target.add_argument("--to", type=Path, dest="target", metavar="DIR")
    target.add_argument("--to-table", dest="target_table", metavar="NAME")
    _aws(one)
    _talk(one)
