"""What is worth keeping of a text, and what only keeps a conversation going: intent, guesses, moods, empty reports."""

from datetime import UTC, datetime

import pytest

from memory.rules.distillation import distill_text

NOW = datetime(2026, 3, 19, 10, 0, tzinfo=UTC)
TALK = (
    "Now that I've seen the whole picture, I'm going to draft a proposal, and then we can decide together.",
    "Any update on this one? @marta I've been sitting here since Tuesday and nobody has looked at my branch.",
    "We're aware of an issue with logins and the team is investigating. No further information at this point.",
    "Honestly I can't stare at another YAML file today. My brain is mush. Closing the laptop, see you tomorrow folks.",
    "That Docker joke in the channel had me crying, somebody please frame it.",
    "Just pushed another commit, fingers crossed that CI likes me today.",
    "@leandro please rename the bucket and rerun the job when you get a chance",
    "A saber qué le pasa al servidor, lo mismo es la base de datos que el proxy. Yo ya me rindo por hoy.",
    "Vale, voy a echarle un vistazo a los ficheros y luego te cuento.",
    "Pode ser o banco, pode ser o cabo, pode ser o estagiário. Vai saber, amanhã é outro dia.",
    "Boh, magari è la cache, magari è il proxy, chi lo sa. Io per oggi ho dato.",
    "Alors je vais jeter un œil au code et je te dis ce que je trouve.",
    "Keine Ahnung, was da los ist. Mal ist es der Cache, mal das Netz, man steckt nicht drin.",
    "Wat een week zeg, ik kan geen pull request meer zien. Ik ben weg, tot maandag allemaal.",
    "Co za tydzień, nie mogę już patrzeć na żaden pull request. Wylogowuję się, odpoczywajcie.",
    "Понятия не имею, что там происходит, то ли кэш, то ли сеть, фиг знает.",
    "这周真的太累了，我再也不想看任何合并请求了。大家周一见，好好休息。",
    "まだこのテストと格闘しています。ご飯を食べてからもう一度やってみます。",
)
FACTS = (
    "I'll be honest, the ORM is not the issue: the database is missing an index on the email column.",
    "Your session ends when you close the tab.",
    "Looking at the logs, the gateway drops the trace header.",
    "Safari gives me a blank page after login.",
    "Voy a ser claro: no usamos MongoDB porque no necesitamos documentos.",
    "Vou deixar registrado: o banco de homologação é o PostgreSQL 14.",
    "O refresh token só pode ser usado uma vez.",
    "Tutte le migrazioni devono essere reversibili.",
    "Boh, alla fine era il firewall: bloccava la porta 5432.",
    "Chez moi la compilation échoue avec Java 11.",
    "Keine Ahnung warum, aber Safari ignoriert das Cookie-Attribut SameSite.",
    "Alle Migrationen müssen umkehrbar sein.",
    "De facturatiedienst accepteert alleen bedragen in centen.",
    "Wszystkie migracje muszą być odwracalne.",
    "Сервис счетов принимает суммы только в копейках.",
    "账单服务只接受以分为单位的金额。",
    "請求サービスは金額を円単位の整数でしか受け付けません。",
)


@pytest.mark.parametrize("text", TALK)
def test_talk_with_a_word_of_the_trade_is_no_fact(text: str) -> None:
    assert distill_text(text, now=NOW).facts == ()


@pytest.mark.parametrize("text", FACTS)
def test_a_fact_is_kept_in_whatever_tone_it_is_told(text: str) -> None:
    assert distill_text(text, now=NOW).facts


def test_a_text_with_one_fact_among_talk_is_kept() -> None:
    text = "Phew, what a day, I need a drink. The culprit was a missing index on orders.customer_id. See you tomorrow!"
    (fact,) = distill_text(text, now=NOW).facts
    assert "orders.customer_id" in fact.content
    assert "drink" not in fact.content
