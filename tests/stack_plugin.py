"""Gives the whole test run a Postgres and a Valkey of its own, started before Django reads its settings.

Loaded by `-p tests.stack_plugin` (pyproject.toml). With xdist the controller starts them and the workers inherit.
"""

import atexit
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A run starts Python hundreds of times: compiling all our modules each time takes a third of each start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
_stack = ExitStack()


def _start() -> None:
    from worker.stack.postgres import embedded_postgres
    from worker.stack.valkey import embedded_valkey

    home = Path(_stack.enter_context(tempfile.TemporaryDirectory(prefix="cairn-test-", ignore_cleanup_errors=True)))
    home.chmod(0o755)
    postgres = _stack.enter_context(embedded_postgres(home / "pg"))
    valkey = _stack.enter_context(embedded_valkey(home / "vk"))
    os.environ.update(
        CAIRN_TEST_STACK="1",
        CAIRN_HOME=str(home / "cairn"),
        CAIRN_SECRET_KEY="only-for-tests-0123456789-0123456789-0123456789-0123",
        CAIRN_EMBEDDER="hash",
        CAIRN_DATABASE_POOL="0",
        DATABASE_URL=postgres.app_url,
        CAIRN_OWNER_DATABASE_URL=postgres.owner_url,
        CAIRN_TEST_SUPERUSER_URL=postgres.superuser_url,
        REDIS_URL=valkey.url,
    )
    for name in ("CAIRN_URL", "CAIRN_TOKEN", "CAIRN_DATABASE_ROLE", "PORT"):
        os.environ.pop(name, None)
    migrate = [sys.executable, "manage.py", "migrate", "--database", "owner", "--verbosity", "0", "--skip-checks"]
    subprocess.run(migrate, cwd=ROOT, check=True)


if "CAIRN_TEST_STACK" not in os.environ:
    sys.path.insert(0, str(ROOT))
    atexit.register(_stack.close)
    _start()
