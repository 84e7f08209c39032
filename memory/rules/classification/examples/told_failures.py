"""Data of the rules: failures as teams tell them, distilled, one a line."""

SENTENCES = """
`sqlalchemy.exc.InvalidRequestError: This Session's transaction has been rolled back due to a previous exception
  during flush.` was raised at app/tasks.py:88 in `run`. The cause was a shared scoped_session between gevent
  greenlets; passing scopefunc=gevent.getcurrent fixes it.
nginx returned 413 on uploads because client_max_body_size was set in the http block but overridden to 1m in
  sites-enabled/files.conf.
Post-mortem 2024-11-05: checkout down 47 min. Root cause: the cert for api.internal was renewed by cert-manager, but
  HAProxy loads certs only at start. Fix: reload hook in the renewal job.
Fix: race in TokenBucket.refill. last_refill was read outside the lock, so two threads could both add tokens. It let
  through up to 2x the limit under load.
The flaky test was not flaky: `test_monthly_report` fails on the 31st because it calls date.replace(month=2).
2026-03-18's outage: Elasticsearch went read-only (`index.blocks.read_only_allow_delete`) as the disk passed the 95%
  flood-stage watermark. Clearing old logs-* indices and resetting the block brought it back.
Each call to `createObjectURL` in ImagePreview.tsx lacked a matching `revokeObjectURL`, so blobs piled up until the
  tab died at ~4 GB. It's fixed in the effect's cleanup now.
terraform apply wiped the DNS zone because `count` was switched to `for_each` without `moved` blocks, so every record
  was destroyed and recreated. Record loss lasted 6 minutes.
The Go service hung since the http.Client had no Timeout and the upstream (10.3.0.12:8443) never closed the
  connection. Setting Timeout: 15*time.Second resolved it.
`panic: assignment to entry in nil map` was raised. merge() gets a zero-value Stats when the shard is empty.
  Stats.ByLang was never made.
Emails with umlauts showed up as mojibake since the template was saved as ISO-8859-1 while Jinja reads it as UTF-8.
  Re-encoded templates/mail/*.txt.
lost 3h of metrics. prometheus could not start after the crash: 'opening storage failed: lock DB directory: resource
  temporarily unavailable'. Reason = two replicas mounting the same PVC; Now a StatefulSet with one PVC each.
The 502s came from keep-alive mismatch. The ALB idle timeout is 60 s while Node's server.keepAliveTimeout defaults to
  5 s, so Node closed sockets the ALB still reused.
Prices in the app were off by factor 100 for JPY. Cause: formatAmount() divides by 100 for every currency, although
  JPY has zero decimals. Fixed by reading the exponent from ISO 4217.
Revert "enable brotli for /api". The Akamai edge double-compressed responses with Content-Encoding: br and older iOS
  14 clients showed a blank page.
CI took 50 minutes as the pip cache key hashed requirements.txt with a generated timestamp header in it, thus it never
  hit. Removing the header (--no-header in pip-compile) gets the team down to 11 minutes.
On 2026-03-16 the hotfix for the parser crashed on empty input: `thread 'main' panicked at 'index out of bounds: the
  len is 0 but the index is 0'`, src/lexer.rs:57. tokens[0] was replaced by tokens.first().
The S3 sync deleted customer PDFs since `aws s3 sync --delete` ran against an empty source dir; the NFS mount
  /mnt/exports was not there after the reboot. The script now checks mountpoint -q first.
Celery workers hung because `visibility_timeout` was 1h while the video job ran 95 minutes, so Redis redelivered it
  forever. Set it to 3h and it's gone.
`RuntimeError: CUDA error: device-side assert triggered` was raised at train.py:88. The label file contained class 20
  while the head had 20 outputs (0-19). Labels are now shifted by one in `load_labels`.
Post-mortem: the checkout outage (41 minutes) came from an expired intermediate certificate on the payment proxy;
  cert-manager only renewed the leaf. The chain is now bundled from the issuer secret.
Fix: deadlock when two transfers lock accounts in opposite order. Rows are now locked with `ORDER BY account_id FOR
  UPDATE`.
iOS build crashed on launch only in release since the linker stripped the ObjC category, adding `-ObjC` to
  OTHER_LDFLAGS fixed it. For the dSYM.
Nightly Spark job failed with `java.lang.OutOfMemoryError: GC overhead limit exceeded` since one customer id carried
  38% of all rows. Salting the join key with 16 buckets resolved it.
Fixed the flaky login test. It failed around midnight because the fixture built the expiry from `datetime.now()` while
  the app compares in UTC; both now use `datetime.now(timezone.utc)`.
The pods kept getting 137'd: JVM heap was set to 2g and the container limit was 2Gi as well, leaving nothing for
  metaspace. Changed to -XX:MaxRAMPercentage=70.
Shadow flicker on Mali GPUs was caused by mediump precision in the cascade selection shader; switching that varying to
  highp removed it.
ops 03:20 - disk full on db-replica-2, cause: abandoned replication slot `wh_sync` kept 410 GB of WAL. Dropped slot,
  set max_slot_wal_keep_size=50GB.
The migration locked the `invoices` table for 12 minutes because CREATE INDEX ran without CONCURRENTLY. Re-ran it with
  CONCURRENTLY outside of the transaction and it was fine.
I2C reads from the BME280 returned 0xFF after deep sleep because the sensor rail was powered up only 1 ms before the
  first transfer. A 5 ms delay in `sensor_wake()` fixes it.
Webhook signatures mismatched since Express' `json()` middleware had already parsed the body; the route now uses
  `express.raw()` before verification.
`panic: runtime error: invalid memory address or nil pointer dereference` was raised. Root cause: `Acquire` returned
  (nil, nil) on context cancellation. It returns ctx.Err() now.
Rate limiter counted every request as coming from 10.0.0.5 because nginx didn't forward X-Forwarded-For and `trust
  proxy` was off. Both are set now.
The ARM wheel build broke with `Illegal instruction` since the builder passed -march=native on a Graviton3 and the
  tests ran on Graviton2. The flag is now -march=armv8.2-a.
Unity addressables returned stale sprites since the catalog hash wasn't uploaded to the CDN. Now upload catalog.hash
  last and purge it.
`npm ci` deleted `node_modules` while the watcher still held it, hence EBUSY on Windows. Stopping the watcher first
  cured it.
`ld: symbol(s) not found for architecture arm64` when building on the M2s: the vendored libpng was x86_64 only.
  Rebuilt as a universal binary under third_party/libpng.
Prometheus ran out of disk because somebody. Added `user_id` as a label; Cardinality went from 4k to 2.1M series.
  Label dropped in `relabel.yml`, all good now.
Fix in session: stop logging users out after 15 min. The `SameSite=Strict` cookie was not sent on the redirect from
  the IdP. Use `SameSite=Lax`.
Shipped the staging Stripe key to prod, so every payment was declined with `No such customer`. Key rotated in Vault at
  `secret/prod/stripe`.
Jest workers got OOM-killed on CI: each of the 8 workers loaded the 600 MB fixture. `--maxWorkers=2` brought it back
  to green.
At 03:12 UTC checkout returned HTTP 502 for 41 minutes. The deploy had removed the `/healthz` route while the load
  balancer still probed it. Restored the route and traffic came back.
`parseRange` in `lib/http/range.go` treated `bytes=0-` as an empty range, so video seeking restarted from the
  beginning.
Tzdata in the `scheduler` image was three years old. Image rebuilt with tzdata 2024a.
The backup of `crm_prod` turned out to be empty for 11 nights: pg_dump had no permission on the new schema `audit` and
  exited with code 1, which the wrapper script swallowed. Added, wrapper uses `set -e`.
The CSV parser choked on the BOM that Excel writes. Reading with `utf-8-sig` instead of plain `utf-8` makes the import
  work.
Half of the gRPC streams through Linkerd broke after the 2.14 rollout; the `feed` deployment still carried sidecars
  from 2.11. A `kubectl rollout restart` of feed sorted it.
The `/stats` view opened a session per row and never closed it; it sits in a context manager now and the suite is
  green again.
The migration locked `orders` for 19 min since `CREATE INDEX` ran without CONCURRENTLY. Index rebuilt concurrently in
  0143_orders_idx.sql.
Fix N+1 in Contacts#index. Every row hit `tags` separately, 1,004 queries per page, and the Heroku router cut requests
  off with H12. Preloading `:tags` brings it down to 3 queries.
Terraform apply wiped the staging DNS zone: the module `dns` had been renamed to `dns_zone` with no `moved` block, so
  the plan was destroy+create. State was restored from the S3 version and the moved block added.
level=error svc=route-planner upstream=geocoder:7443 msg="context deadline exceeded". Root cause: the geocoder pods
  had a CPU limit of 200m and were throttled 90% of the time during the morning wave. With the limit removed, p99 went
  from 12 s to 240 ms.
Desync in 4-player co-op was down to `FMath::FRand()` being called inside the predicted tick; each client drew a
  different number. Replaced by a seeded FRandomStream.
==31877==ERROR: AddressSanitizer: heap-use-after-free in btree_split(). The cursor cached a page pointer across the
  split, and the split frees that page. The fuzzer has been quiet for 200M iterations since.
Failing FHIR imports explained: the partner's bundles use `urn:uuid:` references, and the resolver only accepted the
  form `Patient/123`, so 2,140 bundles were refused. The patch in resolver.py looks at fullUrl first.
Impact: 4,812 SEPA Instant payments were rejected with AB05 between 02:10 and 03:25. Cause: the clock of node
  fra-core-07 drifted by 11 s after chronyd stopped; the timeout check compares sender time and local time. Fix:
  systemd now restarts chronyd, and a drift above 500 ms takes the node out of the pool.
Julia 1.9 workers died with `OutOfMemoryError()` on the delay-propagation run, as each of the 16 workers copied the 5
  GB edge matrix. Switching to SharedArrays dropped total use to 9 GB.
`mvn verify` failed on the build agents with `PKIX path building failed` since the new Nexus certificate is signed by
  an internal CA absent from the JDK's cacerts. Imported the CA into the agent image `ci-jdk17:2.3` and the build is
  green.
The duplicate welcome emails: SendGrid retried its webhooks since the endpoint took over 10 s to answer, and
  `WelcomeMailer` had no idempotency key. Added a unique index on (contact_id, event_id) and they're gone.
Review thread, resolved: `BigDecimal.equals` treats 1.0 and 1.00 as different, so the fee dedup let 612 double charges
  through. FeeMatcher uses compareTo now.
The Jenkins nightly of the cooker kept stopping with 'No space left on device' on mtl-build-03: DerivedDataCache grew
  to 1.9 TB as the cleanup job ran under a user without delete rights. svc_ddc has the rights now and the nightly
  passes again.
The NIBSS CSV of some banks carries thousands separators ("1,250.00"). Stripping the commas before Decimal() in
  match.py solved it.
Recovery lost the last 3 commits after a power cut on XFS, as the WAL file was fsynced but its directory wasn't after
  the rename, so the new segment itself vanished. A directory fsync in `wal_rotate()` closes the hole.
USSD sessions dropped at step 3 because Redis evicted the session keys, maxmemory-policy was allkeys-lru. It runs with
  noeviction and 4 GB now, zero drops.
The crash on PS5 suspend/resume came from Wwise: AK::SoundEngine::RenderAudio() was called after the sink had been
  torn down. Guarding it with `bAudioSuspended` removed all 317 crash reports.
Fix in scheduler: do not run cron twice on DST change. 02:30 local time exists twice on the 2026-03-15 of October, so
  the billing run charged 318 accounts again. The schedule is evaluated in UTC now.
Safari 15.6 showed a blank checkout – a lookbehind regexp in `formatIban.ts` is a syntax error there and took the
  entire bundle down. Replaced by a capture group.
Hydration mismatch on /pricing: `toLocaleString()` rendered 1.299 on the server (de-DE) and 1,299 in the browser.
  Locale is handed over explicitly now.
App Store build 2.14.0 (331) crashed on launch on every iPad: the `UIApplicationSceneManifest` entry got lost in a
  merge of Info.plist. Back in with build 332.
Oom killer took prometheus-0 at 03:12, cardinality blew up after the pod ip landed in a label, dropped the label with
  metric_relabel_configs, memory flat since.
The upload bug is resolved; Symptom: files above 1 MB ended in `413 Request Entity Too Large`. Cause:
  `client_max_body_size` was only set in the `server` block of port 80, not in that of 443. Change: moved to the
  `http` block in `/etc/nginx/nginx.conf`.
Fixed the flaky test. Root cause: `test_expiry` compared naive and aware datetimes; on runners with TZ=UTC the
  difference was zero, on the Berlin runner it was two hours. Fix: `freeze_time` with an explicit `tz_offset=0` in
  `tests/test_tokens.py`.
Fix: stop cutting emoji in usernames. substr() on bytes cut a 4-byte sequence in half and MySQL rejected the row with
  "Incorrect string value". mb_substr() cuts on code points.
Net: fec: fix use-after-free on driver unbind. fec_drv_remove() frees the netdev before cancelling tx_timeout_work,
  and the work may still be queued. Fixes: 3f1a9d20bc44 ("net: fec: add timeout recovery").
`groupby('user')` silently drops NaN keys, so all guests vanished from control. With dropna=False the uplift is 0.4%.
SQLSTATE 40P01 every few minutes between the stock job and checkout: the job locked `sku_stock` then `bin_slot`,
  checkout the other way round. Both take sku_stock first now, zero deadlocks in 48 h.
CI red again. `npm ci` broke on the runner, its npm 6 can't read lockfileVersion 3. Bumped the runner to Node 20,
  green.
Hibernate fired 1 + 4,812 selects for the tenant list, `Tenant.address` was loaded lazily row by row inside the
  mapper. With an `@EntityGraph` on the finder it's one query and 60 ms.
I2C bus locked up whenever the BME280 lost power mid-read: the slave kept SDA low. Nine SCL pulses in i2c_recover()
  before re-init free it.
VACUUM couldn't clean `audit_log`: a replication slot left behind by the decommissioned Debezium connector held xmin
  back and bloat reached 180 GB. Slot removed with pg_drop_replication_slot, table is at 22 GB again.
Loss went NaN at step 1200 with fp16, gradient of the log term overflowed at probs < 6e-8. clamp(min=1e-6) before the
  log and it trains to the end.
`Flush()` grabs mu, then calls `onEvict`, which calls `Delete()`, which grabs mu again. Pushed 8c41e0d, the callback
  runs after the unlock.
Pump stayed on after 49.7 days of uptime. The uint32_t millisecond tick wrapped and `now > deadline` was never true
  again. Comparison changed to `(int32_t)(now - deadline) >= 0`.
Push never showed up on Android 13 devices: POST_NOTIFICATIONS wasn't requested after targetSdk went to 33. Prompt
  added in OnboardingActivity.
Fix: stop double-encoding of UTF-8 in csv_export.py. The writer encoded strings that were already bytes, so umlauts
  came out as "Ã¼". Decode once in read_rows().
The retry loop in webhook_sender.go never incremented attempt, so a dead endpoint was called forever. Fixed by moving
  the increment before the continue.
The crash "SIGSEGV in img_resize" came from libvips 8.14 reading a truncated ICC profile; upgrading to libvips 8.15.2
  fixed it.
Nightly backup empty AGAIN. Found the cause: pg_dump wrote to /mnt/bak while the NFS volume was not mounted, so the
  files landed on the root disk. Added a mountpoint check to backup.sh, solved.
The migration 0087_drop_index removed idx_orders_email and the login query went from 4 ms to 9 s. The index was
  recreated with CREATE INDEX CONCURRENTLY.
The SFTP upload failed with "no matching host key type found" because the server only offered ssh-rsa, which OpenSSH
  8.8 disables. Replaced the server key with ed25519 and uploads work again.
It at 3 am, bless the, and pushed the patch: the cron entry for invoice-run fired twice because the host's clock was
  set back at the end of daylight saving. The job now runs in UTC.
The exporter died: metrics_path was set to /metrcis, so Prometheus scraped a 404. Corrected to /metrics.
Replica lag hit 6 h: autovacuum on audit_log held a lock that blocked WAL replay. hot_standby_feedback=on resolved it.
The deadlock in StockReserver came from taking the locks in the order item, warehouse in one thread and warehouse,
  item in the other; it is fixed by always locking warehouse first.
Release 4.18.0 had to be rolled back; the Helm chart referenced the image tag latest and pulled an untested build.
  Solution: the tag is now pinned by digest.
Jenkins lost all agents because the JNLP port 50000 was closed by the new firewall rule. Reopening port 50000 fixed
  it.
Lucene failed with CorruptIndexException because two pods wrote to the same volume. Setting replicas: 1 and strategy:
  Recreate cured it.
Fastly cached the 500 page of /pricing for an hour because the origin sent Cache-Control: public on errors. The origin
  now sends no-store with every 5xx.
Uploads from Ohio timed out because the S3 bucket policy allowed only the VPC endpoint of us-east-1. Adding vpce-0a41
  to the policy fixed it.
Postmortem 12 March: the `users` migration 0047 took an ACCESS EXCLUSIVE lock and blocked logins for 11 minutes.
  Cause: `CREATE INDEX` without CONCURRENTLY on 18 million rows. The index is now created with CREATE INDEX
  CONCURRENTLY.
`test_checkout_total` shared the module-level `CART` dict with `test_empty_cart`, so the result depended on test order
  under pytest-xdist. Turned `CART` into a function-scoped fixture, and 50 consecutive runs are green.
The iOS build failed with `Multiple commands produce Info.plist` because the file was also listed under Copy Bundle
  Resources.
The Terraform apply destroyed the staging RDS instance, because renaming the module from `db` to `database` was
  treated as delete and create. A `moved` block was added in main.tf and `prevent_destroy` is set on the instance.
Kafka consumers of `orders.created` were stuck in a rebalance loop: processing one batch took longer than
  max.poll.interval.ms (300000). Lowering max.poll.records from 500 to 50 solved it.
Summary: the login page rendered blank in Safari 15 because the regex in `src/lib/slug.ts` used a lookbehind, which
  throws `SyntaxError: Invalid regular expression: invalid group specifier name` there. The Playwright WebKit run
  passes.
gunicorn's timeout was 30 s while the /export endpoint takes 45 s, so the worker got killed. Spotted it in the logs.
  Set `--timeout 120` and they're gone.
The memory leak in the websocket gateway is solved. Each reconnect added a listener to the shared EventEmitter and
  never removed it, so the pod hit its 512Mi limit after about two days. `socket.on('close')` now calls
  `removeListener`.
Docker build on the CI runner failed with `no space left on device` because the buildx cache under /var/lib/buildkit
  had grown to 180 GB. Added `docker buildx prune --keep-storage 20GB` to the nightly cron.
`json.decoder.JSONDecodeError: Unexpected UTF-8 BOM (decode using utf-8-sig)` was raised at
  /srv/app/ingest/loader.py:88 in `load`. The supplier's export starts with a BOM since the week of 2026-03-09.
  Opening the file with encoding="utf-8-sig" in loader.py fixes it.
The deploy to `payments-uat` ended in `ImagePullBackOff`, as the pull secret `regcred` did not exist in the new
  namespace. Creating the secret there brought the pods up.
The staging emails went to real customers because `MAIL_REDIRECT_TO` was missing from the new values-staging.yaml. The
  mailer now refuses to start outside production when the variable is empty.
The cart summed floats and rounded at the end, while the invoice rounded each line. Both now use Decimal and
  `round_line()` from pricing/core.py.
Fix: webhook signature mismatch. Stripe signatures failed with `No signatures found matching the expected signature
  for payload` since express.json() had already parsed the body. The /webhooks/stripe route now uses express.raw().
The Android release crashed at start with `ClassNotFoundException: com.acme.sync.WorkerFactory`. R8 had stripped the
  class since it is only referenced by reflection; a -keep rule in proguard-rules.pro fixed it.
Left DEBUG=True in settings/staging.py and Django kept every query in connection.queries, so the workers leaked about
  90 MB per hour. Set to False, memory steady since.
Websocket connections dropped after exactly 60 s since nginx's proxy_read_timeout was at its default. Put
  proxy_read_timeout 3600s into conf.d/ws.conf and it holds.
"""
