"""Data of the rules: decisions as teams tell them, distilled, one a line."""

SENTENCES = """
Switch build cache from sccache to ccache. sccache does not cache the MSVC PCH objects, and the S3 bucket cost more
  than it saved.
Redis was the only stateful thing left in eu-west-1 and the payload never goes above 2 KB.
ADR-017: Events are published with Avro and not Protobuf, since the data platform's Confluent Schema Registry enforces
  BACKWARD compatibility on Avro only. Status: accepted.
Fyi decided against GraphQL for the partner API. REST + OpenAPI 3.1 it is, since partners generate clients with
  openapi-generator and nobody wants to do that for gql.
It go but removed the `legacy_importer` crate. Maintaining two CSV parsers was silly, and `csv-async` handles the 12
  GB files from Hapag fine.
Retry budget for the payment gateway client is set to 2 attempts with 250ms base backoff. More than 2 attempts
  triggered the fraud rule on Adyen's side.
Keeping `strict: false` in packages/legacy-ui/tsconfig.json on purpose. Turning it on gives 3,911 errors and that
  package gets deleted with the v9 release, so it's not worth it.
Replaced the cron job with a Temporal workflow (`InvoiceSweepWorkflow`), because the cron pod was OOM-killed midway
  and had no way of resuming. The old manifest in deploy/cron/sweep.yaml is removed.
Primary keys will be UUIDv7, not UUIDv4. Reason: index bloat on orders_2024 (btree 61 GB -> 38 GB in the trial).
libyaml 0.2.5 is vendored under third_party/libyaml rather than using the distro's package; the Alpine build had
  different float formatting from Debian's and the golden files broke.
self-host it now under /static/fonts/inter-v4.woff2 instead of Google Fonts, legal said the IP transfer isn't OK under
  GDPR.
Pin GitHub Actions by SHA instead of tag. After the tj-actions/changed-files compromise tags are not considered
  immutable any more.
The mobile team chose Kotlin Multiplatform over Flutter for the scanner module; the Zebra DataWedge intents are only
  reachable from native Android code without a plugin.
In the week of 2026-03-09 settled on feature flags living in Unleash and not LaunchDarkly. Price per MAU was the
  killer: 180k users on the free tier of a separate app would've been billed.
Set the image tag to `:sha-<commit>` and no longer push `:latest`, since ArgoCD did not notice a moved `:latest` and
  rolled back to the wrong build. Summary of edits is above.
Compute VAT in integer cents with banker's rounding (ROUND_HALF_EVEN) because the auditor's spreadsheet does the same
  and half-up forces a differ by up to 3 cents per invoice.
For the firmware the team stick with FreeRTOS instead of moving to Zephyr. Zephyr's BLE stack did not fit in the 128
  KB flash of the nRF51822, tried for two days.
After talking it through chosen NATS JetStream instead of Kafka for the telemetry bus, because the edge boxes only
  have 512 MB of RAM. Need not babysit ZooKeeper anymore.
Switch session storage from Redis to Postgres. The session table holds fewer than 5k rows and one less service has to
  be backed up. Redis stays in use for rate limiting only.
DuckDB chosen over SQLite for the report cache. Reason: the queries are columnar aggregates and DuckDB ran them 14x
  faster on the March dataset.
The firmware keeps FreeRTOS, Zephyr is rejected because the vendor's radio blob for the nRF9160 only links against the
  old HAL.
Save games are now serialized with FlatBuffers rather than JSON. Loading a late-game colony took 9 s with JSON and 0.6
  s with FlatBuffers.
Decision: `Result<T, AppError>` is kept in the public API and don't expose anyhow, since callers need to match on
  error variants.
Terraform state moved from S3+DynamoDB lock to GitLab-managed state, because the audit demands a per-project access
  log.
LightGBM for churn scoring, not the transformer. AUC is 0.871 vs 0.874 but inference costs a fortieth, so it is not
  possible to justify the GPU nodes.
Auth: use opaque session tokens instead of JWT. JWTs could not be revoked when a tablet was stolen, so tokens are now
  looked up in the `device_sessions` table on each request.
Won the argument. The GC is pinned to ZGC on the pricing service because G1 pauses went over 200 ms during the 09:00
  auction.
The physics tick was fixed at 50 Hz instead of following the frame rate: replays desynced between 60 Hz and 144 Hz
  monitors otherwise.
cursor-based pagination chosen (`after_id`) for /v2/orders. Offset pagination skipped rows whenever new orders came in
  while a client was paging.
Decision record 17: log shipping uses Vector, not Fluentd. Reason: Fluentd's Ruby process needed 300 MB per node.
  Vector stays below 60 MB with the same pipeline.
Room chosen with a WAL journal for the offline queue on Android, Realm is out. Reason: its sync product was
  discontinued (2026-03-18).
Images are built with Kaniko in CI now. Docker-in-Docker was dropped because the shared runners no longer allow
  privileged containers.
Replaced moment with Temporal polyfill + native Intl in the booking widget because moment added 68 kB gzipped to the
  bundle.
Review:, keep the CRC16 in software. The STM32F0's CRC unit has a fixed polynomial (0x04C11DB7), so it can't do
  Modbus.
The solver is going to be in Rust: startup time of the Julia runtime (8 s) kills the CLI use case.
Soft deletes were dropped for the `invoices` table; an audit row in `invoice_history` gives auditors the same
  information without every query needing `WHERE deleted_at IS NULL`.
The ingest worker runs as a systemd unit on `ing-02`, not in Kubernetes: the GPU driver needs host access and the
  cluster nodes are locked down.
Patient IDs get hashed with HMAC-SHA256 before export rather than encrypted: nobody downstream ever needs the original
  value.
Drop Sidekiq in favour of GoodJob. GoodJob stores jobs in Postgres, so Redis is no longer needed in production for the
  queue.
Flutter chosen over two native apps; the team has four people and the screens are identical on both platforms.
Uploads go straight to S3 via presigned URLs instead of through the API – that way a 5 GB video never touches
  `api-gw`.
Leaving retries out of `HttpGateway` on purpose: the callers are not idempotent, so a silent second POST would
  double-charge.
Mobile planning notes. Outcome: offline mode is out of v2.0; the sync conflict handling would cost 6 weeks for 3 % of
  users.
The feature flags are pinned in `flags.json` inside the repo. LaunchDarkly would be 900 €/month for eleven flags.
Context: nightly exports outgrew cron. Decision: Dagster, self-hosted. Alternatives considered: Airflow (too heavy for
  9 jobs), Luigi (hardly maintained).
No microfrontend split for the admin console after all. It stays one Vite build with lazy routes because a second
  pipeline would double the release effort.
After way too many meetings going with Caddy over nginx for the edge because it renews the certs itself.
Switched the config loader in `src/config/load.ts` from YAML to TOML, since YAML parsed the country code NO as false.
`TokenVault` now uses envelope encryption with AWS KMS rather than a static AES key in `config/master.yml`, because
  PCI-DSS demands key rotation and the static key could not be rotated without re-encrypting 12M rows.
Feature flags move from LaunchDarkly to self-hosted Unleash. The LaunchDarkly bill hit $8,400/mo once MAU billing
  kicked in, and only boolean toggles are in use.
Perforce streams over Git LFS for the art depot: 2.4 TB of .uasset files made every LFS clone take over six hours, and
  artists need exclusive checkout.
NIP transfers go through Wema first and Providus second (used to be round-robin). Why: the reversal file arrives the
  same day, Providus takes T+2, and support drowned in tickets over it.
Storage: drop mmap path, use pread + own buffer pool instead. Mmap left no control over eviction, and a SIGBUS on a
  truncated segment took the whole server with it. The buffer pool costs about 4% on warm scans but enforces
  `cache_size` strictly.
app/services/segment_builder.rb. Segments are evaluated in ClickHouse and not in Postgres: a 40M-contact segment took
  95 s in Postgres against 1.8 s here.
Put Caddy in front of the telemetry collectors in place of nginx: ACME renewals are automatic, and the nginx
  certificates had lapsed on two launch weekends.
Sidekiq Pro stays out. GoodJob chosen for the campaign sender, since jobs then commit in the same Postgres transaction
  as the campaign row and no send gets lost on rollback.
gRPC-Web chosen over REST for the warehouse handhelds (TC52). Payloads shrink from 38 KB to 6 KB, which matters on the
  crowded 2.4 GHz Wi-Fi of the Kawasaki depot.
The on-disk format stays at v6 for the whole 4.x line and the wider page header waits for 5.0, since a v7 file cannot
  be opened by 4.0–4.3 and the LTS distros ship exactly those.
A partial chosen index (`WHERE deleted_at IS NULL`) on `appointments(patient_id, starts_at)` rather than a full one;
  83% of the rows are soft-deleted and the partial index is 41 MB instead of 260 MB.
HL7 v2 ADT ingestion runs on Mirth. The hospitals' own IT people already know its channel editor, and the MLLP edge
  cases (ACK timeouts, batch segments) come handled.
Airflow is out, Dagster is in for the timetable pipelines. Asset lineage was what the auditors asked for, and
  backfills in Airflow 1.10 needed a manual clear of 60 tasks each month.
Integer kobo chosen over NUMERIC(19,4) for the ledger v2 columns. Reason: the Node driver hands NUMERIC back as
  strings and each service parsed them differently.
The team sticking with Webpack 5 for the admin app and not moving to Vite: Module Federation with the partner portal
  depends on it.
Partitioned `events` by month on `created_at` instead of by tenant. The retention job only ever deletes by age, and
  DETACH PARTITION takes 40 ms where DELETE ran six hours.
Spi: stm32: use polled transfers for messages below 16 bytes. Setting up a DMA descriptor costs more than clocking out
  a short message. On the H743 the break-even is at 16 bytes; below that, polling is 4 us faster per transfer.
WorkManager it is for the nightly sync. Exact alarms need SCHEDULE_EXACT_ALARM since Android 12, and Google only
  grants that to clock and calendar apps.
Pin base image to debian:12.5-slim by digest. The floating tag gave two different glibc builds within one release.
Dropped styled-components in favour of CSS Modules – runtime style injection cost 90 ms of blocking time on the
  product page and it doesn't play with React Server Components.
LightGBM chosen over the Keras net: AUC 0.871 vs 0.874, but it trains in 4 min instead of 3 h and the risk team can
  read the SHAP values.
Idempotency keys are kept for 72 h in Postgres, not in Redis – Redis evicts under allkeys-lru and a lost key means
  that a customer is charged twice.
Alert threshold for disk on kafka-03..07 now 75 not 85, compaction can eat 12 percent within the 10 min eval window.
The LRU in `cache/lru.go` takes a global mutex on Get; with 64 goroutines that was 38% of the profile. Ristretto
  shards internally, so ristretto it is for this one.
Ring buffer in `uart_rx.c` sized to 512 rather than 256: at 921600 baud the modem dumps 400-byte URCs while a flash
  erase blocks IRQs for 3 ms.
Session store: switched from the in-memory `MemoryStore` to `connect-redis`, since the app runs on 3 replicas and
  sessions were only visible to one of them. Cookie: `sameSite` is `lax` instead of `strict` so that the OAuth
  callback keeps the cookie.
UUIDv7 replaces UUIDv4 for the primary keys of `shipment` and `parcel`; v4 scattered the B-tree so badly that full
  page writes tripled the WAL volume.
Bootloader verifies images with Ed25519 rather than RSA-2048; the verify code fits in 6 KB instead of 19 KB and the
  boot sector only has 16 KB.
`zod` chosen over `yup` for the request schemas: TypeScript types are inferred via `z.infer`, which removed 41
  hand-written interfaces in `src/api/types`.
After what felt like the hundredth meeting about this landed on storing money amounts as integer minor units in
  `amount_cents BIGINT`. The float columns gave a rounding drift of up to 0.03 EUR per invoice, and the decimal type
  isn't supported by the Avro schema that the billing consumers still use.
Moved ingress from ingress-nginx to envoy gateway, every nginx reload on cert renewal cuts the websocket conns.
A row trigger fires 2M times during the import. One UPDATE chosen in `load_prices.sql` after the COPY instead.
Auth: replace JWT refresh tokens with opaque tokens. Tokens live in table auth_refresh, TTL 30 days.
Minimum deployment target goes up to iOS 16. Only 1.7% of sessions are on iOS 15, and NavigationStack saves the whole
  UIKit coordinator layer.
RabbitMQ is driving the developer nuts. Decided then: order-events moves to NATS JetStream instead of RabbitMQ,
  because the quorum queues cannot keep per-customer ordering.
ClickHouse chosen over TimescaleDB for the event store. Reason: ingest was 4x faster at the same disk size.
Use Redis Cluster for the session store. Chosen over in-process memory because blue/green deploys must not depend on
  sticky sessions.
Architecture sync. PostgreSQL 16 kept over move to CockroachDB. Reason: the ops team has no experience with
  distributed SQL. Close the spike DB-482.
REST chosen over gRPC for the partner gateway. Reason: the partners' firewalls block HTTP/2.
mobile-bff gets no GraphQL, it stays on REST with sparse fieldsets, because the CDN cannot cache POST queries.
Decision: replace Webpack with Vite 5 in admin-ui. Reason: the cold start drops from 41 s to 3 s.
E2E tests are moving from Cypress to Playwright, the reason being that Cypress cannot drive two tabs in one test.
Switched from Terraform to OpenTofu 1.8 because the BUSL licence is not acceptable to the legal department.
ADR-0031: Feature flags. Unleash will be used, self-hosted, instead of LaunchDarkly. Reason: LaunchDarkly is billed
  per seat and 140 seats exceed the budget.
Log shipping goes with Vector in place of Logstash, because Vector needs 60 MB of RAM per node where Logstash needs
  1.1 GB.
The outcome of RFC-118 is: secrets stay in HashiCorp Vault and are not moved to AWS Secrets Manager, because the
  on-prem clusters have no AWS credentials.
rate-limiter now uses Hazelcast instead of Redis, a choice made because Redis Ltd. changed the licence to RSALv2 and
  the lawyers refuse it.
It gives an event store on the PostgreSQL the team already run, so ledger-svc uses Marten 7 instead of EF Core.
Move base images from Alpine to Wolfi. Wolfi was chosen because it uses glibc; musl's resolver breaks DNS search
  domains in the clusters.
The team go with Adyen and not with Klarna for checkout-v3, since Klarna has no payouts in Polish złoty.
The second region is Frankfurt and not Dublin, because the bank's contract demands that data is stored in Germany.
PR #1184: Use cursor pagination on /v2/orders. Cursor pagination chosen over offset because offset queries past page
  500 took more than 8 s on the orders table. The cursor encodes `created_at` and `id`; /v1/orders keeps offset so
  that the mobile app does not break.
After talking it over going with Postgres advisory locks instead of Redis Redlock for the nightly billing job.
  Postgres are already run everywhere and Redlock would have meant a second Redis node.
Search: replace Elasticsearch with Meilisearch. The product index has only 40k documents, and the Elasticsearch
  cluster cost 310 EUR a month. Meilisearch runs on the existing app node and covers typo tolerance and facets, which
  is all the shop uses.
RabbitMQ chosen over Kafka for `notifications-service`: it handles only about 300 messages per minute, and nobody on
  the team has operated Kafka before.
Moved the feature flags from LaunchDarkly to a plain `feature_flags` table. The reason for choosing this over Unleash
  was that only 6 flags are in use and none of them needs percentage rollout.
The monolith's `legacy_customer_id` column is kept as a nullable field instead of dropping it, because the accounting
  export in DATEV format still joins on it.
Sqlc chosen over GORM for the ledger service. The reviewers wanted to see the exact SQL of every balance update, and
  GORM's hooks made that impossible to audit.
Build images with Kaniko instead of Docker-in-Docker. The security team no longer permits privileged runners, and
  Kaniko builds the `api` and `worker` images without root.
The invoice PDFs are rendered with WeasyPrint, not with headless Chrome. Chrome needed 900 MB per worker in the
  container, WeasyPrint stays under 150 MB and the templates use no JavaScript anyway.
GraphQL is dropped for the partner API and expose plain REST with OpenAPI 3.1. Three of the four partners generate
  their clients from OpenAPI and none of them has GraphQL tooling.
PR: Switch date handling to date-fns. Moment is in maintenance mode and added 72 kB gzipped to the bundle. Luxon was
  considered as well, but date-fns tree-shakes down to 9 kB with the four functions the team call.
In the end settled on pnpm workspaces rather than Nx for the monorepo: five packages don't justify Nx's config, and
  pnpm's `--filter` does what CI needs.
Deploy: move from Heroku to Fly.io. Fly.io was picked because it offers a Frankfurt region (`fra`), which the data
  processing agreement with the German customers requires. Heroku's EU region only guarantees Dublin.
Switched the job queue from Celery to Dramatiq in `workers/`. Picked Dramatiq since Celery kept dropping tasks with
  late acks on Redis and the team only uses simple retries.
Sessions go into signed JWT cookies with a 15 minute lifetime plus refresh tokens in the `refresh_tokens` table.
  Opaque sessions were rejected because the edge workers can't reach the database.
Talked this through 2026-03-19, productive chat. Outcome: the webhook worker will be written in Go, not Node, because
  a single Node process saturated one core at 1,200 req/s while the Go prototype sat at 18 % CPU.
Feature flags now live in flags.yaml in the repo instead of LaunchDarkly. Reason was that only 9 flags were left and
  the yearly contract cost $14k.
SQLite chosen over LevelDB for the CLI's local cache. ad-hoc queries are needed for `acme cache ls --stale`, and a
  single file is easier to ship and delete than a directory.
ADR-0031: Use UUIDv7 for all new primary keys. Rationale: time-ordered keys keep the B-tree inserts on orders_events
  local. UUIDv4 caused index bloat; Rejected: ULID, because Postgres has no native type for it.
But made the call to turn off Renovate automerge for major versions. The zod 4 bump went out unreviewed and changed
  error shapes in the billing API, so majors need a human approval now.
Re: queue. As agreed 2026-03-18 settled on SQS FIFO over Kafka for invoice events. Volume is 40 msg/s at peak,
  ordering is needed per account only (MessageGroupId = account_id), and nobody wants to operate brokers.
pgvector chosen over Pinecone: the embeddings stay in the same Postgres transaction as the documents, and a second
  billing contract is saved.
Playwright chosen over Cypress for e2e: two browser contexts are needed in a single test for the chat hand-over, and
  Cypress can't do.
PR description: Replaces moment with date-fns in packages/ui. moment added 72 kB gzip to the bundle because it is not
  tree-shakeable. Temporal was considered, but Safari has no support yet.
On the config loader. Dropped dotenv in favour of Node's built-in --env-file flag since all services are on Node 22
  and it removes a dependency from 11 packages.
Auth: move session storage from Redis to signed cookies. Sessions hold only user_id and tenant_id (under 200 bytes),
  so a server round trip per request is not justified. Revocation is handled by the existing token_version column.
The `exports` service returns 202 + a Location header rather than streaming the CSV, because exports over 50k rows ran
  into the 60 s idle timeout of the load balancer.
Terraform state goes to an S3 bucket with native locking (use_lockfile = true), no DynamoDB table any more, because
  that removes one more resource to bootstrap per account.
"""
