"""Data of the rules: sentences of each type in German and Dutch, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
Wir nehmen Keycloak statt einer eigenen Anmeldung, weil niemand Passwörter verwalten will.
Der eigene Scheduler wird durch Quartz ersetzt, er verlor beim Neustart Aufträge.
Statt WebSockets bleiben wir bei Long Polling, die Proxys der Kunden lassen nichts anderes durch.
Gegen GraphQL entschieden: zu viel Aufwand für drei Clients.
Das Team ist sich einig, die Berichte künftig nachts zu rechnen und nicht mehr auf Anfrage.
Nach dem Vergleich fiel die Wahl auf Typesense, Elasticsearch braucht zu viel Speicher.
Docker Swarm haben wir aufgegeben, da das Overlay-Netz unter Last Pakete verlor.
Die Tabellen werden nach Kunde aufgeteilt und nicht nach Datum, sonst landet alles auf einem Knoten.
Wir bleiben bei Maven, ein Umstieg auf Gradle lohnt sich nicht.
Bewusst kein ORM im Import, reines COPY ist zehnmal so schnell.
We gaan voor Postgres in plaats van MongoDB, want we hebben transacties nodig.
Er is besloten om de oude API tot eind dit jaar te laten draaien.
Het team koos voor Svelte omdat de bundel kleiner is.
We stappen over van Jenkins naar GitHub Actions.
Geen microservices voorlopig: het team is te klein.
In overleg met beheer blijft de cron-job bestaan, Airflow is te zwaar.
De eigen wachtrij is vervangen door RabbitMQ omdat berichten verloren gingen.
Voor de kaarten gebruiken we MapLibre, de licentie van Google verbiedt opslag.
Am Ende doch kein Puppet: die Server richten wir mit Ansible ein.
Für den Desktop-Client reicht SQLite, ein Server wäre zu viel.
Der Sensor wird alle 100 ms abgefragt statt per Interrupt, das Prellen machte sonst Ärger.
Auf Wunsch des Vertriebs bleibt die alte Schnittstelle bis Jahresende in Betrieb.
Typesense hat gewonnen, Solr war im Test zu langsam.
Uiteindelijk geen Puppet: de servers worden met Ansible ingericht.
Voor de desktopclient volstaat SQLite.
Het rapport wordt voortaan 's nachts berekend in plaats van op aanvraag.
Windows-Container geben wir auf, der .NET-Teil läuft künftig unter Linux.
Der Cache liegt ab jetzt im Prozess und nicht in Redis, es gibt ja nur zwei Knoten.
Nach der Störung im Winter wandern die Sitzungen zurück in Postgres.
Consul fliegt raus, das DNS von Kubernetes genügt.
Ich habe das Nachladen abgeschaltet, weil Nutzer springende Zahlen sahen.
Preise werden als Text übertragen, JavaScript verlor sonst Nachkommastellen.
Wir behalten beide Caches.
El cliente de Windows se abandona.
We stoppen met Consul, de DNS van Kubernetes volstaat.
De cache zit voortaan in het proces en niet in Redis.
De Windows-client vervalt.
Prijzen gaan als tekst over de lijn in plaats van als getal.
Windows客户端停止开发。
Pour les doublons, MinHash plutôt que des embeddings, bien moins cher.
Der Scheduler bekommt einen eigenen Container, er starb bei jedem Deploy mit.
Het wordt Terraform en geen Pulumi, beheer kent HCL al.
Niente embeddings per i duplicati, basta MinHash.
""",
    "failure": """
Der Import blieb bei Zeile 65536 stehen, weil die Bibliothek das alte xls-Format schreibt.
Seit dem Update kamen keine Push-Nachrichten mehr an; die Kanal-ID hatte sich geändert.
Ursache der doppelten Buchungen war ein fehlender eindeutiger Index.
Die Seite brauchte 14 Sekunden, da pro Zeile eine Abfrage lief. Mit select_related sind es 0,4 s.
Nach der Zeitumstellung liefen alle Erinnerungen eine Stunde zu früh.
Der Speicher wuchs jede Nacht um 200 MB, bis der Pod abgeschossen wurde.
Umlaute waren im Export kaputt, weil das BOM fehlte.
Das Zertifikat war erneuert, nginx aber nicht neu geladen, deshalb sahen Browser das alte.
Der Roboter driftete nach links, die Encoderwerte wurden mit falschem Vorzeichen gelesen.
Die Anmeldung hing in einer Schleife fest: SameSite stand auf Strict. Mit Lax geht es wieder.
De import liep vast omdat het bestand in ISO-8859-1 stond.
Na de update kwamen er geen meldingen meer binnen, het token was ingetrokken.
De nachtelijke back-up mislukte doordat de schijf vol was.
Klanten kregen twee keer dezelfde factuur, er ontbrak een unieke index.
De server gaf een 502 terug zolang de header groter was dan 8k.
Het lek zat in de websocket-handler: gesloten sockets bleven in de map staan.
De build brak op Windows door de aanhalingstekens in het script.
De pagina bleef wit omdat een script niet geladen werd. Opgelost door het pad aan te passen.
Die App stürzte beim Öffnen der Karte ab: dem Schlüssel fehlte der Fingerabdruck. Erledigt.
Zwei Tage gingen keine Mails raus, das Token war abgelaufen.
Der Job lief doppelt, weil zwei Scheduler aktiv waren.
Der Build war auf der CI rot, schuld war die Zeitzone.
De app sloot af bij het openen van de kaart: de sleutel miste de vingerafdruk. Opgelost.
Twee dagen gingen er geen mails uit, het token was verlopen.
De taak liep dubbel omdat er twee planners actief waren.
Der Test schlägt fehl, weil die Zeitzone im Container fehlt.
Der Worker verliert Nachrichten, wenn der Pod beendet wird.
Nach der Migration waren alle Zeiten um drei Stunden verschoben.
Im Export fehlten Artikel mit führender Null, Excel hatte Zahlen daraus gemacht.
Das Panel blieb in Produktion leer, die CSP verbot das Inline-Skript.
Webhooks kamen doppelt an: der Balancer wiederholte nach 5 s.
Der Nightly-Build schlägt fehl, seit cmake die Bibliothek nicht mehr findet.
Schuld war ein Tippfehler im Variablennamen, die Drosselung war dadurch aus.
De worker raakt berichten kwijt als de pod stopt.
Na de migratie stonden alle tijden drie uur verkeerd, tzdata ontbrak.
De test faalt omdat de container geen tijdzone heeft.
Webhooks kwamen dubbel binnen doordat de balancer opnieuw probeerde.
Alle Tokens wurden abgelehnt, die Uhr des Hosts ging sieben Minuten vor.
Der Bot antwortete in der falschen Sprache, weil der Prompt abgeschnitten war.
Alle tokens werden geweigerd, de klok van de server liep voor.
""",
    "pattern": """
Jede Migration kommt in einem eigenen Pull Request.
Beträge werden in Cent als Ganzzahl gespeichert, nie als Gleitkommazahl.
Fehlermeldungen an Benutzer laufen über die Übersetzungsdateien.
Ausgehende Aufrufe gehen über den GatewayClient und haben ein Zeitlimit.
Branches heißen <kürzel>/<ticket> und werden nach dem Zusammenführen gelöscht.
Niemand schreibt direkt auf main.
Pro Tabelle gibt es einen Verantwortlichen in CODEOWNERS.
Zeitstempel sind in UTC, erst die Oberfläche rechnet um.
Neue Endpunkte brauchen einen Vertragstest und einen Eintrag in OpenAPI.
Vor jedem Release wird das Änderungsprotokoll ergänzt.
Elke service heeft een eigen schema, joins daarbuiten zijn niet toegestaan.
Bedragen worden altijd in centen opgeslagen.
Foutmeldingen komen uit de vertaalbestanden, nooit hard in de code.
Migraties worden na het mergen niet meer aangepast.
Testbestanden staan naast de code en eindigen op .test.ts.
Nieuwe endpoints moeten een contracttest hebben.
Aanroepen naar buiten gaan via de proxyclient.
Branchnamen beginnen met het ticketnummer.
Logs immer als JSON mit trace_id.
Kein direkter Datenbankzugriff aus den Controllern, nur über Repositories.
Tests liegen neben dem Quelltext.
Öffentliche Funktionen bekommen Typen und einen Docstring.
Bei uns gilt: rote Pipeline zuerst reparieren.
Commit-Texte auf Englisch, im Imperativ.
Niente SQL nelle viste.
Controllers raken de database niet aan, alles loopt via repositories.
Commitberichten schrijven we in het Engels.
Elke publieke functie heeft types en een docstring.
Nur der Scheduler darf den Chip schlafen legen.
Externe Kennungen tragen ein Präfix und werden nie neu vergeben.
Logs ohne personenbezogene Daten.
Skripte in ops/ sind idempotent und kennen --dry-run.
Generierter Code liegt in gen/ und wird nicht von Hand geändert.
Listen werden immer mit cursor und limit ausgeliefert.
Les scripts de ops/ sont idempotents et acceptent --dry-run.
Alleen de planner mag de chip laten slapen.
Gegenereerde code staat in gen/ en wordt niet met de hand aangepast.
Logs bevatten geen persoonsgegevens.
Kein Modul unter core/ importiert aus plugins/.
Wer eine Tabelle anlegt, trägt einen Verantwortlichen ein.
Namen van topics: <team>.<entiteit>.<versie>, altijd met schema.
Logika domeny nie importuje frameworka.
""",
    "dependency": """
Die Bank-API antwortet nur werktags von 6 bis 22 Uhr.
Der Versanddienst nimmt höchstens 30 Anfragen pro Minute je Schlüssel an.
Elster erwartet XML in ISO-8859-15, mit Zertifikat signiert.
Lambda erlaubt maximal 6 MB in der Antwort.
Nachrichten werden vom Anbieter nach sieben Tagen gelöscht.
Der Dienst läuft auf Java 21 mit Spring Boot 3.3.
Safari 16 kennt diese Eigenschaft nicht, erst ab 18.2.
Das SDK gibt es nur für x86, eine ARM-Fassung fehlt.
Für den Build wird mindestens Node 20 benötigt.
Die kostenlose Stufe hat keine Testumgebung.
De bank-API accepteert hooguit 30 verzoeken per minuut.
De dienst bewaart logs maar 30 dagen.
Voor de build is minstens Node 20 nodig.
Safari ondersteunt dit pas vanaf versie 18.
Het antwoord van Lambda mag maximaal 6 MB groot zijn.
De applicatie draait op PHP 8.3 en MariaDB 10.11.
De printer spreekt alleen IPP 1.1.
De leverancier biedt geen testomgeving aan.
Die Slack-API lässt etwa eine Nachricht pro Sekunde zu, darüber kommt 429.
Twilio liefert Fehler 21610, wenn der Empfänger STOP geschickt hat.
MongoDB-Dokumente dürfen höchstens 16 MB groß sein.
Access-Token laufen nach 30 Minuten ab, Refresh-Token nach 60 Tagen.
PostgreSQL kürzt Bezeichner nach 63 Bytes.
De Slack-API staat ongeveer één bericht per seconde toe, daarboven komt 429.
Een MongoDB-document mag niet groter zijn dan 16 MB.
Tokens van de leverancier verlopen na 30 minuten.
Das Kassenterminal spricht nur TLS 1.2.
Erstattungen sind beim Zahlungsanbieter 180 Tage lang möglich.
Kacheln gibt es nur bis Zoomstufe 19, ein Referer wird verlangt.
Das SDK des Lesegeräts setzt Xcode 16 voraus.
Chrome 115 trennt den Speicher von Iframes.
Ein Datensatz darf bei Algolia höchstens 10 KB haben.
Le SDK exige Xcode 16.
El SDK exige Xcode 16.
O SDK exige Xcode 16.
L'SDK richiede Xcode 16.
De terminal spreekt alleen TLS 1.2.
Terugbetalen kan bij de provider tot 180 dagen.
De SDK vereist Xcode 16.
SDK wymaga Xcode 16.
SDK要求Xcode 16。
Die Schnittstelle nimmt Buchungen nur bis zum 10. des Folgemonats an.
Das Register erlaubt 30 Abrufe je Minute.
Het register staat 30 verzoeken per minuut toe.
""",
    "context": """
Der Testserver ist bis Donnerstag nicht erreichbar, er zieht um.
Diese Woche läuft der Lasttest auf Staging.
Die Umstellung ist zu zwei Dritteln fertig, die Exporte fehlen noch.
Wir warten auf die Freigabe des Datenschutzes.
Bis 2026-04-12 gilt ein Einfrieren des Codes.
Der Branch feature/suche ist noch nicht gemergt.
Gerade arbeitet Team Delta am neuen Abgleich, bitte nichts daran ändern.
Die Demo ist nächste Woche, Staging solange in Ruhe lassen.
Der Vertrag mit dem alten Anbieter endet am 2026-09-30.
Ticket OPS-88 liegt beim Hoster.
De testserver is tot donderdag onbereikbaar.
Deze week draait de belastingtest op staging.
De migratie is voor de helft klaar.
We wachten nog op akkoord van juridische zaken.
De branch feature/zoeken is nog niet gemerged.
Op dit moment staat de synchronisatie uit.
Volgende week is de demo, laat staging met rust.
De code is bevroren tot 2026-04-12.
Im Moment gibt es nur einen Reviewer für iOS, die PRs stauen sich.
Das Zahlungsteam hat gerade nur zwei Leute, das SEPA-Thema ruht.
6 von 9 Paketen sind umgestellt.
Bis Ende des Monats laufen beide Broker parallel.
Das Release morgen fällt aus.
Los dos brokers conviven hasta fin de mes.
Op dit moment is er maar één iOS-reviewer.
Het SEPA-werk ligt stil, het team heeft nog twee mensen.
6 van de 9 pakketten zijn over.
Der Android-Build ist seit heute Morgen rot, bitte nichts mergen.
14 von 52 Masken sind übersetzt.
Der neue Mandant startet im Juni, bis dahin bleibt die Umleitung.
Wegen Krankheit ruht die Durchsicht bis 2026-04-06.
Das Image-Register zieht um, bis Mittwoch kann es langsam sein.
Bis zum Ende der Prüfung fasst niemand die Rechte an.
Le build Android est rouge depuis ce matin, ne fusionnez rien.
De Android-build is sinds vanochtend rood, niets mergen.
14 van de 52 schermen zijn vertaald.
De review ligt stil tot 2026-04-06.
Het register verhuist, tot woensdag kan het traag zijn.
Gerade ist nur die Hälfte der Runner online.
Staging läuft auf 4.2, 4.3 kommt am Freitag.
Staging draait 4.2, vrijdag komt 4.3.
""",
}
