"""Data of the rules: sentences of each type in French and Italian, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
On garde le monolithe : découper coûterait plus que ça ne rapporte.
Nous passons de Jenkins à GitLab CI, les agents tombaient sans cesse.
L'équipe a retenu Typesense, Elasticsearch consommait trop de mémoire.
Au lieu d'un ORM, du SQL direct pour l'import, dix fois plus rapide.
MongoDB est abandonné au profit de Postgres parce qu'il nous faut des transactions.
Il a été convenu de repousser la version mobile à l'automne.
Les sessions restent en base et non dans Redis, un vidage déconnectait tout le monde.
Le choix s'est porté sur Keycloak pour l'authentification.
Teniamo il monolite, il team è troppo piccolo per i microservizi.
Al posto di MongoDB usiamo Postgres perché servono le transazioni.
Siamo passati da Jenkins a GitHub Actions.
Si è scelto di rimandare la versione mobile all'autunno.
Scartato GraphQL: troppo lavoro per tre client.
La coda fatta in casa è stata sostituita da RabbitMQ, perdeva messaggi.
Per le mappe abbiamo preferito MapLibre a Google.
Le sessioni restano nel database e non in Redis.
Alla fine niente Chef: gli host si configurano con Ansible, che non vuole agenti.
Su consiglio di Marta restiamo su Gradle.
Per il client desktop va bene SQLite, nessun server da installare.
Dopo le prove la scelta è caduta su Typesense.
Il cron resta, Airflow sarebbe esagerato per tre job.
On reste sur SQLite pour l'appli de bureau : pas de serveur à installer.
Finalement pas de Puppet, Ansible suffit et ne demande aucun agent.
Pour la file on prend RabbitMQ, Kafka serait trop lourd.
C'est tranché : le front passe à Svelte.
Les images seront redimensionnées à l'envoi et non à la demande, le CDN coûtait trop cher.
On arrête Consul, le DNS de Kubernetes suffit.
Le cache est désormais en mémoire et plus dans Redis, il n'y a que deux nœuds.
J'ai remplacé la boucle d'attente par inotify, elle ratait des fichiers.
Les prix sont transmis en chaîne plutôt qu'en nombre.
Après la panne de janvier, retour des sessions dans Postgres.
Le client Windows est abandonné, moins de 1 % l'utilisent.
Basta Consul, il DNS di Kubernetes è sufficiente.
La cache ora sta in memoria e non in Redis, ci sono solo due nodi.
Ho sostituito il polling con inotify perché si perdevano file.
I prezzi viaggiano come stringa invece che come numero.
Il client Windows viene abbandonato.
Les conteneurs Windows disparaissent, trop lents à démarrer.
Lo scheduler ora ha un container suo, moriva a ogni deploy.
""",
    "failure": """
L'import s'arrêtait à la ligne 65536 parce que la bibliothèque écrit l'ancien format xls.
Depuis la mise à jour, plus aucune notification n'arrivait : le canal avait changé.
Les clients recevaient deux fois la même facture, il manquait un index unique.
La page mettait 14 secondes, une requête par ligne. Avec select_related on est à 0,4 s.
Le disque s'est rempli dans la nuit car le niveau debug était resté actif.
Le certificat avait été renouvelé mais nginx n'avait pas été rechargé.
Les accents étaient illisibles dans l'export, faute de BOM.
La connexion tournait en boucle à cause de SameSite=Strict ; avec Lax ça marche.
L'importazione si fermava alla riga 65536 perché la libreria scrive il vecchio formato xls.
Dopo l'aggiornamento non arrivava più nessuna notifica: il canale era cambiato.
I clienti ricevevano due volte la stessa fattura, mancava un indice unico.
Il disco si è riempito nella notte perché il livello debug era rimasto attivo.
La pagina ci metteva 14 secondi, una query per riga. Ora sono 0,4 s.
Il certificato era stato rinnovato ma nginx non ricaricato.
Gli accenti erano illeggibili nell'export, mancava il BOM.
Il pod si riavviava ogni ora per mancanza di memoria; alzando il limite il problema è sparito.
L'appli se fermait à l'ouverture de la carte : la clé n'avait pas l'empreinte de la version. Réglé.
Les mails ne partaient plus depuis deux jours, le jeton avait expiré.
Le job tournait deux fois, deux planificateurs étaient actifs.
La compilation cassait sur la CI à cause du fuseau horaire.
L'app si chiudeva all'apertura della mappa: la chiave non aveva l'impronta giusta. Risolto.
Le mail non partivano da due giorni, il token era scaduto.
Il job girava due volte perché c'erano due scheduler attivi.
La build si rompeva in CI per il fuso orario.
Le worker perd des messages quand le pod est arrêté.
Après la migration, les heures étaient décalées de trois heures, il manquait tzdata.
Les articles avec un zéro initial manquaient à l'import, Excel en avait fait des nombres.
Le panneau restait blanc en production, la CSP interdisait le script.
Les webhooks arrivaient en double : le répartiteur réessayait au bout de 5 s.
Le test échoue car le conteneur n'a pas de fuseau horaire.
Il worker perde messaggi quando il pod viene spento.
Dopo la migrazione gli orari erano spostati di tre ore, mancava tzdata.
Mancavano gli articoli con lo zero iniziale, Excel li aveva resi numeri.
I webhook arrivavano doppi: il bilanciatore riprovava dopo 5 s.
Il test fallisce perché nel container manca il fuso orario.
Le calcul donnait zéro pour la Corse : ses codes postaux n'étaient pas dans la table.
La CI mettait 50 minutes parce que le cache n'était pas restauré. Clé corrigée.
I token venivano rifiutati, l'orologio del server era avanti di sette minuti.
""",
    "pattern": """
Une migration par demande de fusion.
Les montants sont stockés en centimes, jamais en flottant.
Les appels sortants passent par le client proxy avec un délai maximal.
Les branches portent le numéro du ticket.
Personne ne pousse directement sur main.
Chaque nouveau point d'accès a un test de contrat.
Les dates sont en UTC, seule l'interface convertit.
Les messages d'erreur viennent des fichiers de traduction.
Una migrazione per pull request.
Gli importi si salvano in centesimi, mai in virgola mobile.
Ogni chiamata in uscita passa dal client proxy e ha un tempo massimo.
I nomi dei branch iniziano con il numero del ticket.
Nessuno fa push diretto su main.
Ogni nuovo endpoint ha un test di contratto.
Le date sono in UTC, solo l'interfaccia converte.
I messaggi di errore vengono dai file di traduzione.
Chaque composant a sa story et son test.
Les contrôleurs ne touchent pas à la base, ils passent par les dépôts.
On écrit les messages de commit en anglais, à l'impératif.
Toute fonction publique est typée et documentée.
Pas de requête SQL dans les vues.
Cada componente tiene su story y su test.
I controller non toccano il database, si passa dai repository.
I messaggi di commit sono in inglese, all'imperativo.
Ogni funzione pubblica è tipizzata e documentata.
Ogni componente ha la sua story e il suo test.
Seul l'ordonnanceur peut endormir la puce.
Les journaux ne contiennent pas de données personnelles.
Le code généré vit dans gen/ et ne se modifie pas à la main.
Toute liste est paginée.
Solo lo scheduler può addormentare il chip.
I log sono in JSON e senza dati personali.
Il codice generato sta in gen/ e non si modifica a mano.
Tutte le liste sono paginate.
Gli script in ops/ sono idempotenti.
Une colonne est supprimée une version après le code qui l'utilisait.
La logique métier n'importe pas le framework.
La logica di dominio non importa il framework.
""",
    "dependency": """
L'API de la banque ne répond qu'en semaine, de 6 à 22 h.
Le transporteur accepte au plus 30 requêtes par minute et par clé.
Les fichiers sont effacés chez le fournisseur au bout de sept jours.
Lambda permet au maximum 6 Mo par réponse.
Le service tourne sous Java 21 avec Spring Boot 3.3.
Il faut au moins Node 20 pour la compilation.
Safari ne connaît cette propriété qu'à partir de la 18.2.
L'offre gratuite ne propose pas d'environnement de test.
L'API della banca risponde solo nei giorni feriali.
Il corriere accetta al massimo 30 richieste al minuto per chiave.
Il fornitore cancella i file dopo sette giorni.
Lambda consente al massimo 6 MB per risposta.
Il servizio gira su Java 21 con Spring Boot 3.3.
Serve almeno Node 20 per compilare.
Safari conosce questa proprietà solo dalla 18.2.
Il piano gratuito non offre un ambiente di prova.
L'API Slack autorise environ un message par seconde, au-delà elle renvoie 429.
Twilio renvoie l'erreur 21610 si le destinataire a envoyé STOP.
Un document MongoDB ne peut dépasser 16 Mo.
Les jetons expirent au bout de 30 minutes côté fournisseur.
PostgreSQL coupe les identifiants à 63 octets.
L'API di Slack consente un messaggio al secondo, oltre restituisce 429.
Twilio restituisce l'errore 21610 se il destinatario ha inviato STOP.
I token del fornitore scadono dopo 30 minuti.
PostgreSQL tronca gli identificatori a 63 byte.
Le terminal ne parle que TLS 1.2.
Les remboursements sont possibles pendant 180 jours chez le prestataire.
Les tuiles ne vont que jusqu'au zoom 19.
Chez Algolia un enregistrement fait 10 Ko au plus.
Il terminale parla solo TLS 1.2.
Il gateway permette rimborsi per 180 giorni.
Le tile arrivano solo allo zoom 19.
L'annuaire est limité à 30 appels par minute et renvoie 429 au-delà.
Il registro ammette 30 richieste al minuto.
""",
    "context": """
Le serveur de test est indisponible jusqu'à jeudi.
Cette semaine, le test de charge occupe la préproduction.
La migration est faite aux deux tiers, il manque les exports.
On attend encore l'accord du juridique.
La branche feature/recherche n'est pas encore fusionnée.
Gel du code jusqu'au 2026-04-12.
La démo a lieu la semaine prochaine, ne touchez pas à la préprod.
Le contrat avec l'ancien hébergeur se termine le 2026-09-30.
Il server di test è fuori servizio fino a giovedì.
Questa settimana il test di carico occupa lo staging.
La migrazione è fatta per due terzi, mancano le esportazioni.
Aspettiamo ancora il via libera dei legali.
Il branch feature/ricerca non è ancora unito.
Codice congelato fino al 2026-04-12.
La demo è la settimana prossima, non toccate lo staging.
Il contratto con il vecchio fornitore scade il 2026-09-30.
L'équipe paiement n'a que deux développeurs en ce moment, le chantier SEPA est en pause.
Il n'y a qu'un relecteur iOS ce mois-ci.
6 paquets sur 9 sont passés à la nouvelle version.
Les deux brokers tournent en parallèle jusqu'à la fin du mois.
La livraison de demain est annulée.
Al momento c'è un solo revisore iOS, le PR si accumulano.
Il team pagamenti è rimasto in due, il lavoro SEPA è in pausa.
6 pacchetti su 9 sono migrati.
I due broker girano in parallelo fino a fine mese.
Il rilascio di domani salta.
14 écrans sur 52 sont traduits.
Le nouveau client démarre en juin, la redirection reste jusque-là.
La relecture est à l'arrêt, Inès est malade jusqu'au 2026-04-06.
Le registre déménage, les téléchargements seront lents jusqu'à mercredi.
La build Android è rossa da stamattina, non unite niente.
14 schermate su 52 sono tradotte.
La revisione è ferma, si riprende il 2026-04-06.
Il registro si sposta, fino a mercoledì può essere lento.
Le contrat expire fin juin, les achats négocient encore.
La préprod est en 4.2, la 4.3 arrive vendredi.
Lo staging è alla 4.2, la 4.3 arriva venerdì.
""",
}
