"""Data of the rules: facts as teams tell them in German, Dutch and Nordic, distilled, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
2026-03-18 gegen Kustomize und für Helm 3 entschieden, weil die Kunden eigene values.yaml mitbringen.
Für Flutter statt React Native entschieden, weil das Karten-Plugin unter React Native keine Offline-Kacheln
  unterstützt.
Nach langem Hin und Her nehmen wir jetzt doch Tekton statt Jenkins für die Release-Pipeline, weil die Agents sowieso
  schon im Cluster laufen.
ADR-041: Umsatzanzeige liest aus der Db2-Read-Replica Status: akzeptiert. Begründung: Die Primärinstanz lief im
  Monatsabschluss bei 92 % CPU; die Replica hat höchstens 3 s Verzug.
Kurz fürs Protokoll: das Team bleibt bei Java 17 und springen nicht auf 21, weil der HSM-Treiber (CryptoServer JCE
  4.45) nur bis 17 zertifiziert ist.
Für die Suche nehmen wir jetzt Meilisearch statt Elasticsearch, der Cluster allein frisst 12 GB RAM für ein paar
  tausend Dokumente.
We draaien de nachtelijke rapporten voortaan op de replica `pg-ro-1` in plaats van op de primary, want de aggregaties
  hielden `invoice_line` tot 14 minuten bezet.
Das Team nimmt Keycloak statt Auth0, weil die Kundendaten die EU nicht verlassen dürfen.
Protokoll Technikrunde. Beschluss: Das Modul pricing-core wird in Kotlin statt in Scala neu geschrieben, da nur noch
  ein Entwickler Scala beherrscht.
We gebruiken MinIO in plaats van Ceph voor artefact-opslag, omdat Ceph minstens drie nodes vraagt.
Nach langem Hin und Her hat das Team uns für Keycloak statt Auth0 entschieden, weil Auth0 ab 7000 aktiven Nutzern zu
  teuer wird und der Kunde Selbsthosting verlangt.
Nach langer Diskussion hat das Team uns für Keycloak statt Auth0 entschieden: Die Kundendaten müssen in Frankfurt
  liegen, und Auth0 hätte ab 25.000 Nutzern das Dreifache gekostet.
Das Team nimmt Typst 0.11 statt LaTeX für die Prüfberichte, denn ein Lauf dauert 0,4 s statt 19 s.
Abgestimmt., der 2026-03-19 erstaunlich gut drauf war: Bilder bleiben auf dem NAS in Halle 4 und gehen nicht in die
  Cloud, wegen 3 TB pro Woche.
""",
    "failure": """
Der Bootloader blieb nach dem OTA-Update hängen, weil der Watchdog mit 2 s schneller war als das Löschen des
  Flash-Sektors. Ihn während des Löschens auf 8 s gesetzt.
De facturen kwamen met 0,00 btw binnen doordat `taxRate` als string '21' werd vergeleken met het getal 21. Het team
  heeft er `Number(taxRate)` omheen gezet.
Der Nachtimport blieb bei Zeile 70.001 stehen, weil die Spalte `plz` als INT angelegt war und führende Nullen
  verschluckte. Mit VARCHAR(5) läuft er durch.
Der Nachtlauf KTO-ABGL brach mit SQLCODE -911 ab: zwei Jobs sperrten BUCHUNG_HIST in umgekehrter Reihenfolge. Seit
  beide nach KONTO_ID sortieren, läuft er durch.
Login ging seit dem Deploy nicht mehr: `COOKIE_DOMAIN` stand noch auf der Staging-Adresse, der Browser hat das Cookie
  verworfen. Wert in `deploy/prod.env` korrigiert, läuft wieder.
Der Export nach DATEV brach mit ORA-01722 ab, weil das Dezimalkomma als Text ankam. Behoben durch
  NLS_NUMERIC_CHARACTERS in db.properties.
Ursache gefunden: mail-relay stürzte mit OutOfMemoryError ab, weil Anhänge komplett in den Heap geladen wurden. Jetzt
  wird gestreamt, Fehler behoben.
De importer crashte met 'Duplicate entry' omdat klant_id hergebruikt werd na een rollback. Opgelost met een UUID als
  sleutel.
Der Import brach mit `ORA-01722: invalid number` ab, weil die Sitzung NLS_NUMERIC_CHARACTERS auf Komma stehen hatte.
  Wird jetzt beim Verbindungsaufbau per ALTER SESSION gesetzt.
Den halben Tag gesucht: Der Import brach mit `UnicodeDecodeError` ab, weil die DATEV-Datei in cp1252 statt UTF-8 kam.
  In import_datev.py wird die Kodierung jetzt explizit gesetzt.
Ist die Ursache klar: der Importer hing, weil in mandant.xml die Kodierung ISO-8859-15 stand und der SAX-Parser bei
  0xA4 abbrach.
Hibernate feuerte pro Lieferschein 214 Selects, weil positionen auf FetchType.EAGER stand. Mit LAZY und einem
  EntityGraph sind es noch 2.
Der Healthcheck lief ins Leere, weil curl im Image distroless/java17 fehlt.
""",
    "pattern": """
In diesem Repo werden generierte Dateien (*.pb.go) nicht eingecheckt; `make proto` muss vor dem Build laufen.
Alle werden als Ganzzahl in Cent gespeichert, niemals als float. Das gilt auch für die JSON-API unter /billing.
Hier gilt: Zeiten in der Datenbank immer in UTC, umgerechnet wird erst im Frontend über `formatLocal()`.
Ogni DAG ha owner, SLA e un runbook in docs/runbooks/; senza runbook lo schedule resta spento.
Jeder neue Endpunkt im Kernbanksystem bekommt eine OpenAPI-Datei unter api/spec und einen Contract-Test mit Pact,
  sonst lehnt die Pipeline den Merge ab.
Secrets staan uitsluitend in Vault onder `kv/team-payments`; een .env-bestand in een repo wordt door gitleaks
  tegengehouden.
Hier heißen Feature-Branches immer `feat/TICKET-stichwort`, und ohne Ticketnummer lehnt der Hook `pre-receive` den
  Push ab.
Zeitstempel werden immer in UTC gespeichert, und jede Spalte endet auf _at.
I nomi delle code devono sempre seguire lo schema <dominio>.<evento>.v1 e vanno dichiarati in queues.yaml.
Unit tests mogen nooit het netwerk gebruiken en elke test krijgt zijn klok via FakeClock.
DTOs enden immer auf `Dto`, Entities verlassen niemals die Service-Schicht, und das Mapping läuft ausschließlich über
  MapStruct.
Das Team meinte (und sie hat ja immer recht), gehören Rundungen ausschließlich in GeldUtil.runde(), kaufmännisch auf 2
  Stellen.
Liquibase-Changesets bekommen als id immer JJJJMMTT-NN und werden nach dem Merge nie mehr angefasst
""",
    "dependency": """
Das Frontend läuft mit Angular 17.3 und braucht TypeScript >=5.2 und <5.5 TypeScript 5.5 wird vom Compiler abgelehnt.
Die Slack-API erlaubt bei `chat.postMessage` rund 1 Nachricht pro Sekunde und Kanal, darüber kommt HTTP 429 mit
  `Retry-After`.
Tokens van Azure DevOps zijn hoogstens 365 dagen geldig en laten zich daarna niet verlengen.
Oracle 19c liefert leere Strings als NULL zurück, Postgres dagegen als leeren String. Darüber ist 2026-03-19
  gestolpert.
Die DATEV-Schnittstelle verlangt CSV in Windows-1252, UTF-8 wird abgewiesen, und Belegfeld 1 fasst höchstens 36
  Zeichen.
Die billing-api läuft mit Java 21 und Spring Boot 3.3 Spring Boot 3.3 verlangt mindestens Java 17.
erlaubt die Nominatim-API höchstens 1 Anfrage pro Sekunde und verlangt einen eigenen User-Agent.
Die SMTP-Schnittstelle von Microsoft 365 lässt nur 30 Nachrichten pro Minute und 10000 Empfänger pro Tag zu.
Vom Support erlaubt die DHL-Sendungsverfolgung im Standardtarif nur 250 Aufrufe pro Tag und antwortet danach mit HTTP
  429.
""",
    "context": """
Bis Ende der Woche ist der VPN-Zugang auf 20 gleichzeitige Sitzungen begrenzt, weil das Gateway vpn-fra1 getauscht
  wird.
De testomgeving `acc-2` is deze week gereserveerd voor de pentest, deploys daarheen liggen stil.
Der VPN-Zugang nach Frankfurt ist seit 2026-03-18 gestört, Deployments auf `fra-2` gehen gerade nur über den
  Bastion-Host.
Stand Migration KONTO2: 61 von 140 Tabellen sind umgezogen, der Rest hängt an der Freigabe durch die Revision.
Releases gehen solange nur über GitHub Actions.
deshalb ist das Ticket NET-77 derzeit unbesetzt, und der VPN-Zugang vpn-03 bleibt bis Freitag abgeschaltet.
De testomgeving acc-2 ligt vandaag plat wegens onderhoud en er wachten nu 6 builds.
Die Migration von kunden_alt läuft seit 6 Uhr auf db-prod-4 und ist gerade bei 70 %.
Der Branch feature/eRechnung steht bei XRechnung 3.0.1, es fehlen noch die Skonto-Felder und 6 Tests sind rot.
""",
}
