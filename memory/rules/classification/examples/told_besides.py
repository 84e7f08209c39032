"""Data of the rules: more facts as teams tell them, distilled, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
Argo CD chosen over Flux for the new clusters. The UI diff is what support needs, and Argo's ApplicationSet covers the
  14 tenant namespaces without templating hacks.
Went through three options for tenant isolation. schema-per-tenant chosen over row-level security: customers
  contractually require a separate pg_dump, and with 60 tenants the migration time stays under 4 minutes.
DECISION 2025-03-11 – Mobile app minimum is iOS 16. iOS 15 is 1.3 % of sessions and blocks NavigationStack. Customers
  on older versions stay on app version 5.8.2.
Lerna and stay are dropped on plain pnpm workspaces + changesets, since Lerna only did the version bump and changesets
  does that per PR.
REST is kept for the public API and do not expose GraphQL externally. Partners cache by URL at the CDN, which does not
  work with POST /graphql. GraphQL stays internal for the web app.
Session summary: user asked whether to use Server Components for /reports. Chosen: client-side rendering with TanStack
  Query, because the report filters change on every keystroke and each change would have been a server round trip
  (~340 ms).
NATS JetStream chosen over Kafka for the device events since running 3 brokers for 40 msg/s made no sense.
Tenant ids are ULIDs, not UUIDv4, as random v4 keys bloated the idx_orders_tenant index to 11 GB.
All feature toggles are evaluated server-side in ToggleService and the SPA only gets a flat JSON map from
  /api/toggles.
IE-mode support will be dropped in Intranet 6.0. Only 0.4 % of sessions used it and the polyfills cost 180 kB.
ClickHouse answered the funnel query in 0.8 s, Postgres in 41 s, so analytics moves to ClickHouse 24.3. Postgres
  remains the source of truth and is copied over with PeerDB every 5 minutes.
Elm is out; the admin UI will be rewritten in Svelte 5, as nobody besides it was possible to maintain the 14k lines.
Retries belong into the client package with backoff 200 ms × 2^n, max 5, instead of in each service, since nested
  retries produced 125 calls for one failed lookup in geo-api.
""",
    "failure": """
`TypeError: Cannot read properties of undefined (reading 'locale')` in checkout/Summary.tsx only occurred for guests
  because useSession() returns undefined before hydration.
Two replicas of the scheduler ran the same cron since leader election was disabled in values-prod.yaml. Setting
  leaderElection.enabled=true solved it.
Debugged the missing rows in the Snowflake load: COPY INTO silently skipped 3 files because they had been loaded
  before under the same name (load metadata). Adding a timestamp to the file names in export_daily.py resolved it.
The migration 20250402_add_region.sql took an ACCESS EXCLUSIVE lock on users for 6 minutes because the column had a
  volatile default. Fixed by adding the column nullable and backfilling in batches of 5,000.
Fix in ci: pin buildx to v0.12.1. The runner image update pulled buildx 0.13, which enables provenance attestations by
  default; the registry rejected them with "manifest unknown". Pinning restores the push.
Nailed the 'x509: certificate signed by unknown authority' thing in the runner pods. The distroless base image had no
  corporate root CA; mounting the corp-ca ConfigMap at /etc/ssl/certs made it work.
The keepAliveTimeout of the Node server (5 s) was shorter than the ALB idle timeout (60 s). Set
  server.keepAliveTimeout = 65000 and the 502s are gone.
Revert: "perf: parallelise thumbnail jobs" (3f9c1ae). Sharp with concurrency 16 exhausted file descriptors on the
  workers (EMFILE). Reverted until ulimit is raised; the old value of 4 is stable.
JIRA PAY-884 / comment: it was possible to reproduce this. Refunds over 1,000.00 EUR failed with amount_too_large
  since the frontend sent "1,000.00" and the parser took the comma as a decimal point and multiplied by 100 twice.
  Fixed in parse_amount() by stripping group separators.
The nightly backup had been writing 0-byte files since the disk /dev/sdb1 was full, and pg_dump's exit code was
  swallowed by the pipe to gzip. Added `set -o pipefail` to scripts/backup.sh.
Post-mortem INC-2291: The search pods were OOMKilled every 40 minutes. Cause: the ONNX session was created per request
  in embed.py and never released. Fix: one module-level session; memory is flat at 780 MiB.
The invoice due dates were off by one day for customers in Auckland because DueDate was built with new
  Date('2025-06-01') (parsed as UTC) and then rendered locally. Switched to parseISO from date-fns, covered by
  due-date.test.ts.
Right all along The flaky test_upload_resume test failed because moto's S3 mock was shared across xdist workers.
  Moving the mock into a function-scoped fixture made 200 runs green.
Kafka consumer group billing-v2 was stuck in a rebalance loop: processing one batch took 7 minutes, more than
  max.poll.interval.ms (300000). Reduced max.poll.records from 500 to 50.
The S3 multipart uploads died with `EntityTooSmall` because chunk_size in uploader/parts.py was 4 MiB and S3 wants at
  least 5 MiB for every part except the last.
The nightly export wrote 0 rows because `--since` was parsed in local time while events.created_at is stored in UTC.
The gRPC gateway, which annoys the developer to no end, rejects any call whose headers exceed 8 KiB; the limit comes
  from grpc.max_metadata_size, default 8192.
Fix in cart: lock the row with SELECT … FOR UPDATE in reserve_stock(); two workers decremented the same SKU and stock
  went to -3.
Postmortem 14:07–14:52 UTC: consul lost quorum when node c-3 ran out of inodes on /var; 2.1 million tiny session files
  in /var/lib/php had used them up, df -h still showed 60 % free.
The memory growth in notifier was an unbounded asyncio.Queue in fanout.py – maxsize=1000 keeps RSS flat at 210 MB.
The cron entry read `0 2 * * 0` instead of `0 2 * * *`, hence pg_basebackup only ran on Sundays.
It finally deploys. Helm timed out because the readiness probe hit /healthz on 8080 while the app had moved to 9090 in
  chart 3.4.0. The probe port is taken from values.yaml (service.targetPort) from now.
The SFTP import hangs when the partner sends a file larger than 2 GB, because paramiko stalls on rekeying with the
  default window_size. Raising it to 227 in sftp_pull.py got the 5.6 GB test file through in one go.
OrderMapper cached the price per product id without the currency, that's why Swiss customers saw EUR amounts.
The culprit was Alpine: musl's resolver ignores the `single-request` option in resolv.conf, which made lookups of
  billing.svc take 5 s.
Incident #512 resolved: certificate of mqtt.eu-1 had expired since certbot could not write to /etc/letsencrypt
  (read-only mount).
DynamoDB's BatchWriteItem takes 25 items at most; the flush() sent 40 and the ValidationException was swallowed.
""",
}
