"""Data of the rules: English sentences that tell choices and their reasons, one a line."""

SENTENCES = """
We decided to use Postgres full-text search instead of Elasticsearch for the MVP.
Team agreed to adopt conventional commits starting with the next release.
We opted for a modular monolith because the team is only four people.
gRPC chosen for service-to-service calls, REST stays for public clients.
Going with Redis Streams over Kafka, the volume is under 1k messages per second.
After evaluating three vendors we selected Mapbox for the delivery map.
The decision was to delay the Python 3.13 migration until all C extensions support it.
We switched from Webpack to Vite to speed up local development.
Moved from JWT sessions to server-side sessions so that logout takes effect at once.
We will deprecate the XML export in version 6 and remove it in version 7.
Chose SQLite for the edge devices since there is only one writer.
It was decided to split the users table into accounts and profiles.
We prefer duplicating the small helper over adding a shared package.
Adopted pnpm for the monorepo because npm hoisting caused phantom dependencies.
Cancelled the GraphQL gateway, nobody but the mobile team needed it.
The retry logic moves into the client library so that services do not need their own.
We are replacing cron with Temporal schedules for billing jobs.
Trade-off accepted: reports may lag five minutes, in return the primary is not loaded.
For the rollout we use blue-green instead of canary since the schema changes.
PostgreSQL was preferred to MySQL because of transactional DDL.
No more in-house UI kit, the product teams use shadcn from now.
Selected UUIDs over slugs in URLs after the enumeration finding of the pentest.
The company goes all in on AWS, the GCP projects are wound down.
Monitoring is consolidated on Grafana Cloud, Datadog was too expensive.
We dropped the plan to encrypt at field level, disk encryption satisfies the auditor.
We chose Snowflake as the warehouse because finance already had licences.
Rust was considered for the proxy but Go won, nobody on the team knows Rust.
The plan to shard the database has been abandoned, a bigger instance is cheaper.
Feature flags will be handled by GrowthBook from next quarter.
We keep server-side rendering for the shop and use a SPA only for the backoffice.
Ruled out DynamoDB: access patterns are not known yet.
The event bus becomes NATS JetStream, Kafka needs too much operations work.
Authentication stays in the monolith until the identity service is ready.
Agreed with design to ship the old checkout and iterate later.
Instead of webhooks we poll the ERP every five minutes, their webhooks are unreliable.
To keep costs down, logs are sampled at 10 percent in production. Decided by the platform guild.
Preferred option is to fork the library and upstream the patch later.
We said no to MongoDB because of the transaction requirements.
The mobile team goes native again, React Native caused too many upgrade issues.
PDF generation moves from wkhtmltopdf to Playwright.
I've decided against soft deletes, they complicate every query.
Consensus in the RFC: one repo per service, no monorepo.
S3 over EFS for user uploads; EFS latency was 3x higher.
Our choice for e2e tests is Playwright, Cypress can't do multiple tabs.
We stopped using feature branches; everything goes to main behind flags.
The REST API gets deprecated in favour of gRPC for internal traffic.
Outsourcing search to Algolia was rejected for GDPR reasons.
We'll use optimistic locking with a version column, not SELECT FOR UPDATE.
Terraform Cloud was dropped, state now lives in our own S3 bucket.
For background jobs we picked Oban, since it runs on Postgres.
The new service is written in Kotlin rather than Java so coroutines can be used.
Chosen approach: double-write for two weeks, then cut over.
After a long debate we standardised on OpenTelemetry for tracing.
Not going to support offline mode in v1.
Switching the default branch protection to require linear history.
We're going with Auth0 for login, Cognito's hosted UI was too limited.
After comparing Prisma and Drizzle we picked Drizzle, it generates plain SQL.
The team voted to drop Internet Explorer support in release 5.0.
Use server-sent events for notifications rather than websockets, they pass the corporate proxy.
Replaced Moment.js with Luxon across the dashboard.
ADR-014: we store events as append-only rows and build projections nightly.
Let's keep the monolith for now and only split out the image service.
Switched from CircleCI to GitHub Actions to save 400 USD per month.
It was agreed to postpone multi-tenancy until after the Series B demo.
Opted for UUIDv7 primary keys because they sort by time and keep the index compact.
We will not support MySQL; only Postgres 15+ is targeted.
Moved cron jobs from the API container to a dedicated scheduler pod.
Picked MinIO for on-prem object storage since customers refuse AWS.
The API will be versioned by header, URL versioning was rejected after the review.
We dropped Redux in favor of React Query plus context.
Chose eventual consistency for the activity feed, strict ordering is not needed.
Migrating from Heroku to Fly.io because of the pricing change.
Tailwind instead of Bootstrap for the new design system.
We agreed that the mobile apps share one Kotlin Multiplatform core.
No Kubernetes for now, two VMs with systemd units are enough for 200 users.
Stick with Jinja templates, a SPA is overkill for the admin area.
Going forward with Stripe Tax rather than building our own VAT logic.
After the spike we concluded that Temporal fits better than Airflow for order workflows, because it handles retries
  per activity.
Marketing site moves to Astro; Next.js was overkill for static pages.
Nadia and Piotr settled on cursor-based pagination for /v3/items.
We are not migrating to microservices this year, the team is too small.
I chose sqlc over GORM because the generated code is type-safe and the queries stay visible.
The logging format was changed from plain text to JSON so Loki can parse it.
We're dropping the Redis cache layer entirely: Postgres with proper indexes answers in 12 ms.
Docker Swarm was given up because overlay networks kept losing packets under load.
The read replica was removed: replication lag confused users more than it helped.
gevent was dropped because the new Postgres driver deadlocks under monkey patching.
Keep the `Option<T>` return type, callers have to tell a missing key from an error.
The simulation step was set to a fixed 20 ms, otherwise results differ between machines.
Frame interpolation is done on the client and not on the server, the server would be too slow.
Sessions live in the database instead of Redis, since a flush logged everybody out twice.
Image processing was moved out of the request into a queue because requests timed out at 30 s.
For the churn model we take gradient boosting and not a neural network; it is nearly as accurate and far cheaper.
My call: SQLite for the desktop client, a server would be too much to install.
We keep the monorepo. Splitting it would break atomic refactorings.
The checksum stays in software as the hardware unit only knows one polynomial.
No ORM in the ingestion service, raw COPY is ten times faster.
Chose a flat folder layout over feature folders, the project has only 30 components.
Photos are resized on upload rather than on request, the CDN bill was too high.
We dropped the nightly full backup in favour of WAL archiving, the dump took longer than the night.
Replaced the in-house scheduler with Quartz since it lost jobs on restart.
I've pulled the PDF rendering out into its own container, because Chromium kept eating the API's memory.
The retry budget is capped at three on purpose: more retries made the last outage worse.
Lock-free queue rejected, the mutex version is fast enough and far easier to review.
Passwordless login was preferred over SMS codes, SMS got too expensive and too easy to phish.
We settled for at-least-once delivery and idempotent consumers, exactly-once was too slow.
The admin UI is rendered on the server with htmx; nobody wanted to maintain a second React app.
Went back from Kubernetes operators to plain Helm charts, the operator broke on every upgrade.
Tenants get a schema each, not a database each, because connections are scarce.
The vote was 4 to 1 for Svelte.
The steering group signed off on Azure as the only cloud for new projects.
We are staying with Angular for the portal; a rewrite is not worth it before 2027.
Let the gateway do authentication, the services trust its header. That spares every team a JWT library.
Custom CSS instead of a component library: the brand team's design would override everything anyway.
The compiler backend goes with LLVM. Cranelift generates code faster but the binaries were 40 % slower.
We decided that the CLI gets no config file, flags and environment variables are enough.
For maps we take MapLibre, Google's licence forbids storing coordinates.
Emails are queued in the database (outbox table) rather than published directly, because a crash between commit and
  publish lost messages.
Turned off autoscaling for the batch pool on purpose, spot interruptions cost more than idle nodes.
The team lead picked Bazel over Gradle so that Go and Java share one build.
Long polling it is. WebSockets do not survive the customers' proxies.
Sharding by customer id was chosen; sharding by date would put all writes on one node.
The mobile team agreed with us to version the API by date header.
We backed out of the Elastic licence and use OpenSearch from now on.
The old SOAP endpoint stays alive for two partners, migrating them costs more than keeping it.
Soft delete was rejected because unique indexes would need to be partial everywhere.
Timeouts of the payment client were lowered from 30 s to 5 s so that a slow bank does not block the checkout.
I set the default page size to 25 instead of 100 because mobile clients ran out of memory.
JSON columns were chosen for the product attributes, an EAV table made every query painful.
The queue is partitioned by account so that one noisy customer cannot starve the others.
Not worth fixing: the legacy report is retired in June anyway.
We go for server-side tracking, ad blockers swallow a third of the events in the browser.
CUDA kernels are compiled at install time, prebuilt wheels would have been 2 GB.
Instead of upgrading the old cluster, a new one is built and traffic is shifted over.
Ceph over NFS for shared volumes, NFS locks were the source of half our tickets.
Renamed the package to core-auth so that it no longer shadows the standard module. Agreed in the guild.
The recommendation job runs hourly and not in real time; product said nobody notices.
Given the small team, we buy the billing system (Lago) rather than build it.
The spec allowed both, so we went with PKCE for every client, including confidential ones.
Feature extraction moved from pandas to Polars, the job used 60 GB before and 9 GB now.
ULID rather than serial ids, merging databases of two regions collided otherwise.
The agreed approach is a strangler facade: new endpoints in Go, the rest is proxied to the old app.
The team chose to leave the flaky vendor SDK and call the REST API directly.
Markdown files in the repo replace the wiki, the wiki was always out of date.
Firmware updates are signed with Ed25519 instead of RSA because verification took 3 s on the chip.
For search we won't build anything ourselves: Typesense Cloud, hosted in Frankfurt.
Physics runs on the server only. Client prediction made players teleport.
Logs are shipped with Vector; Fluentd needed too much memory on small nodes.
A separate read model was considered and discarded, the views are fast enough.
Type checks are done with pyright and no longer with mypy, it is four times faster on our code.
Bluetooth pairing uses passkey entry, Just Works was ruled out by the security review.
Contract tests with Pact replace the shared staging environment, which was broken every other day.
The data science team prefers Dagster, so Airflow will be phased out by autumn.
We accept duplicates in the feed; removing them would need a lookup on every write.
We took the simple way: one big table partitioned by month, no separate archive.
Images for the web app come from distroless; Alpine's musl caused DNS trouble.
Delta updates were scrapped, the full file is only 4 MB.
Error handling uses exceptions rather than result types, as the rest of the code base does.
Audio is mixed at 48 kHz throughout, resampling from 44.1 clicked on loops.
Decimal and not float for all prices.
Cache keys carry the schema version so that a deploy never reads old entries; chosen over flushing the cache.
The public roadmap lives in Linear, GitHub Projects could not hide internal tickets.
The scraper runs as a plain cron job on vm-3 and not in the cluster: it needs a fixed egress IP.
The licence server stays on bare metal, virtualised it lost its dongle on every reboot.
I switched the parser from regexes to tree-sitter, since regexes broke on nested templates. All tests pass.
Done. I moved the token check from the view into middleware, because three views had forgotten it.
As requested, I replaced the polling loop with inotify; the loop missed files that were renamed quickly.
Let's not cache the price list. It changes every minute and stale prices cost us money last year.
TOML instead of YAML for settings: YAML read version numbers as floats.
We write our own rate limiter after all. The library could not count per tenant.
The build stays on Make, CMake would buy us nothing for forty files.
Agreed with the data team: raw events are kept for 13 months and aggregates for ever.
For the embedded display we use LVGL, Qt's licence was a no-go for legal.
Spike result: WASM plugin host yes, Lua no.
Hosting goes to Hetzner, AWS quoted three times as much for the same cores.
We took Zstandard over gzip for the archives; same CPU, a third less space.
The order of the two migrations was reversed on purpose, backfilling first keeps the lock short.
Server components were tried and taken out again: debugging them took more time than they saved.
Authorisation moves to OPA so that rules can be tested outside the services.
Instead of one huge Lambda we now have four small ones, cold starts hurt the checkout.
The Windows client is discontinued with 6.0, under 1 % of users are on it.
We deliberately do not retry on 409, the client has to reload first.
No feature flags for the migration, a maintenance window of ten minutes is simpler.
Backups go to a second provider as well. Having both copies at one company was too risky.
Went for a REST facade in front of the mainframe; direct MQ access was refused by operations.
Kept the 32-bit build for one more release because two hospitals still need it.
The CTO wants one cloud, therefore the GCP pilot was closed.
Search ranking: BM25 plus recency, no embeddings in the first version.
Static site over CMS for the handbook, editors know Git.
I made the lock advisory rather than a table lock so that reports can still read.
The new protocol is binary (CBOR), JSON was too large for the radio link.
Result of the bake-off: Whisper large beats the vendor by far on dialect, so we host it ourselves.
We pay the CDN for image resizing, running our own resizer was not worth the nights.
Rate limiting belongs in the gateway. Doing it in each service gave different limits everywhere.
Replays are stored as input logs, not as video, since the engine is deterministic.
One Slack channel per team, the shared one is closed.
The 2FA reminder was made mandatory after the phishing case.
We hold back HTTP/3 for now, our load balancer cannot log it.
Kotlin for new Android code; Java files are converted when touched.
A queue per priority instead of a priority field: RabbitMQ starves low priorities otherwise.
We pick the boring option and store blobs in S3.
The team would rather have slow builds than remote caching with wrong hits, so the cache is off.
We pull out of the React Native experiment, two native teams are faster.
The on-prem edition is being discontinued, only three customers still run it.
Ending the dual-write phase early: both stores agreed for 30 days.
We're done with Jenkins, Buildkite takes over.
I disabled the lazy loading of the chart tab since it flickered on slow laptops.
I turned off HTTP keepalive for the legacy client as it never closed its sockets.
I changed the primary key of line_items to (order_id, position), because a surrogate key brought nothing.
I rewrote the aggregation in SQL rather than Python; it took 40 minutes before.
I split the settings screen in two, users got lost in it.
The worker now commits after each batch and not after each row, it was spending most of its time in fsync.
refactor(http): drop request in favour of undici. request is unmaintained and pulls in 47 packages.
chore: swap Husky for lefthook. Lefthook runs hooks in parallel and has no Node dependency.
Swap moment for date-fns: moment is in maintenance mode and adds 290 KB.
build: use swc instead of babel, the compile step takes 4 s and no longer 31 s.
feat(auth): passkeys replace TOTP. Nobody reads codes from a phone gladly.
Trial over, verdict: we buy Retool for the internal tools.
Legal prefers hosting in Frankfurt, so the Dublin region is closed down.
The budget decides: reserved instances for three years, no savings plan.
Prices get computed on the server. The client only shows them.
The library stays MIT licensed; AGPL would have scared off the integrators.
Two-phase commit is off the table, we use sagas.
Thumbnails as WebP, AVIF takes too long to encode.
We accept eventual consistency between catalogue and search.
Postponed to 2027: our own identity provider.
We leave the N+1 in the admin as it is; nobody opens that page.
Removed the abstraction over payment providers. There is only one and it leaked anyway.
Nothing beats plain files here: the job state lives in a directory, no database.
We'll be off MongoDB by the end of the year, the target is Postgres.
By summer the mobile API moves behind the new gateway, that's settled.
The PM and I decided to cut the CSV importer from the MVP.
Design review outcome: a wizard with three steps and not one long form.
We want tests in the same language as the service, so no more Robot Framework.
Timeouts are handled by the mesh, we took them out of the code.
Instead of nightly syncs the ERP now pushes changes; nightly data was always a day late.
Proto3 with explicit optional fields chosen, proto2 is not supported by the TypeScript generator.
Our encryption keys stay in CloudHSM, KMS was refused by the customer's auditor.
One index per language rather than one big index with analyzers per field.
No client-side encryption; the support team must be able to look into files.
The smallest instance type is enough for staging, Rhea agreed.
On reflection we keep both caches, the CDN does not cover logged-in users.
Because auditors asked for it, the admin actions are now stored in an append-only table instead of the log file.
The notification service was merged back into the monolith, two deployables for four endpoints made no sense.
Cron expressions were replaced with intervals in the UI, customers never got them right.
We took Tauri, it starts in half a second; Electron wanted 180 MB.
Since the vendor's SDK is closed source, we talk to the scanner over plain USB HID ourselves.
Raising the minimum Android version to 10 was refused by sales, 8 stays supported.
An upgrade to Vue 3 was put off, the component library isn't ready.
From 9.0 on the old tokens are no longer accepted; everyone agreed there's no grace period.
Bought the commercial licence rather than maintain our fork.
Pandas stays in the notebooks, the analysts don't want to learn another API.
The file system of the image is now read-only, because power cuts damaged it twice.
We write to the column store in batches, single inserts produced too many parts.
MinHash is good enough for finding duplicates, embeddings would cost a thousand times more.
HCL is what operations know, so it's Terraform.
The scheduler got its own container since it died with every deploy.
The image builder in CI is Buildah; Docker-in-Docker needed privileged runners.
Feature flags stay in a file. A flag service would be 600 € a month for a dozen flags.
JSON Schema is generated from the types and not the other way round.
The gRPC service keeps its reflection endpoint in production, support needs it.
The default theme becomes dark; the survey was clear.
Two small databases and not one big one, so that a restore takes minutes.
Node 18 support is dropped with release 4.
We stay on Postgres 14 until the extension supports 16.
Kubernetes 1.29 is skipped, we go straight to 1.30.
We pin to Node 20 on purpose, 22 broke the native addon.
The message format changes from XML to Avro with 3.0.
Hibernate is thrown out of the reporting module, jOOQ takes its place.
The customer chose on-prem, so there is no telemetry in that edition.
The admin API is not rate limited. Decided with security, it is only reachable from the VPN.
We render charts on the server, phones took too long.
We make the import asynchronous; users closed the tab before it was done.
I increased the interval from 10 s to 60 s as the sensor's battery lasted only three weeks.
I merged the two lambdas because they always ran one after the other.
I gave the cache a size limit instead of a TTL.
The alert threshold goes up to 5 %, below that it only woke people for nothing.
"""
