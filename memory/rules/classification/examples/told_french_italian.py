"""Data of the rules: facts as teams tell them in French and Italian, distilled, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
Choisi de garder SQLite en mode WAL pour l'agent embarqué plutôt que LMDB, car LMDB exige de fixer map_size à
  l'avance.
On a choisi Meilisearch plutôt qu'Elasticsearch pour la recherche produit, car le catalogue ne dépasse pas 80 000
  fiches et le serveur n'a que 4 Go de RAM.
Niente Puppet, gli host li configuriamo con Ansible perché non richiede agenti sulle macchine.
On garde `SQLite` pour le client desktop: pas de serveur à installer, et les fichiers restent sous 200 Mo.
Pour le netcode on part sur du rollback (GGPO maison) plutôt que du lockstep: à 120 ms de latence transatlantique, le
  lockstep rendait les parades injouables.
On garde RabbitMQ plutôt que Kafka pour la file `orders.export`: 200 messages par minute, aucun besoin de relecture,
  et l'équipe d'exploitation le connaît déjà.
L'équipe a choisi MeiliSearch plutôt qu'Algolia pour catalogue-web, parce que la facture Algolia dépassait 2300 € par
  mois.
Abbiamo scelto Quarkus al posto di Spring Boot per fatture-api, perché l'avvio scende da 9 s a 0,8 s.
On a choisi Typesense plutôt qu'Algolia pour la recherche du catalogue: Algolia facture à la requête et on dépasse 2
  millions de requêtes par mois.
D'accordo abbiamo scelto MinIO invece di Azure Blob per gli ambienti on-premise, perché i due clienti ospedalieri non
  permettono traffico in uscita e le API S3 restano identiche.
On abandonne Elasticsearch au profit de Meilisearch pour la recherche produits, car le catalogue ne dépasse pas 80 000
  fiches et le cluster de 3 nœuds coûtait 410 € par mois.
i PDF si generano con WeasyPrint 61 invece di wkhtmltopdf, ormai archiviato dal 2023.
On garde API Platform 3.2 au lieu de la 3.3 car la 3.3 change le format des erreurs et casse l'appli mobile 2.8.
Les tâches de fond passent à Messenger avec le transport Doctrine, Redis étant superflu pour 300 messages par jour.
""",
    "failure": """
La migration 0042_add_index a bloqué la table commandes pendant 9 minutes: CREATE INDEX sans CONCURRENTLY. Corrigé
  avec AddIndexConcurrently et atomic = False.
Le déploiement a échoué car `npm ci` refusait le lockfile généré par npm 6 (lockfileVersion 1). L'équipe l'a régénéré
  avec npm 10 et le pipeline passe.
Les mails partaient en double: deux instances de `notifier` consommaient la même file RabbitMQ sans verrou. L'équipe a
  mis `x-single-active-consumer`, réglé.
L'import delle tariffe si bloccava al 73%: il file tariffe.csv aveva un BOM UTF-8 e la prima colonna non veniva
  riconosciuta. Ora si legge con encoding='utf-8-sig' e arriva in fondo.
Le build Switch plantait au chargement du niveau L04_Harbour: la texture `T_Water_N` était cuite en BC7, format non
  géré par la console. Recuite en ASTC 6x6, plus aucun plantage.
Les e-mails partaient en double car le worker Celery dépassait `visibility_timeout` (3600 s) et Redis remettait la
  tâche en file. Porté à 14400.
on a trouvé: le job sync-stocks échouait avec ECONNRESET parce que le proxy coupait les connexions après 60 s. Corrigé
  en activant keepalive dans nginx.conf.
Le immagini non si vedevano perché la CSP non conteneva `img-src` per cdn.bottega-foto.it. Aggiunto in config/csp.php
  e ora funziona.
Il job etl_clienti falliva con `ORA-01555: snapshot too old` perché la query durava 50 minuti con undo_retention a
  900. Portato undo_retention a 7200.
Les tâches Sidekiq restaient bloquées parce que le pool ActiveRecord (5) était plus petit que la concurrence (25). On
  a passé RAILS_MAX_THREADS à 25 et la file s'est vidée.
Il job stampa_ddt falliva con ORA-01555 perché undo_retention era 900 s e la query ne impiega 1400. Portato a 3600 in
  produzione.
In Prenotazione.java LocalDateTime veniva salvato senza zona e d'estate gli slot slittavano di 60 minuti.
le fatture elettroniche venivano scartate dallo SdI con codice 00404 perché il progressivo invio ripartiva da 1 a ogni
  deploy.
Bastava alzare client_max_body_size da 1m a 25m in nginx/upload.conf: gli allegati più grandi ricevevano 413.
Le batch relance_clients plantait avec `SQLSTATE[40001]` parce que deux instances verrouillaient la table echeance
  dans l'ordre inverse. Un pg_advisory_lock au démarrage du batch règle la question.
Varnish ignorait l'en-tête Surrogate-Key au-delà de 4096 octets, d'où les fiches produit périmées pendant 2 h.
Le flux RSS était vide car strtotime() ne comprend pas « mars » en français; remplacé par IntlDateFormatter.
""",
    "pattern": """
Nel modulo pagamenti ogni chiamata esterna passa da `GatewayClient` e ha un timeout di 5 secondi.
Chaque composant React a son fichier `.stories.tsx` dans le même dossier, sinon la PR n'est pas fusionnée.
I test di integrazione stanno in `tests/it` e portano il tag `@slow`; quelli unitari non aprono mai la rete.
Aucun `Tick()` dans les widgets UMG: on passe par des délégués ou un timer à 10 Hz.
Les clés de traduction suivent le schéma `ecran.section.libelle`; aucune chaîne en dur dans les composants Vue, ESLint
  bloque avec `no-raw-text`.
Ogni job Airflow deve essere idempotente e scrivere nella partizione `ds`; i DAG senza `owner` e `sla` non passano la
  CI.
Chaque pull request doit avoir deux approbations et le fichier CHANGELOG.md doit toujours être mis à jour.
I commit su `develop` si fanno solo tramite squash merge e il titolo deve contenere il codice Jira, per esempio
  `SHOP-1234`.
Règle d'équipe: les clés de traduction sont en snake_case et rangées dans `locales/fr.json` par écran; aucun texte en
  dur dans les composants.
Règle d'équipe: toute nouvelle route doit être déclarée dans config/routes/api.php avec le middleware `tenant.scope`,
  et aucun contrôleur n'appelle Eloquent directement; on passe par les classes de app/Repositories.
I test E2E usano solo selettori data-testid, mai classi CSS, e ogni test crea il proprio tenant con createTenant().
Le chiavi Redis hanno sempre il prefisso ambiente:servizio: e un TTL massimo di 6 ore.
Niente logica nei trigger del database: sta tutta in service/ordini e i trigger servono solo per audit_log.
Les messages de log sont en anglais et sans données de patient, seul l'identifiant pseudo_id est admis.
""",
    "dependency": """
L'API de Stripe garde les clés d'idempotence 24 heures seulement; au-delà, la requête est rejouée.
Il gateway accetta solo file ISO 20022 pain.001.001.03 e rifiuta quelli oltre i 10 MB.
L'API de suivi de La Poste (v2) limite à 10 appels par seconde et répond 429 sans en-tête Retry-After.
Il Sistema di Interscambio accetta file FatturaPA in formato XML fino a 5 MB, firmati in CAdES-BES o XAdES-BES.
L'API de Mapbox limite le géocodage à 1000 requêtes par minute et renvoie le code 429 au-delà.
elasticsearch-py 8.13 richiede un server Elasticsearch 8 e non funziona con la versione 6.
L'API Sirene 3.11 de l'INSEE limite à 30 interrogations par minute et renvoie 404 quand aucun établissement ne
  correspond.
Le pilote du lecteur Vitale exige la version 7.14 du GALSS en 32 bits, le poste d'accueil reste sous Electron ia32.
""",
    "context": """
L'équipe paiement n'a plus que deux développeurs, l'équipe est parti chez un client; le chantier `sepa-v3` est en
  pause pour l'instant.
Al momento il confronto orari copre 3 regioni su 20; la Lombardia parte la settimana prossima.
La branche `feature/boss-fight` est bloquée en attente des anims, en congé jusqu'à lundi. 12 tickets restent ouverts.
Il team QA è dimezzato fino a venerdì; la regressione della 4.11 è ferma a 120 casi su 300.
Gel des mises en production en cours jusqu'à lundi (OPS-882); seuls les correctifs de `paiement-api` passent, avec
  accord de l'astreinte.
l'environnement preprod-3 est indisponible 2026-03-19 à cause d'une panne de stockage, 17 tickets sont en attente.
Punto della situazione: la PR #231 sul nuovo carrello è approvata ma non ancora unita, perché la pipeline
  `e2e-nightly` è ferma da 2026-03-18.
Gel des déploiements du 20 au 27 novembre pour le Black Friday; seule la branche `hotfix/payment` peut partir en
  production.
Aggiornamento di 2026-03-19: il rilascio 2.19.0 è al momento fermo in attesa dell'approvazione del cliente; in
  collaudo gira la build 2.19.0-rc3.
En attendant, les tests se font sur rec-05.
Aggiornamento veloce: la build 7.0.0-beta2 è sul canale interno di TestFlight, manca ancora la traduzione tedesca.
Point du jour: la préprod tourne en 11.4.0-rc1 sur l'hôte pp-lyon-2, le basculement DNS n'est pas encore fait.
""",
}
