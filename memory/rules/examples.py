"""Data of the rules: sentences of each type, from which `likelihood` learns the weight of words.

To teach the classifier, add a sentence to the type that a team lead would give it; one line each.
"""

from typing import Literal as OneOf

FactType = OneOf["decision", "context", "failure", "pattern", "dependency"]

EXAMPLES: dict[FactType, str] = {
    "decision": """
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
After the spike we concluded that Temporal fits better than Airflow for order workflows, because it handles
  retries per activity.
Marketing site moves to Astro; Next.js was overkill for static pages.
Nadia and Piotr settled on cursor-based pagination for /v3/items.
We are not migrating to microservices this year, the team is too small.
I chose sqlc over GORM because the generated code is type-safe and the queries stay visible.
The logging format was changed from plain text to JSON so Loki can parse it.
We're dropping the Redis cache layer entirely: Postgres with proper indexes answers in 12 ms.
""",
    "failure": """
The login endpoint returned 500 because the session secret was empty in staging.
Root cause: the connection pool was exhausted by long-running report queries.
Build failed on CI due to a missing libpq-dev package.
The consumer crashed with OutOfMemoryError when a message was larger than 10 MB.
Race condition in OrderService.cancel allowed refunding the same order twice.
Production outage caused by a wrong security group rule on the database subnet.
Tests were flaky because they depended on the order of dictionary keys.
Uploads silently dropped files with non-ASCII names.
Deadlock between the inventory and order transactions under load, fixed by ordering the locks.
The cache was never invalidated after an update, so users saw stale profiles.
Memory leak in the image resizer: buffers were kept in a module level list.
Timezone bug: due dates were stored in local time and shifted by one day for US users.
The migration failed because the column contained NULL values.
DNS resolution failed inside the cluster after the CoreDNS upgrade.
Requests to the partner API time out after 30 s, their gateway drops idle connections.
The frontend crashed on null avatar urls.
An off-by-one error in pagination skipped the last record of each page.
Webhook signature verification broke when the body was re-serialized.
The service could not start because port 8080 was already in use by the metrics exporter.
A typo in the env variable name disabled rate limiting in production.
Kafka rebalancing loop: processing took longer than max.poll.interval.ms.
CORS preflight failed since the proxy stripped the OPTIONS method.
SSL handshake errors came from an outdated CA bundle in the base image.
The feature flag was evaluated before the user was loaded, everyone got the default.
Reverted commit 4be21aa, it doubled the number of queries on the dashboard.
The sitemap job died because the XML was built in memory.
Customers could not log in for 14 minutes, the OAuth secret had been rotated without a deploy.
Autoscaling never kicked in since the metrics server was not installed.
The lambda times out on cold start: loading the model takes 11 s.
Images were rotated by 90 degrees because EXIF orientation was ignored.
Two workers picked the same job, there was no lock on the row.
The nightly report contained yesterday's numbers twice.
An expired npm token broke the publish step.
After upgrading to Chrome 120 third-party cookies were blocked and the widget stopped working.
The retry loop hammered the API and got us rate limited with 429.
The import skipped rows with quotes, the CSV reader used the wrong dialect.
nginx returned 502 whenever a header exceeded 8k.
Disk filled up because debug logging had been left on.
A missing await let the transaction commit before the email was queued.
The cache key ignored the tenant id, so customers saw each other's data.
Schema drift between staging and prod made the deploy fail at migration 0033.
Clock skew of 4 minutes between nodes invalidated all signed URLs.
The Docker build was not reproducible: pip resolved a new minor version of urllib3.
The parser choked on Windows line endings.
Query planner picked a seq scan after the stats were not updated for weeks.
The iframe is blank in Firefox as X-Frame-Options is DENY.
Rounding in JavaScript made 0.1 + 0.2 fail the equality check in cart.test.ts.
A circular import between models.py and signals.py crashes the worker at boot.
Memory of the websocket server grew by 50 MB per hour; closed sockets stayed in the map.
The feature flag SDK blocked the event loop for 3 seconds at startup.
git lfs pointers ended up in the artifact because the runner had no lfs installed.
Foreign key violation when deleting a team: invitations still referenced it.
The symptom was a white page, the cause a chunk that 404ed after a deploy.
Payments were captured twice when users double-clicked.
The backup restore test failed, the dump had been taken without --no-owner.
The nightly backup failed with 'No space left on device' because WAL archives were never pruned.
Users got logged out at midnight since the JWT exp was computed in local time.
Root cause of the 500s: `request.user` is an AsyncLazyObject in async views.
Uploads over 100 MB fail with 413 because nginx client_max_body_size defaults to 1m.
The race between `init()` and `onMessage` drops the first websocket frame.
Deploy 312 was rolled back: migration 0091 locked the orders table for 6 minutes.
`npm run build` runs out of memory on the 2 GB runner; NODE_OPTIONS=--max-old-space-size=4096 fixes it.
Search returns stale results for up to 10 minutes as the index refresh job crashes on emojis.
TypeError in checkout.js: total.toFixed is not a function when the cart is empty.
Emails were sent twice; the Celery visibility timeout (1 h) was shorter than the longest task.
Pods restart every 20 minutes: liveness probe hits /health which waits for the database.
Integer overflow in invoice_id after 2,147,483,647 rows stopped all billing inserts.
Our CSV export produced broken umlauts because the file had no BOM.
The cron ran twice on Sunday: DST change made 02:30 happen two times.
Payment confirmations got lost, the consumer acknowledged before processing.
After the update the login page shows a blank screen in Safari 15, optional chaining wasn't transpiled.
CPU went to 100% when the regex in parser.py backtracked on long lines.
Docker image grew to 3.2 GB as apt caches were not cleaned.
The test suite hangs on Windows since os.fork is unavailable.
Missing index on audit_log.created_at made the cleanup job take 4 hours.
Websocket clients disconnect after 60 s, the load balancer idle timeout is too short.
KeyError: 'email' in signup handler when Apple hides the address.
The mobile app showed yesterday's prices because the CDN cached /api/prices for 24h.
I finally found why invoices were off by one cent: we rounded per line instead of per invoice.
Adding a NOT NULL column without default on the 40M-row table took the site down for 11 minutes.
bcrypt silently truncates passwords longer than 72 bytes.
Our health check returned 200 even when the DB was unreachable, so the LB kept sending traffic.
The iOS build fails on Xcode 16.1 with "duplicate symbol _OBJC_CLASS_$_GADBannerView".
Turned out that the cron container had no timezone data, so jobs ran at UTC.
""",
    "pattern": """
All API responses must follow the JSON:API format.
We always use dependency injection in services.
Never store passwords in plain text, use argon2 via the auth helper.
Every pull request needs at least one review and green CI.
Naming convention for database tables is plural snake_case.
Unit tests live next to the source file and end with .test.ts.
Do not use default exports.
Use structured logging with key-value pairs, no string interpolation.
Each service exposes /healthz and /readyz.
Secrets are read from Vault and must not appear in config files.
Migrations have to be backwards compatible with the previous release.
Error codes are documented in docs/errors.md and never reused.
Prefer early returns to nested conditionals.
Money is stored in minor units as integers.
Feature flags are removed within two sprints after full rollout.
Commits reference a Jira ticket in the subject line.
Frontend code may only talk to the backend through the generated client.
Public methods need type annotations.
Integration tests run against real Postgres, not SQLite.
Background tasks must set a timeout and a retry limit.
We follow trunk-based development with short-lived branches.
Translations go through i18n keys, no hard-coded strings in components.
As a rule, controllers do not access the database.
Cron expressions are written in UTC.
Docker images are tagged with the git SHA, latest is not used.
Service names use kebab-case and end with -svc.
Ids are UUIDs everywhere, never auto-increment integers.
Handlers must be idempotent.
Write tests for bug fixes before fixing them.
Code comments explain why, not what.
Time is passed in as an argument, functions never call now() themselves.
Use constants from enums.py instead of string literals for statuses.
Endpoints return ISO 8601 timestamps with a timezone offset.
Each package has a README with an owner.
Mocks are only allowed at the network boundary.
Pull requests should stay under 400 lines.
Keep controllers thin, business logic belongs in use cases.
Sensitive fields are tagged with @Redact so that the logger drops them.
All background tasks take ids, not objects.
Every table has created_at and updated_at.
React components are functions, hooks go into hooks/.
Before merging, rebase onto main; merge commits are not allowed.
Never log tokens or emails.
The error envelope has the fields code, message and details.
Feature toggles default to off.
Queries with user input use parameters, string formatting is forbidden.
Dates in file names follow YYYY-MM-DD.
Releases are cut on Tuesdays from main.
Test data comes from factories in tests/factories.py.
Only async views may call external APIs.
Environment variables start with APP_ and are documented in env.example.
Do not add dependencies without an ADR.
The public SDK follows semver strictly.
Alerts need a runbook link.
Imports are sorted by ruff, no manual order.
All timestamps are stored as timestamptz and rendered in the viewer's zone.
Never import from another app's models.py, go through its services module.
Every public function needs a docstring and type hints; CI rejects the rest.
Feature branches are squashed on merge and deleted afterwards.
Error messages shown to users must be translated via gettext.
API field names are snake_case, query parameters too.
Do not catch Exception broadly; catch the narrowest class and re-raise with context.
Tests that touch the network are marked @pytest.mark.external and skipped in CI.
Prefer composition over inheritance for view mixins.
Database access goes through repositories, controllers must not build queries.
Secrets always come from the vault agent, never from environment files.
New endpoints require an OpenAPI entry and a contract test before merge.
Each microservice owns its schema; cross-schema joins are forbidden.
Use dependency injection for clients, no module-level singletons.
Commits must be signed with a GPG key.
By convention test files end in _test.go and live next to the code.
Migrations are never edited after they have been merged.
Log lines are JSON with the keys ts, level, msg and trace_id.
Branch names start with the Jira key.
Do not use print, use the structlog logger.
Only the platform team may change files under infra/.
Public endpoints should return 404 instead of 403 to avoid leaking ids.
Always wrap external calls in the circuit breaker from lib/resilience.
We write ADRs for every change that touches more than two services.
PRs need two approvals if they touch the payments module.
Config values are read once at startup, never at request time.
In this repo we use tabs for Go and two spaces for everything else.
SQL migrations go into db/migrations and are named <timestamp>_<slug>.sql.
""",
    "dependency": """
The project uses Django 5.2 with Python 3.12.
Upgraded React from 17.0.2 to 18.3.1.
Minimum supported Node version is 20.
The API server depends on libmagic being installed.
Pinned urllib3 below 2.0 because botocore does not support it.
We use PostgreSQL 16 on RDS and Redis 7.2 on ElastiCache.
celery 5.4 requires kombu 5.3 or newer.
The mobile client needs iOS 15 or later.
Added tenacity 8.2.3 as a dependency for retries.
Babel was bumped to 7.24 to support decorators.
Ruby 3.2 is required since Rails 8.
The build container runs Ubuntu 24.04 with gcc 13.
Airflow 2.9 is incompatible with pendulum 2.
TensorFlow 2.16 dropped Python 3.8 support.
The service was migrated to Spring Boot 3.3 and Java 21.
Poetry 1.8 is used for packaging, lock file version 2.0.
Requires docker compose v2.24 because of the include directive.
Library xlsx was replaced with exceljs 4.4.0 due to a CVE.
Keycloak 24 runs on Quarkus and needs at least 2 GB heap.
The SDK is built against OpenAPI 3.1.
Terraform provider google is locked to ~> 5.20.
Numpy 2 breaks the ABI, so pandas must be 2.2.2 or newer.
ESLint 9 with the flat config, Prettier 3.2.
Grafana 10.4 and Loki 3.0 are deployed via Helm.
Swift 5.10 is needed for strict concurrency.
Vue 3.4 and Pinia 2.1 in the admin app.
The worker image is based on python:3.12-slim-bookworm.
We run Elasticsearch 8.13 with the ICU plugin.
httpx was updated from 0.25 to 0.27.
Needs OpenSSL 3, version 1.1.1 is not supported any more.
The Android app targets SDK 34 and min SDK 26.
ffmpeg 6.1 has to be installed on the transcoding nodes.
Helm chart requires Kubernetes 1.27 or newer.
Our fork of celery-redbeat is pinned to commit 3fa9c1e.
PHP 8.1 reached end of life, servers were moved to 8.3.
The SDK supports Node 18, 20 and 22.
Removed left-pad, it was the last package without types.
sharp 0.33 ships its own libvips, so no system package is needed.
RabbitMQ 3.13 with Erlang 26.
The frontend depends on an internal package @acme/ui 5.x.
.NET 8 is the target framework for all services.
Gradle 8.7 does not work with JDK 22 yet.
SQLAlchemy 2.0 style is mandatory since 1.4 compatibility was removed.
Postgres extensions in use: pgcrypto, pg_trgm, postgis 3.4.
The CLI is compiled with Go 1.22.3.
Stripe API version is 2023-10-16.
CUDA 11.8 is the newest version the cluster driver accepts.
mypy 1.10 is required for the new plugin.
Runtime is Deno 1.43, npm compatibility mode is on.
We use Sentry SDK 2.x for Python and 8.x for JavaScript.
lodash was replaced by es-toolkit 1.5 to cut bundle size.
The base OS is Amazon Linux 2023.
Downgrade of pydantic to 1.10.14 until fastapi-users supports v2.
Compatible with Redis 6.2 and Valkey 7.2.
Licence of the charting library changed, we stay on 4.2.
The service requires Go 1.22 or later because of range-over-func.
Bumped terraform-provider-aws from 4.67.0 to 5.31.0.
numpy is pinned to <2 until scikit-image 0.23 supports it.
Frontend runs on Next.js 14.2 with React 18.3 and TypeScript 5.4.
MariaDB 10.11 LTS is used in production, 11.4 in staging.
Dropped support for Ruby 2.7, minimum is now 3.1.
The mobile app depends on Firebase SDK 10.22.0 and Hermes.
libvips 8.15 is needed for AVIF support, Debian 12 ships 8.14.
Elasticsearch 7.17 reaches end of life in January 2026.
openapi-generator 7.3.0 is incompatible with Java 8.
Upgraded Spring Boot 2.7 to 3.2, which needs Jakarta namespaces.
eslint 9 requires the flat config format.
We use Poetry 1.8 and Python 3.11 in CI.
Needs glibc 2.28 or newer, so CentOS 7 is out.
protobuf must stay below 4.0 because of the old grpc plugin.
The GPU nodes have CUDA 12.4 and driver 550.54.
Angular 17 with Material 17, Node 20 LTS for builds.
Kafka client 3.6 requires brokers 2.1 or later.
Downgraded SQLAlchemy from 2.0.30 to 2.0.29.
pgbouncer 1.21 is the first version with prepared statement support.
The plugin is built against IntelliJ 2024.1.
TypeScript was updated to 5.6 in all packages.
grpcio 1.60 needs protobuf >= 4.21.6.
We upgraded to Kubernetes 1.30 on all clusters last month.
The desktop client is built with Electron 29 and Node 20.9.
CI uses the image cimg/python:3.12.4-node.
boto3 is locked at 1.34.69, newer versions broke our S3 mocks.
""",
    "context": """
Deploy freeze until Thursday because of the marketing campaign.
The payments API is down for maintenance until 14:00.
Currently migrating the user service to the new cluster.
Branch feature/new-checkout is not merged yet.
This sprint focuses on performance of the search page.
Waiting for legal to approve the new terms.
The staging database was restored from last night's backup.
Release 3.2 is planned for 2026-04-20.
Right now only tenant A uses the new billing engine.
QA is testing the release candidate.
The old cluster will be shut down next Friday.
The on-call engineer is investigating high latency in eu-west-1.
Customer data import for Initrode is in progress.
We are in a hiring freeze, the infra work is postponed to Q3.
The beta program starts on 2026-05-04 with 20 customers.
Staging is broken at the moment, use the preview environments.
The certificate renewal is scheduled for tomorrow.
Half of the endpoints are migrated to v2 so far.
PR 991 needs a rebase before it can be merged.
Traffic is higher this week because of the sale.
The migration script is still running on the replica.
Temporarily disabled the nightly sync until the quota is raised.
The team is working on the SOC 2 evidence until the end of May.
Until the new firewall is delivered, VPN access is limited to ten users.
Today's deploy was postponed to tomorrow morning.
The payments team is migrating the ledger, expect delays in their reviews.
Sandbox accounts get reset on Friday.
Ticket CORE-411 is in review.
We're in the middle of the GDPR audit, evidence is due on 2026-04-15.
The Frankfurt region is degraded, traffic goes to Dublin.
The new pricing page ships next week.
Branch release/9.2 was cut this morning.
The intern is adding dark mode on feat/dark-mode.
Our Sentry quota is used up until the end of the month.
The staging cluster is scaled down over the weekend.
Currently the worker runs with concurrency 2 while we investigate memory.
The rewrite of the importer is about 70 percent done.
Design for the onboarding flow is not final yet.
Data team is reindexing, search results may be incomplete today.
Our trial of Grafana Cloud ends on 2026-05-31.
The legacy API is still used by two customers.
Access to prod is restricted during the certification.
The vendor promised a fix for mid April.
Two pull requests are waiting for the schema change.
We are blocked by the missing DNS entry for api2.
The old servers get switched off on 30 June.
Sprint goal: finish the tax export.
This week Priyanka is release manager.
The demo for the board is on Tuesday, keep staging stable.
Feature X is live for internal users only.
The contract with the SMS provider runs out in August.
Maintenance window tonight from 22:00 to 23:30 UTC.
The performance test environment is shared with team Orion this month.
Customer Hooli is on version 5.2 and will upgrade in May.
The bug bash takes place on Thursday.
Staging is down until tomorrow noon, the disks are being replaced.
Code freeze for release 8.2 starts next Monday.
The data migration is running on prod right now, expect slow queries until 18:00.
Currently working on branch feat/search-v2, the ranking part is done, facets are missing.
Waiting for the vendor to whitelist our new egress IP 203.0.113.7.
Load test for Black Friday is scheduled for 2026-10-12 on the perf cluster.
The old admin panel stays online in parallel until all tenants are migrated.
The checkout team is on call this week.
Release 4.1 goes live on Thursday.
PR #77 is still open and blocks the schema change.
The demo environment uses a copy of last week's production data.
Feature flag new_pricing is enabled for 10% of users at the moment.
Prod database is read-only during the maintenance window tonight 22:00-23:00.
The new search is deployed to staging but not yet to production.
The importer rewrite is half finished, the old one is still used.
QA tests release candidate 3 until Wednesday.
The customer Globex gets early access to the beta this week.
CI runners are slow today because the EU region has an incident.
Epic PAY-100 is planned for the second quarter.
The SSL certificate of shop.example expires on 2026-04-11.
Two of the five search nodes are currently drained.
The hotfix branch is waiting for approval.
The migration of tenant Initech is running until tomorrow evening.
Security audit starts on Monday, please no dependency bumps until it's over.
Beta testers are on build 3.4.0-rc2 at the moment.
I'm currently refactoring the notification module on branch refactor/notify.
GitHub Actions has an outage, deploys are done manually today.
""",
}
