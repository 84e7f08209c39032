"""Data of salience: words of the trade in other languages, also as the end of a compound."""

import re

FOREIGN = frozenset(
    """migración migraciones migração migrações migrazione migrazioni migratie migraties migracja migracje migration
    migrationen migrations миграции миграция parseur analizador parser backup backups back-up back-ups sicherung
    sicherungen sauvegarde sauvegardes copia copias kopia kopie копии копия
    servizio servizi serwis serwisu serwer serwera usługa usługi
    baza bazy bazie tabela tabeli tabele indeks indeksu kolejka kolejki błąd błędu błędy zapytanie zapytania
    wdrożenie wdrożenia dienst diensten wachtrij tabel fout fouten verbinding verbindingen omgeving sleutel bericht
    berichten log-level protokollstufe сервис сервиса сервисы сборка сборки прокси очереди индекса таблице соединения
    резервные сертификат certificado certificato certificat zertifikat certificaat certyfikat variable variables entorno
    ambiente integração integración integrazione intégration""".split()
)
_COMPOUND = re.compile(
    r"^\w{3,}(?:dienst|server|datenbank|schnittstelle|tabelle|speicher|schlüssel|cluster|service|cache|test|tests|index|"
    r"datei|dateien|wachtrij|database|omgeving)(?:s|e|en|es)?$"
)
EAST_PARTS = (
    "服务", "代理", "备份", "证书", "端口", "权限", "回滚", "表", "字段", "变量", "脚本", "网关", "集群", "编译",
    "构建",
    "サービス", "プロキシ", "バックアップ", "証明書", "ポート", "権限", "テーブル", "変数", "スクリプト", "クラスタ",
    "エクスポート", "インポート", "ログ", "メモリ", "リリース", "メンテ", "서비스", "백업", "인증서", "포트", "권한",
)  # fmt: skip


# Words of the trade in English that mean something of every day elsewhere: `noch ein Tag`.
FALSE_FRIENDS = frozenset("tag rest gang".split())


def is_trade(word: str) -> bool:
    """Whether a word of another language belongs to the trade: `migrazioni`, `Rechnungsdienst`."""
    return word in FOREIGN or bool(_COMPOUND.match(word))
