"""Refuses to run with a configuration that would break a promise, and says what to do."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import OperationalError, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from memory.adapters.distiller import KINDS, RULES


@register()
def secret_key_is_set(**_: object) -> list[CheckMessage]:
    """Sessions and signed links need a key of this server's own."""
    if settings.SECRET_KEY:
        return []
    hint = "Set CAIRN_SECRET_KEY (or CAIRN_SECRET_KEY_FILE); `make up` does it for you."
    return [Error("There is no secret key.", hint=hint, id="cairn.E001")]


@register()
def embedder_is_known(**_: object) -> list[CheckMessage]:
    """A misspelt door would surface only with the first search."""
    if settings.CAIRN_EMBEDDER not in ("local", "http", "hash"):
        wrong = f"CAIRN_EMBEDDER is '{settings.CAIRN_EMBEDDER}'."
        return [Error(wrong, hint="Use local, http or hash.", id="cairn.E002")]
    if settings.CAIRN_EMBEDDER == "http" and not settings.CAIRN_EMBEDDER_URL:
        return [Error("CAIRN_EMBEDDER=http needs CAIRN_EMBEDDER_URL.", id="cairn.E003")]
    return []


@register()
def distiller_is_known(**_: object) -> list[CheckMessage]:
    """A model that cannot be reached is no error, the rules stand in; one that is not named is."""
    found: list[CheckMessage] = []
    if settings.CAIRN_DISTILLER not in KINDS:
        wrong = f"CAIRN_DISTILLER is '{settings.CAIRN_DISTILLER}'."
        found.append(Error(wrong, hint=f"Use {', '.join(KINDS)}.", id="cairn.E005"))
    elif settings.CAIRN_DISTILLER != RULES and not settings.CAIRN_LLM_MODEL:
        found.append(Error(f"CAIRN_DISTILLER={settings.CAIRN_DISTILLER} needs CAIRN_LLM_MODEL.", id="cairn.E006"))
    if settings.CAIRN_LLM_URL and not settings.CAIRN_LLM_URL.startswith(("http://", "https://")):
        found.append(Error("CAIRN_LLM_URL is no http(s) address.", id="cairn.E007"))
    hosted = settings.CAIRN_DISTILLER in ("openai", "anthropic") and not settings.CAIRN_LLM_URL
    if hosted and not settings.CAIRN_LLM_API_KEY:
        hint = "Set CAIRN_LLM_API_KEY (or CAIRN_LLM_API_KEY_FILE), or CAIRN_LLM_URL for a server of your own."
        found.append(Error(f"CAIRN_DISTILLER={settings.CAIRN_DISTILLER} needs a key.", hint=hint, id="cairn.E008"))
    return found


@register(Tags.database)
def server_role_is_walled(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Row-level security does not bind superusers, owners or BYPASSRLS roles; the server must be none of them."""
    if "default" not in (databases or []):
        return []
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute(
                "SELECT r.rolsuper OR r.rolbypassrls OR EXISTS (SELECT FROM pg_tables"
                " WHERE tablename = 'memory_memory' AND tableowner = current_user)"
                " FROM pg_roles r WHERE r.rolname = current_user"
            )
            unwalled = cursor.fetchone()[0]
    except OperationalError:
        return []
    if not unwalled:
        return []
    hint = "Connect as cairn_app (DATABASE_URL), or set CAIRN_DATABASE_ROLE=cairn_app; owners only migrate."
    return [Error("The server's database role bypasses row-level security.", hint=hint, id="cairn.E004")]


@register(Tags.database)
def schema_is_whole(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Django silently leaves a database as it is that has only some of the migrations that were squashed for 0.1.0."""
    squashed = [one for one in MigrationLoader(None).replacements.values() if one.app_label == "memory"]
    old = {name for one in squashed for name in one.replaces}
    for alias in databases or []:
        try:
            applied = MigrationRecorder(connections[alias]).applied_migrations().keys()
        except OperationalError:
            continue
        if any(0 < len(applied & set(one.replaces)) < len(one.replaces) for one in squashed):
            wrong = f"This database has {len(applied & old)} of the {len(old)} migrations from before 0.1.0."
            hint = (
                "This version cannot finish a migration that an earlier one began. Start the last version that has "
                f"memory/migrations/{max(old)[1]}.py once with this database, then this version."
            )
            return [Error(wrong, hint=hint, id="cairn.E009")]
    return []


@register(Tags.database)
def server_role_makes_no_tables(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """What a role makes in its temporary schema stands in the way of functions that run as the owner."""
    if "default" not in (databases or []):
        return []
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute(
                "SELECT current_database(), current_user,"
                " has_database_privilege(current_user, current_database(), 'TEMPORARY')"
            )
            database, role, may = cursor.fetchone()
    except OperationalError:
        return []
    if not may:
        return []
    hint = f'As the owner: REVOKE TEMPORARY ON DATABASE "{database}" FROM PUBLIC, "{role}".'
    return [Warning("The server's database role may create temporary tables.", hint=hint, id="cairn.W001")]
