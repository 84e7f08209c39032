"""The matrix is told in one place: the documentation is made of it, and Postgres holds the same."""

import re
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from memory.permissions import PERMISSIONS, SCOPES_OF_ROLE, WRITABLE_WITH, as_markdown, roles_that_may

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_in_the_documentation_is_what_the_command_writes(tmp_path: Path) -> None:
    call_command("permissions", "--write", str(tmp_path / "page.md"), stdout=StringIO())
    written = (tmp_path / "page.md").read_text()
    hint = "run `manage.py permissions --write docs/permissions.md`"
    assert (ROOT / "docs" / "permissions.md").read_text() == written == as_markdown(), hint


def test_without_a_path_it_goes_to_the_terminal() -> None:
    out = StringIO()
    call_command("permissions", stdout=out)
    assert out.getvalue() == as_markdown()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("permissions", "--write", str(tmp_path / "no" / "page.md"), stdout=StringIO())


def test_each_role_may_all_that_the_one_before_may() -> None:
    roles = list(SCOPES_OF_ROLE.values())
    assert all(less < more for less, more in pairwise(roles))
    assert roles_that_may("search") == ("viewer", "member", "curator", "admin")
    assert roles_that_may("review") == ("curator", "admin")
    assert roles_that_may("people") == ("admin",)


def test_every_permission_is_on_the_page() -> None:
    page = as_markdown()
    assert all(f"| `{name}` |" in page and permission.says in page for name, permission in PERMISSIONS.items())


def test_postgres_lets_the_same_scopes_write(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tablename, policyname, coalesce(qual, with_check), permissive FROM pg_policies"
            " WHERE policyname IN ('who_may_add', 'who_may_change', 'who_may_delete')"
        )
        policies = cursor.fetchall()
    held: dict[str, list[set[str]]] = {}
    for table, _, condition, permissive in policies:
        assert permissive == "RESTRICTIVE"
        held.setdefault(table.removeprefix("memory_"), []).append(set(re.findall(r"'(\w+)'::text", condition)))
    own = held.pop("accesstoken")
    assert own == [{"admin"}] * 3
    assert {table: [set(scopes)] * 3 for table, scopes in WRITABLE_WITH.items()} == held
