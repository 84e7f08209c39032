"""A server that is told of an identity provider: its settings, tables and addresses, for one module of tests."""

import importlib
import os
import runpy
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from django.test.utils import override_settings
from django.urls import clear_url_caches
from django.urls.converters import REGISTERED_CONVERTERS

from memory.models import Memory
from tests.people.oidc_provider import CLIENT_ID, CLIENT_SECRET, OidcProvider
from tests.web.conftest import store

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def remembered() -> Callable[..., Memory]:
    """Store a memory for the pages to show."""
    return store


def settings_with(**environment: str) -> dict[str, Any]:
    """What the one settings file says in another environment."""
    before = dict(os.environ)
    os.environ.update(environment)
    try:
        return runpy.run_path(str(ROOT / "memory" / "settings.py"))
    finally:
        os.environ.clear()
        os.environ.update(before)


@pytest.fixture(scope="module")
def provider() -> Iterator[OidcProvider]:
    """An identity provider on loopback."""
    made = OidcProvider()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def with_provider(provider: OidcProvider, django_db_setup: None, django_db_blocker: Any) -> Iterator[OidcProvider]:
    """This process as a server that knows the provider; afterwards as if it never had."""
    told = settings_with(
        CAIRN_OIDC_ISSUER=provider.url,
        CAIRN_OIDC_CLIENT_ID=CLIENT_ID,
        CAIRN_OIDC_CLIENT_SECRET=CLIENT_SECRET,
        CAIRN_OIDC_NAME="Acme Login",
    )
    ours = {
        name: value
        for name, value in told.items()
        if name.startswith(("CAIRN_OIDC", "SOCIALACCOUNT", "ACCOUNT")) or name == "MIDDLEWARE"
    }
    # The applications look at the other settings as they are installed.
    with override_settings(**ours), override_settings(INSTALLED_APPS=told["INSTALLED_APPS"]):
        _fresh_addresses()
        with django_db_blocker.unblock():
            call_command("migrate", "--database", "owner", "--verbosity", "0", "--skip-checks")
        yield provider
        with django_db_blocker.unblock():
            _drop_tables()
    _fresh_addresses()


def _drop_tables() -> None:
    """Tests that empty every table must not meet one that they do not know."""
    with connections["owner"].cursor() as cursor:
        for app in ("socialaccount", "account"):
            names = [name for name in connections["owner"].introspection.table_names() if name.startswith(f"{app}_")]
            cursor.execute(f"DROP TABLE {', '.join(names)} CASCADE")
            cursor.execute("DELETE FROM django_migrations WHERE app = %s", [app])


def _fresh_addresses() -> None:
    """The table of addresses depends on the settings."""
    clear_url_caches()
    for name in ("session", "day"):
        REGISTERED_CONVERTERS.pop(name, None)
    sys.modules.pop("web.urls", None)
    importlib.import_module("web.urls")
