"""The home's database for one command while no stack runs: started for it, and stopped after it."""

import subprocess
from collections.abc import Mapping

from worker.stack.lock import hold_home
from worker.stack.postgres import embedded_postgres
from worker.stack.site import SUPERVISED, Site, survey
from worker.stack.supervisor import end_leftovers


def names_database(given: Mapping[str, str]) -> bool:
    """Tell whether the person named a database; else it is the home's."""
    return bool(given.get("DATABASE_URL") or given.get("CAIRN_OWNER_DATABASE_URL"))


def run_with_database(given: Mapping[str, str], *arguments: str) -> int:
    """Run a management command with the home's Postgres up; give its exit status.

    Raises Refused, with the code `running` while a stack runs in the home, and Unavailable.
    """
    site = survey(given)
    with hold_home(site.home, "for a backup or restore"):
        end_leftovers(site.home)  # of a killed stack, whose database is about to be started anew
        return _run_held(site, arguments)


def _run_held(site: Site, arguments: tuple[str, ...]) -> int:
    with embedded_postgres(site.home.path, durable=True) as cluster:
        urls = {"DATABASE_URL": cluster.app_url, "CAIRN_OWNER_DATABASE_URL": cluster.owner_url}
        environment = {**site.given, **urls, SUPERVISED: site.home.identity}
        return subprocess.run(site.manage(*arguments), env=environment, check=False).returncode
