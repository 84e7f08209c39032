"""The last lines of a start: who may log in, with which token, and how the plugin is installed."""

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from worker.stack.say import say
from worker.stack.site import PROJECT, Site


def greet(site: Site, people: Mapping[str, object]) -> None:
    """Print logins and plugin lines, and as the very last line where the server is."""
    username = people["username"]
    if people["created"]:
        say("")
        say(f"Login:  {site.address}/  as {username}  with the password  {people['password']}")
        say(f"Token:  {people['token']}")
        say("Both are shown only once. Install the plugin in Claude Code with these two lines:")
        token = str(people["token"])
    else:
        manage = f"{_by_hand(site)} {shlex.quote(_short(PROJECT / 'manage.py'))}"
        scopes = "capture read write"
        say("")
        say(f"Login:  {site.address}/  as {username}  (a new password: {manage} changepassword {username})")
        say(f"Token:  made by  {manage} issue_token {username} --team {people['team']} --scopes {scopes}")
        say("Install the plugin in Claude Code with these two lines:")
        token = "<token>"  # noqa: S105 - no secret
    say(f"  claude plugin marketplace add {shlex.quote(str(PROJECT))}")
    say(f"  claude plugin install cairn@cairn --config url={site.address} --config token={token}")
    say(f"Cairn is ready at {site.address}")


def _by_hand(site: Site) -> str:
    """Give the command line that finds this stack, with the home if it is not the default one."""
    usual = site.home.path == Path("~/.cairn").expanduser()
    home = "" if usual else f"CAIRN_HOME={shlex.quote(str(site.home.path))} "
    return home + shlex.quote(_short(Path(sys.executable)))


def _short(path: Path) -> str:
    """Shorten a path to what works from here."""
    here = Path.cwd()
    return os.path.relpath(path, here) if path.is_relative_to(here) else str(path)
