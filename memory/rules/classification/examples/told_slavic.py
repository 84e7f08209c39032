"""Data of the rules: facts as teams tell them in Polish, Russian and Turkish, distilled, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
Zamiast REST wystawiamy gRPC między `billing` a `ledger`, bo kontrakt w proto wyłapuje niezgodności już przy
  kompilacji.
stok-servisi için MongoDB yerine PostgreSQL kullanılacak, çünkü siparişlerde çok tablolu transaction gerekiyor.
""",
    "failure": """
Test `compaction_race` wywalał się co około 40 uruchomień, bo wątek tła zwalniał SSTable, zanim iterator zdjął
  referencję. Zespół gołego wskaźnika na `shared_ptr<Table>` usunęła błąd.
Raport miesięczny pokazywał zera, bo widok `v_sales_month` filtrował po `status = 'PAID'`, a nowy sklep zapisuje
  'paid'. Poprawione na `lower(status)`.
Ödeme servisi 14:05'te durdu: HikariCP havuzu 10 bağlantıyla sınırlıydı ve yavaş rapor sorgusu hepsini tuttu.
  maximumPoolSize 30 yapıldı.
После обновления до Kotlin 2.0.0 сборка падала с «Duplicate class kotlin.collections.jdk8»: старый kotlin-stdlib-jdk8
  тянулся через okhttp. Исключили его в build.gradle.kts, собирается.
Сервис geo-index падал с ошибкой "too many open files", потому что дескрипторы не закрывались в TileReader.
""",
    "pattern": """
Публичные эндпоинты всегда версионируются через путь (`/v1`, `/v2`), заголовки для этого не используем.
Zapytania SQL trzyma się wyłącznie w `repositories/`, a kontrolery dostają gotowe DTO.
Her yeni uç nokta openapi.yaml dosyasında tanımlanmalı ve adlar her zaman kebab-case olmalıdır.
""",
    "dependency": """
Telegram Bot API отдаёт через `getFile` файлы не больше 20 МБ.
Biblioteka iText 7 jest na licencji AGPL, do zamkniętego produktu potrzebna jest licencja komercyjna OpenPDF 1.3 jest
  na LGPL.
Telegram Bot API: не больше 30 сообщений в секунду суммарно и 20 в минуту в одну группу, сверх этого приходит 429 с
  полем retry_after.
Telegram Bot API отдаёт файлы размером не более 20 MB, а лимит отправки составляет 30 сообщений в секунду.
Biblioteka pdf-lib 1.17 nie obsługuje szyfrowanych plików PDF, a node-forge wymaga Node 6.13 lub nowszego.
""",
    "context": """
Serwer buildów fedora-builder-2 stoi od rana, w kolejce czeka 58 zadań.
Деплои в namespace `billing` закрыты.
стенд qa-5 сейчас выключен, а 23 автотеста пропускаются.
""",
}
