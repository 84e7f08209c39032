"""What the processes of a stack are told, and what commands by hand find in `stack.json` beside it."""

from collections.abc import Mapping

from worker.stack.cluster import Cluster
from worker.stack.home import write_private
from worker.stack.site import SUPERVISED, Site
from worker.stack.sockets import socket_folder
from worker.stack.valkey import Queue

EMBEDDER_SOCKET = "embedder.sock"
# A developer's own access to some server, which need not be this one.
_OF_THE_PERSON = ("CAIRN_URL", "CAIRN_TOKEN")


def stack_environment(site: Site, cluster: Cluster | None, queue: Queue | None) -> dict[str, str]:
    """Give the variables that name the running stack, with the person's own database and queue if any."""
    home, given = site.home, site.given
    doors = ("CAIRN_EMBEDDER", "CAIRN_EMBEDDER_URL", "CAIRN_EMBEDDING_MODEL")
    return {
        **{name: given[name] for name in doors if given.get(name)},
        "CAIRN_HOME": str(home.path),
        "PORT": str(site.port),
        "DATABASE_URL": cluster.app_url if cluster else given["DATABASE_URL"],
        "CAIRN_OWNER_DATABASE_URL": cluster.owner_url
        if cluster
        else given.get("CAIRN_OWNER_DATABASE_URL") or given["DATABASE_URL"],
        "REDIS_URL": queue.url if queue else given["REDIS_URL"],
        "CAIRN_EMBEDDER_SOCKET": str(socket_folder(home, home.run, EMBEDDER_SOCKET) / EMBEDDER_SOCKET),
        "CAIRN_SECRET_KEY": given.get("CAIRN_SECRET_KEY") or home.secret("secret key"),
    }


def publish(site: Site, stack: Mapping[str, str]) -> None:
    """Write `stack.json`, readable by us alone."""
    write_private(site.home.stack_file, dict(stack))


def process_environment(site: Site, stack: Mapping[str, str]) -> dict[str, str]:
    """Give the whole environment of one of our own processes."""
    given = {name: value for name, value in site.given.items() if name not in _OF_THE_PERSON}
    if hosts := given.get("CAIRN_ALLOWED_HOSTS"):
        given["CAIRN_ALLOWED_HOSTS"] = f"{hosts},127.0.0.1"  # we ask it ourselves whether it is ready
    return {
        **given,
        **stack,
        SUPERVISED: site.home.identity,
        "DJANGO_SETTINGS_MODULE": "memory.settings",
        "PYTHONUNBUFFERED": "1",  # logs tell what happened until the last moment
    }
