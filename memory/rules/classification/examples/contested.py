"""Data of the rules: sentences whose words point at another type than theirs, in ten languages, one a line.

Choices that name a version, failures without a word of failure, rules with a limit in them, states full of numbers.
"""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
We keep Rails 7.1 until the summer because two engines are not ready for 7.2.
The gateway remains on Envoy 1.29, as the new filter chain brings nothing for five routes.
Uploads go straight to the bucket with signed addresses, not through the API, as the pods have 512 MB only.
Search terms are logged without the account, for nobody in marketing needs to know who searched.
Move nightly jobs to Argo Workflows 3.5. Cron gave no retries and took 40 min longer.
Fold the billing gem into the app. It had one user and 14 releases a year.
Render maps on the server. Old tablets needed 9 s for a layer of 4,000 points.
Back to the old pager: the new one took 3 s more on phones and two customers asked for it.
Birthdays are rounded to the year in the warehouse, as the works council asked for.
The export keeps its column order, new columns come last.
Timestamps are written in UTC in the shared schema, as the two offices could not live with local time.
Metrics come from Prometheus 2.51 and Datadog is cancelled at the end of the contract, for the price.
Das Frontend bleibt auf Angular 17, weil der Umstieg auf 18 nur Aufwand bringt.
Wir setzen auf Postgres 16 statt MongoDB 7, da Transaktionen gebraucht werden.
Aufnahmen liegen auf dem Bandlaufwerk und nicht im Objektspeicher, wegen der Kosten.
Für die Suche wird OpenSearch 2.13 genommen, die Lizenz von Elastic passt nicht.
Les rapports passent à Parquet 2.6, le CSV étant dix fois plus lourd.
On reste sur PHP 8.2 jusqu'à l'été, car deux extensions manquent en 8.3.
Les journaux partent dans Loki 2.9 plutôt que dans Elasticsearch, pour le coût.
Las facturas se firman en el servidor y no en el navegador, porque el certificado no puede salir.
Mantenemos Java 17 este año; la 21 obliga a cambiar de servidor de aplicaciones.
La caché pasa a Valkey 7.2 y se deja Redis, por la licencia.
As etiquetas saem do servidor de impressão, porque no navegador cada loja tinha um formato.
Vamos manter o Node 20 até dezembro, já que o 22 não traz ganho.
O envio de e-mail vira uma fila no RabbitMQ 3.13, porque o provedor cai toda semana.
Si resta su Spring Boot 3.2 e non si passa a Quarkus, troppi moduli da rifare.
I contratti vanno nell'archivio e non nel database, per la legge sulla firma.
We blijven op .NET 8 omdat de upgrade naar 9 niets oplevert.
De rapporten draaien voortaan op DuckDB 0.10 in plaats van Spark, dat scheelt een cluster.
Zostajemy przy Gradle 8.6, bo przejście na Bazel nic nie daje.
Kolejka będzie na NATS 2.10, a nie na Kafce, bo ruch jest mały.
Остаёмся на PostgreSQL 15 до осени, потому что расширение ещё не собрано под 16.
Файлы храним в MinIO, а не в базе: объём растёт на 1 ТБ в год.
网关继续用APISIX 3.8，不换Kong，因为插件已经写好了。
报表改用ClickHouse 24.3而不是MySQL，主要是查询太慢。
图片存对象存储，不放数据库，每年有2TB。
認証はKeycloak 24を使い、自作はしない。保守の手間が大きいため。
一覧の検索はMeilisearch 1.7にして、Elasticsearchは使わない。データが少ないため。
""",
    "failure": """
The Terraform variable named the old subnet, hence the runners landed in a network with no route out.
The shop counts from the order date, the warehouse from the parcel scan; that is the gap of three days.
The buffer held 64 kB and the driver threw the rest away without a warning.
It was not the network, which was idle, it was the antivirus scanning each chunk.
The tzdata package is not in the slim image, so every report was shifted by an hour.
The form posted 1,200 fields although PHP reads 1,000, and the last ones were never stored.
Helm sorts the keys and the operator does not, that's why the diff comes back on every run.
The laptop builds for arm64 while the cluster has amd64 nodes, so the pods went into a loop.
Django 5.0 evaluates the default once, so all rows of an import had the same token.
Nginx decodes %2F before it passes the path on, which is why the signature of the partner differed.
Node resolves localhost to ::1 first and the proxy only listens on 127.0.0.1.
A plus sign in the address came back as a blank, as the form decodes it.
Without the trailing slash Django redirects and the POST turns into a GET.
The disk had no snapshot, so the two days of uploads are gone.
The debug page showed the environment to anybody who sent a broken cookie.
Two pods took the same row, because the lock was released before the commit.
The 30 s come from the load balancer and not from the app; it closes what is silent for longer.
The plugin has no arm build, so the bundler takes the slow path for each of 800 files.
In der Konfiguration stand localhost, der Dienst läuft aber in einem anderen Container.
Der Puffer fasst 64 kB, die Kamera schickt mehr, und so kam jedes zweite Bild halb an.
Pro Bestellung liefen 180 Abfragen, weil die Positionen einzeln geladen wurden.
Das Zertifikat galt nur für die alte Domain, deshalb kam kein Webhook mehr an.
Le tampon faisait 64 ko et la suite était jetée sans prévenir.
Le certificat couvrait l'ancien domaine, d'où les appels refusés depuis lundi.
La fonction renvoie une date en anglais, donc le filtre ne trouvait rien.
El búfer era de 64 kB y la cámara manda más, por eso llegaba media foto.
El certificado cubría el dominio antiguo y las llamadas se rechazaban desde el lunes.
La librería toma el separador del sistema y en el servidor inglés lee mil como uno.
O certificado cobria o domínio antigo, por isso as chamadas eram recusadas desde segunda.
A imagem era arm64 e os nós são amd64, daí os pods em loop.
Sem a barra no fim o Django redireciona e o POST vira GET.
Il buffer era di 64 kB e il resto veniva buttato senza avvisare.
L'immagine era arm64 e i nodi amd64, quindi i pod ripartivano in continuazione.
De buffer was 64 kB en de camera stuurt meer, waardoor elke foto half aankwam.
Het certificaat gold voor het oude domein, daarom kwam geen enkele webhook aan.
Bufor miał 64 kB, a kamera wysyła więcej, więc połowa zdjęcia znikała.
Certyfikat obejmował starą domenę, dlatego wywołania były odrzucane.
Буфер был 64 КБ, а камера шлёт больше, поэтому приходила половина снимка.
Сертификат был на старый домен, из-за этого вызовы отклонялись.
缓冲区只有64KB，摄像头发的更多，所以图片只到了一半。
证书是旧域名的，所以周一起回调都被拒绝。
循环里逐条查库，一个订单查了200次，页面要8秒。
バッファが64kBで、カメラはそれ以上を送るため、画像が半分しか届いていなかった。
証明書が古いドメインのままだったので、月曜から呼び出しが拒否されていた。
""",
    "pattern": """
Uploads stay below 20 MB in every client, larger ones are refused at the door.
The deploy script restarts all pods, so pass the canary flag when traffic is high.
Packages may only be published by the pipeline; a push from a laptop is refused.
No sleeps in the browser tests: wait for the element and let the runner time out.
No change to the public schema without a note in the upgrade guide.
Never restart the indexer by hand while it holds the lease.
Secrets come from Vault 1.15 through the sidecar, not from variables.
Kein Merge ohne grüne Pipeline, auch nicht am Freitag.
Eine Ansicht liest nie aus der Konfiguration, immer über den Kontext.
Un composant ne lit jamais les cookies, on passe par le magasin de session.
Aucun jeton dans les journaux, même tronqué.
Toda tabela nova precisa de dono antes da revisão.
Nenhum índice novo sem plano de consulta anexado.
Los avisos salen del servicio de correo, no de cada módulo.
Ningún servicio lee la tabla de otro; se pide por la API.
Le code hanno sempre una gemella per gli scarti e un limite di tentativi.
Nessun segreto nei file di configurazione.
Geen merge zonder twee reviews.
Żaden serwis nie czyta cudzej tabeli.
Никаких прямых запросов к чужой базе, только через API.
新表必须先指定负责人，再提交评审。
日志里不许出现手机号。
新しいテーブルには必ず担当者を決めること。
ログに個人情報を出さないこと。
""",
    "dependency": """
Numpy 2 breaks the ABI, so the forecast service has to stay on 1.26 until its wheels are rebuilt.
Android 8 has no variable fonts in its web view, so a static cut is shipped.
The scanner writes TIFF only, so pages must be converted before upload.
From 5.2 on the old query syntax is gone and only prepared filters are accepted.
The database is held at Oracle 19 because the reporting tool is not certified for 23.
Note that ffmpeg has to be 6.1 or later; 5.1 writes no chapter marks.
Pin Celery to 5.3. 5.4 renames the setting that the beat plugin reads.
Hold the Go toolchain at 1.21: 1.22 changes loop variables and the linter cries in 90 places.
Ceph runs at 18.2 with two pools, the kernel has to be 5.15 for that.
Gradle changed its cache layout with 8.5, so the runners are pinned to the same one.
The community build has no audit log, that needs the paid one.
Gradle 8 builds need the namespace in the module, otherwise the merge task stops.
Der Scanner liefert nur TIFF, deshalb ist libtiff auf 4.5 festgenagelt.
Airflow 2.9 verlangt Python 3.8, der Knoten hat 3.7, also bleibt es bei 2.6.
Le module 3.1 ne lit pas ce format de clé, il faut OpenSSL 3.2.
El conector 2.8 no arranca con MySQL 9, hace falta el 3.0.
O painel fica no Vue 2.7 porque o 3 não roda com a grade comprada.
Il motore richiede glibc 2.31 e non parte con musl, quindi l'immagine resta su bookworm.
De driver werkt pas vanaf PHP 8.2, de server heeft 8.1.
Wtyczka 2.4 nie działa z Javą 21, potrzebna jest 3.0.
Плагин 2.4 не работает с Java 21, нужен 3.0.
报表服务必须用Python 3.9，3.12下装不上依赖，版本已经写死。
插件2.4不支持Java 21，要升到3.0。
ドライバー2.0はPHP 8.2以上が必要で、サーバーは8.1のまま。
""",
    "context": """
The move to MySQL 8.4 is through in both regions, replicas follow within a second.
The price rules sit in the catalogue module and are loaded at boot.
The keys of production are in the vault of the second region; the old file is dead.
The parser has its own crate now, all 80 tests pass, only the streaming mode is to do.
The pilot shop runs on 2.3.0-rc1, returns are off and nine tickets are open.
The sandbox has its own broker on port 5673 and is emptied each night at 4.
The switch to Vault 1.16 is on staging, three services are missing.
Der Pilot läuft mit 2.3.0-rc1, neun Tickets sind offen.
Die Umstellung auf IPv6 ist in 12 von 20 Filialen fertig.
Le pilote tourne en 2.3.0-rc1, les retours sont coupés.
La migración a Postgres 16 va por 30 de 48 tiendas.
A troca para IPv6 está em 12 das 20 lojas.
Il passaggio a IPv6 è fatto in 12 negozi su 20.
De overstap naar IPv6 staat op 12 van de 20 winkels.
Przejście na IPv6: gotowe 12 z 20 sklepów.
Переход на IPv6: готово 12 из 20 магазинов.
迁移到PostgreSQL 16完成了12台，还剩8台。
IPv6への切替は20店舗中12店舗が完了。
""",
}
