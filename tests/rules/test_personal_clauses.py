"""What a writer says of himself falls away, and the fact beside it stays to the letter."""

from datetime import UTC, datetime

import pytest

from memory.rules.distillation import distill_text
from memory.rules.wording import foreign
from memory.rules.wording.first_person_verbs import said_of_nobody
from memory.rules.wording.personal_clauses import without_oneself
from memory.rules.wording.romance import romance

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=UTC)
TOLD = {
    # Spanish
    "Estoy muerto de sueño, pero al menos ya sé qué era: el TTL del token era de 60 s.":
        "El TTL del token era de 60 s.",
    "Me volví loco hasta que vi que Jackson ignora los campos sin getter.": "Jackson ignora los campos sin getter.",
    "Estoy con la migración de `facturas`; van 14 de 36 meses y mañana sigo.":
        "En curso: la migración de `facturas`; van 14 de 36 meses.",
    "Actualicé Django de 4.2 a 5.1 y moví los tests.": "Se actualizó Django de 4.2 a 5.1 y se movieron los tests.",
    "Fui yo quien cambió el puerto a 8081 en nginx.conf.": "Se cambió el puerto a 8081 en nginx.conf.",
    # Portuguese
    "Tô quebrado hoje, mas achei: o worker travava porque o pool tinha só 10 conexões.":
        "O worker travava porque o pool tinha só 10 conexões.",
    "Estou no meio da revisão do PR #733, cansado mas quase lá: 18 dos 25 arquivos já foram revistos.":
        "Em andamento: revisão do PR #733: 18 dos 25 arquivos já foram revistos.",
    "Optei pelo Argon2id no lugar do bcrypt porque o limite de 72 bytes cortava senhas.":
        "Optou-se pelo Argon2id no lugar do bcrypt porque o limite de 72 bytes cortava senhas.",
    "Bati cabeça a manhã toda até entender que o Nginx remove cabeçalhos com underscore.":
        "O Nginx remove cabeçalhos com underscore.",
    # Italian
    "Mi sono accorto che Safari non manda il cookie senza Secure.": "Safari non manda il cookie senza Secure.",
    "Sto impazzendo, il campo `iva` arriva null da Jackson.": "Il campo `iva` arriva null da Jackson.",
    "Ci ho messo mezza giornata: Hibernate apriva una sessione per riga.": "Hibernate apriva una sessione per riga.",
    # French
    "J'en ai marre, bref : le pod tombait en OOMKilled.": "Le pod tombait en OOMKilled.",
    "Je me suis rendu compte que l'API Colissimo limite à 10 requêtes par seconde.":
        "L'API Colissimo limite à 10 requêtes par seconde.",
    "Ma faute, j'avais laissé l'ancien endpoint dans config/prod.yml.":
        "On avait laissé l'ancien endpoint dans config/prod.yml.",
    # German
    "Bin total platt, aber: Der Export brach ab, weil work_mem auf 4MB stand.":
        "Der Export brach ab, weil work_mem auf 4MB stand.",
    "Boah, da bin ich drübergestolpert: `Date.parse` liest 2026-03-01 als UTC.":
        "`Date.parse` liest 2026-03-01 als UTC.",
    "Ich nutze für die Demo SQLite statt Postgres.": "Man nutzt für die Demo SQLite statt Postgres.",
    # English
    "I'm wiped, but here goes: the worker died because prefetch_count was 1000.":
        "The worker died because prefetch_count was 1000.",
    "Heart rate back to normal: the restore worked with pg_restore --jobs=8.":
        "The restore worked with pg_restore --jobs=8.",
}  # fmt: skip
KEPT = (
    "Las claves de caché en Redis siguen siempre el formato servicio:entidad:id.",
    "El despliegue a menudo falla porque el certificado caducó.",
    "O build está quebrado porque o Gradle 8.4 exige Java 17.",
    "Il job gira la notte e i test sono lenti perché manca l'indice.",
    "La branche a été testée, corrigée et déployée sur recette.",
    "Le tâche tourne pendant la nuit, à la fin du mois.",
    "Der Dienst bin/server sei veraltet und mein-modul auch.",
    "Tareas periódicas con reintentos (celery beat) y backoff.",
    "Der Watchdog wurde während des Löschens auf 8 s gesetzt.",
)
ALONE = (
    "Estoy agotada, hoy no doy una.",
    "Estou exausto, boa noite gente",
    "Sono a pezzi, ci sentiamo domani.",
    "Bon courage à tous, moi je rentre.",
    "Ich bin fix und fertig, gute Nacht",
    "I cannot brain today lol",
)


@pytest.mark.parametrize("said", TOLD)
def test_a_fact_is_told_without_the_mood_beside_it(said: str) -> None:
    facts = distill_text(said, now=NOW).facts
    assert facts
    assert facts[0].content == TOLD[said]


@pytest.mark.parametrize("said", KEPT)
def test_a_sentence_about_things_stays_as_it_is(said: str) -> None:
    assert without_oneself(said) == said
    assert foreign(said) == said


@pytest.mark.parametrize("said", ALONE)
def test_a_mood_alone_is_no_fact(said: str) -> None:
    assert not distill_text(said, now=NOW).facts


@pytest.mark.parametrize("said", ("Mi corazonada: es el proxy.", "Ich vermute mal, es liegt am Cache."))
def test_a_guess_is_not_told_as_a_fact(said: str) -> None:
    assert without_oneself(said) == said


@pytest.mark.parametrize(
    ("said", "language", "told"),
    (
        ("apliqué el parche", "es", "se aplicó el parche"),
        ("lo desplegué en prod", "es", "se desplegó en prod"),
        ("no añadí los índices", "es", "no se añadieron los índices"),
        ("o commit que apliquei ontem", "pt", "o commit que se aplicou ontem"),
        ("ho aggiunto un indice", "it", "aggiunto un indice"),
        ("je mets le cache à 60 s", "fr", "on met le cache à 60 s"),
        ("ich lese die Datei", "de", "man liest die Datei"),
        ("la clave de caché", "es", "la clave de caché"),
    ),
)
def test_a_verb_of_the_first_person_is_said_of_nobody(said: str, language: str, told: str) -> None:
    assert said_of_nobody(said, language) == told


def test_a_romance_language_is_told_by_its_own_words() -> None:
    assert romance("O limite no Twilio não é 1 SMS por segundo", "fr") == "pt"
    assert romance("Der Build läuft mit Java 17", "de") == "de"
