"""What a writer says of himself makes no fact, and takes no fact away."""

from datetime import UTC, datetime

import pytest

from memory.rules.distillation import distill_text
from memory.rules.languages.which import language_of
from memory.rules.wording import foreign

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=UTC)
FACTS = (
    "Estoy muerto de sueño, pero al menos ya sé qué era: el TTL del token era de 60 s.",
    "Me volví loco hasta que vi que Jackson ignora los campos sin getter.",
    "Estoy con la migración de `facturas`; van 14 de 36 meses y mañana sigo.",
    "Actualicé Django de 4.2 a 5.1 y moví los tests.",
    "Fui yo quien cambió el puerto a 8081 en nginx.conf.",
    "Tô quebrado hoje, mas achei: o worker travava porque o pool tinha só 10 conexões.",
    "Estou no meio da revisão do PR #733, cansado mas quase lá: 18 dos 25 arquivos já foram revistos.",
    "Optei pelo Argon2id no lugar do bcrypt porque o limite de 72 bytes cortava senhas.",
    "Bati cabeça a manhã toda até entender que o Nginx remove cabeçalhos com underscore.",
    "Mi sono accorto che Safari non manda il cookie senza Secure.",
    "Sto impazzendo, il campo `iva` arriva null da Jackson.",
    "Ci ho messo mezza giornata: Hibernate apriva una sessione per riga.",
    "J'en ai marre, bref : le pod tombait en OOMKilled.",
    "Je me suis rendu compte que l'API Colissimo limite à 10 requêtes par seconde.",
    "Ma faute, j'avais laissé l'ancien endpoint dans config/prod.yml.",
    "Bin total platt, aber: Der Export brach ab, weil work_mem auf 4MB stand.",
    "Boah, da bin ich drübergestolpert: `Date.parse` liest 2026-03-01 als UTC.",
    "Ich nutze für die Demo SQLite statt Postgres.",
    "I'm wiped, but here goes: the worker died because prefetch_count was 1000.",
    "Heart rate back to normal: the restore worked with pg_restore --jobs=8.",
)
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


@pytest.mark.parametrize("said", FACTS)
def test_a_fact_is_kept_beside_a_mood(said: str) -> None:
    assert distill_text(said, now=NOW).facts


@pytest.mark.parametrize("said", KEPT)
def test_a_sentence_about_things_stays_as_it_is(said: str) -> None:
    assert foreign(said) == said


@pytest.mark.parametrize("said", ALONE)
def test_a_mood_alone_is_no_fact(said: str) -> None:
    assert not distill_text(said, now=NOW).facts


def test_a_romance_language_is_told_by_its_own_words() -> None:
    assert language_of("O limite no Twilio não é 1 SMS por segundo") == "pt"
    assert language_of("Der Build läuft mit Java 17") == "de"
