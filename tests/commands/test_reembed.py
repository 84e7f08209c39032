"""`manage.py reembed`: the new model's index, then the backlog; nothing is done for a model that nobody serves."""

from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from memory import access
from memory.access import Actor
from memory.models import Message, MessagePassage
from tests.talks import CACHE, talk

_INDEXES = "SELECT indexname FROM pg_indexes WHERE indexname LIKE '%%_vectors_384_hash'"


@pytest.fixture
def indexes_go(db: None) -> Iterator[None]:
    """What a command makes outside of any transaction stays for the tests after it, whose vectors it would refuse."""
    yield
    with connections["owner"].cursor() as cursor:
        cursor.execute(_INDEXES)
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP INDEX {name}")


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_everything_gets_a_vector_of_the_current_model_and_an_index(alice: Actor, indexes_go: None) -> None:
    talk(alice, (*CACHE, "Keys expire. " * 100))
    for expected in ("Embedded 7 texts.", "Embedded 0 texts."):
        out = StringIO()
        call_command("reembed", stdout=out)
        assert expected in out.getvalue()
    with access.acting(alice):
        assert set(Message.objects.values_list("embedding_model", flat=True)) == {"hash"}
        assert set(MessagePassage.objects.values_list("embedding_model", flat=True)) == {"hash"}
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES)
        assert len(cursor.fetchall()) == 4


@pytest.mark.django_db
def test_another_model_than_the_embedders_is_refused_with_what_to_do() -> None:
    with pytest.raises(CommandError, match="CAIRN_EMBEDDING_MODEL=other"):
        call_command("reembed", "--model", "other")
