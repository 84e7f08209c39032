"""Irregular words and abbreviations are found by any of their forms, in English."""

import pytest
from django.db import connection

from memory import access
from memory.access import Actor
from memory.knowledge.remember import remember
from memory.recall.search import search_memories

pytestmark = pytest.mark.django_db


def lexemes(text: str, config: str = "english") -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cairn_lexemes(%s, %s::regconfig)", [text, config])
        return str(cursor.fetchone()[0])


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("who wrote the invoice exporter", "The invoice exporter is written by the billing guild in Rust."),
        ("why do nightly imports break", "Nightly imports broke because the certificate of the mirror had expired."),
        ("what happens on failures of the importer", "The importer fails closed: nothing of a batch is kept."),
        ("which queue did we choose", "RabbitMQ was chosen as the queue of the billing service."),
        ("which db has invoices", "The database of the billing guild holds invoices and a replica of them."),
        ("who approves the configuration of production", "Prod config waits for an approval of whoever is on call."),
        ("async repo import", "The import of repositories is asynchronous and starts on the hour."),
    ],
)
def test_a_question_finds_another_form(alice: Actor, asked: str, told: str) -> None:
    with access.acting(alice):
        remember(told, actor=alice)
        remember("The storefront has nothing to do with these: it renders pages from a cache.", actor=alice)
        found = search_memories(asked, actor=alice, semantic=False).hits
        assert [hit.memory.content for hit in found] == [told]


def test_forms_share_a_place_and_nothing_else_changes() -> None:
    assert lexemes("it broke, what breaks") == lexemes("it breaks, what broke") == "'break':2,4"
    assert lexemes(r"who's C:\new\dir broke") == lexemes(r"who's C:\new\dir break")
    assert lexemes("left bit bound") == "'bit':2 'bound':3 'left':1"


def test_an_abbreviation_is_what_it_stands_for_also_within_a_name() -> None:
    assert lexemes("db config") == lexemes("database configuration") == "'configur':2 'databas':1"
    assert "'databas'" in lexemes("checkout-db-7") and "'checkout-db-7'" in lexemes("checkout-db-7")
    assert lexemes("info spec temp") == "'info':1 'spec':2 'temp':3"


def test_other_languages_keep_their_words() -> None:
    assert lexemes("db config", "german") == "'config':2 'db':1"
    assert lexemes("broke", "simple") == "'broke':1"
    assert lexemes("das Band sang", "german") == "'band':2 'sang':3"
