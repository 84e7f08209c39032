"""`manage.py up` from the first check to the last line, and down again."""

import json
import time
from collections.abc import Callable, Mapping

import psycopg

from memory.errors import CairnError
from worker.stack import programs
from worker.stack.cluster import Cluster, prepare_cluster, recorded_root
from worker.stack.environment import process_environment, publish, stack_environment
from worker.stack.greeting import greet
from worker.stack.lock import hold_home
from worker.stack.outside import check_database, check_queue, passes_walls
from worker.stack.postgres import postgres_service, provision
from worker.stack.process import Child, Service
from worker.stack.say import say
from worker.stack.site import Site, check_port, survey
from worker.stack.sockets import forget_socket_folder
from worker.stack.supervisor import Supervisor, end_leftovers
from worker.stack.valkey import Queue, prepare_queue, valkey_service

_UNSEEN = "first login"


def run_stack(environment: Mapping[str, str]) -> int:
    """Bring the stack up, keep it up until a signal, take it down; give the exit status."""
    try:
        site = survey(environment)
        with hold_home(site.home, site.address):
            end_leftovers(site.home)
            check_port(site.port)
            return _run_held(site)
    except CairnError as error:
        say(error.detail)
        return 1


def _run_held(site: Site) -> int:
    supervisor = Supervisor(site.home)
    supervisor.heed_signals()
    try:
        Boot(site, supervisor).bring_up()
        supervisor.watch()
    except (CairnError, psycopg.Error, OSError) as error:
        if not supervisor.stopping.is_set():
            say(f"Cairn cannot run: {str(error).strip()}")
            return 1
    finally:
        say("Stopping.")
        supervisor.stop()
        _tidy(site)
    return 0


def _tidy(site: Site) -> None:
    """Remove what speaks of a running stack."""
    site.home.stack_file.unlink(missing_ok=True)
    forget_socket_folder(site.home, site.home.run)
    if root := recorded_root(site.home):
        forget_socket_folder(site.home, root / "socket")


class Boot:
    """One start, step by step, with a line each."""

    def __init__(self, site: Site, supervisor: Supervisor) -> None:
        self.site = site
        self.supervisor = supervisor
        self.environment: Mapping[str, str] = {}
        self._began = time.monotonic()

    def bring_up(self) -> None:
        """Start everything in order. Raises CairnError, psycopg.Error or OSError at the first that fails."""
        say(f"Starting Cairn in {self.site.home.path}")
        cluster, queue = self._stores()
        stack = stack_environment(self.site, cluster, queue)
        self.environment = process_environment(self.site, stack)
        # Loading the model takes longest and needs nothing of the others, so it begins now.
        children = [self._begin(programs.embedder_service)] if self.site.embedder_is_local else []
        self._start_stores(cluster, queue, stack)
        publish(self.site, stack)
        say("Migrating the database.")
        self._command("migrate", "--database", "owner", "--no-input")
        say(self._done("The database is migrated"))
        services = (programs.web_service, programs.worker_service, programs.backlog_service, programs.scheduler_service)
        children += map(self._begin, services)
        people = self._people()
        for child in children:
            self._await(child)
        self._provide_sample(bool(people["created"]))
        greet(self.site, people)
        self.site.home.keep_secret(_UNSEEN, None)

    def _stores(self) -> tuple[Cluster | None, Queue | None]:
        """Prepare the embedded database and queue, as far as the person named none."""
        given, home = self.site.given, self.site.home
        return (
            None if given.get("DATABASE_URL") else prepare_cluster(home),
            None if given.get("REDIS_URL") else prepare_queue(home),
        )

    def _start_stores(self, cluster: Cluster | None, queue: Queue | None, stack: Mapping[str, str]) -> None:
        if cluster:
            self._await(self.supervisor.start(postgres_service(cluster)))
            provision(cluster)
        else:
            check_database("DATABASE_URL", stack["DATABASE_URL"])
            check_database("CAIRN_OWNER_DATABASE_URL", stack["CAIRN_OWNER_DATABASE_URL"])
            say(self._done("The database of DATABASE_URL answers"))
            if not self.site.given.get("CAIRN_DATABASE_ROLE") and passes_walls(stack["DATABASE_URL"]):
                say("WARNING: row-level security does not bind the role of DATABASE_URL; see CAIRN_DATABASE_ROLE")
        if queue:
            self._await(self.supervisor.start(valkey_service(queue)))
        else:
            check_queue(stack["REDIS_URL"])
            say(self._done("The queue of REDIS_URL answers"))

    def _people(self) -> dict[str, object]:
        """Make or find the first people; passwords are kept until a start comes to its end and shows them."""
        home = self.site.home
        people = json.loads(self._command("first_run").splitlines()[-1])
        if people["created"]:
            home.keep_secret(_UNSEEN, json.dumps(people))
        return json.loads(home.kept_secret(_UNSEEN) or json.dumps(people))

    def _provide_sample(self, first: bool) -> None:
        """Load the sample project once; a start that was stopped before it did leaves that to the next."""
        home = self.site.home
        if first and not home.recorded("sample"):
            home.record("sample", "wanted" if self.site.wants_sample else "declined")
        if home.recorded("sample") != "wanted" or not self.site.wants_sample:
            return
        say("Loading the sample project.")
        try:
            self._command("load_sample")
        except CairnError as error:
            if self.supervisor.stopping.is_set():
                raise
            say(f"The sample project is missing: {error.detail}")
            return
        home.record("sample", "loaded")
        say(self._done("The sample project is loaded"))

    def _begin(self, describe: Callable[[Site, Mapping[str, str]], Service]) -> Child:
        return self.supervisor.start(describe(self.site, self.environment))

    def _await(self, child: Child) -> None:
        self.supervisor.wait_ready(child)
        say(self._done(f"{child.service.name} is ready"))

    def _command(self, *arguments: str) -> str:
        return self.supervisor.run(programs.command(self.site, self.environment, *arguments))

    def _done(self, what: str) -> str:
        return f"{what} ({time.monotonic() - self._began:.1f} s)"
