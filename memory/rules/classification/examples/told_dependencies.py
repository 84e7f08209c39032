"""Data of the rules: dependencies as teams tell them, distilled, one a line."""

SENTENCES = """
Backend runs on Python 3.11.9 with Django 4.2 LTS; psycopg is at 3.1.18.
Upgraded to Spring Boot 3.2.4 2026-03-19, which needs Java 17 as minimum.
DynamoDB items are limited to 400 KB, so the big carts must not be stored as one item.
Bump esbuild from 0.19.12 to 0.20.2. Node 18 or later is now required by the toolchain.
Slack's chat.postMessage is rate-limited to about 1 message per second per channel, bursts return 429 with
  Retry-After.
SQLite's ALTER TABLE cannot drop a column before version 3.35.0, and the customer's RHEL 8 ships 3.26.
On Kubernetes 1.29 (EKS). PodSecurityPolicy is gone since 1.25, so old charts that still contain it won't install.
AWS Lambda response payloads are capped at 6 MB for synchronous invocations, so the export goes through S3 presigned
  URLs.
PyTorch 2.2.1 is built against CUDA 12.1 in the image ml-base:2024.03; the driver on the A100 hosts is 535.104.
The Jenkins is 2.426.3 LTS and the kubernetes plugin there needs agents with remoting 3107 or newer, learned that the
  hard way.
Safari does not support `requestIdleCallback`, hence the polyfill in src/polyfills/ric.ts.
The Datev interface accepts only CP1252 files with at most 99,999 booking lines.
Elixir 1.16.2 / OTP 26, Phoenix LiveView stays at 0.20.x until the forms lib supports 1.0.
Terraform's google provider 5.10 has no resource for that IAM condition, google-beta is needed.
The backend requires PostgreSQL 15 or newer because it relies on `MERGE`.
AWS Lambda caps the response payload at 6 MB, which is why the export endpoint hands out a presigned link.
ESP-IDF 5.1.2 is the toolchain in use; the BLE mesh component does not compile with 5.2.
SQLite can't drop a column that is part of an index without rebuilding. The build is on 3.39.
The mobile app targets Kotlin 1.9.22 with the Compose compiler 1.5.8; these two versions have to match.
GitHub Actions caches are evicted after 7 days without access and limited to 10 GB per repository.
Godot 4.2 does not export C# projects to the web, so the web demo is built with GDScript only.
Stripe's search API is eventually consistent and may lag by up to a minute, so it can't be used right after a write.
Bump Django to 4.2.11 LTS. Python 3.8 stays the minimum version.
Safari 16 ignores `scrollbar-gutter`, which is why the layout jumps there. The property works from Safari 18.2.
The DHL tracking API answers with 404, not 204, for parcels that are not scanned yet.
SQS messages cap out at 256 KB, bigger payloads have to go via an S3 pointer.
Twilio returns error 21610 when the recipient has replied STOP; such numbers stay blocked until they send START.
Cloudflare Workers on the free plan allow 10 ms CPU time per request and at most 50 subrequests.
BigQuery's `tabledata.insertAll` accepts up to 10 MB per request and doesn't guarantee deduplication.
Django 5.0 no longer supports Python 3.9, the minimum is 3.10.
Let's Encrypt issues at most 50 certificates per registered domain per week.
Clair v4 needs PostgreSQL as its backend and does not run on MySQL.
AWS Lambda kills a function after 900 s no matter what the client timeout says.
Postgres cuts identifiers off at 63 bytes without an error, only a NOTICE.
Sidekiq Pro is needed for batches, the OSS edition hasn't got them.
Julia 1.10 is the lowest version that `Flora.jl` compiles.
The thumbnailer gem requires `libvips` ≥ 8.15. Ubuntu 22.04 ships 8.12.
The io_uring backend needs Linux 5.6 or later, as IORING_OP_OPENAT2 is absent before. RHEL 8 ships 4.18.
Smile ID's BVN lookup is limited to 50 requests per minute, and over that it replies with HTTP 429 and no Retry-After
  header.
Production has PostGIS 3.4 with GEOS 3.12. ST_CoverageSimplify is unavailable below GEOS 3.12.
RocksDB 8 requires a C++17 compiler, which makes GCC 7 the floor for building the storage plugin.
In the SES sandbox an account may send 200 messages per 24 h, at 1 message per second, and to verified addresses only.
The signalling decoder is built with GNAT 13 and targets Ada 2012. Ada 2022 constructs are refused by the compiler
  switches the certifier prescribes.
Paystack caps a bulk transfer at 100 recipients per call and answers 400 beyond that, so a payroll of 900 people takes
  nine calls.
Photon Fusion 2 asks for Unity 2021.3 LTS at least; the mobile title is on Unity 2022.3.18 and IL2CPP.
Unreal 5.3 requires MSVC 14.36 or newer on Windows; with 14.34 UnrealBuildTool refuses to start.
HubSpot's CRM search endpoint returns 10,000 results at most per query, and paging past that yields a 400.
Django 4.2 no longer supports Postgres 11, so hospitals still on RDS 11.x have to upgrade the database before they can
  take release 8.
The parent POM pins maven-surefire-plugin 3.2.5. Maven does not discover JUnit 5 tests with surefire below 2.22.
services/ledger runs on Node 20.11 with TypeScript 5.3 and Fastify 4. Prisma is pinned at 5.8.1.
Steamworks limits a title to 100 achievements as long as it is profile-limited, and SetAchievement returns false for
  the ones past.
MSK Serverless limits a cluster to 2,400 partitions for non-compacted topics, with 5 MBps of ingress per partition.
Google's Routes API bills ComputeRouteMatrix per element, and one matrix holds at most 625 elements (100 with
  TRAFFIC_AWARE_OPTIMAL).
From Gemfile.lock and package.json: Rails 7.1.3, Ruby 3.2.2, sidekiq 7.2.0 on the server, Jasmine 5.1 for the browser
  specs.
Alliance Access 7.6 talks only to IBM MQ 9.2 or higher and wants TLS 1.2 with a client-side certificate.
Upgrade complete; Django: 4.2 → 5.0.6. Python: requires 3.10 or newer. psycopg: `psycopg2-binary` is gone,
  `psycopg[binary]` 3.1.19 takes its place.
Bump axum from 0.6.20 to 0.7.5. axum 0.7 requires hyper 1.0 and http 1.0. MSRV rises to 1.66.
Learned something while going through the docs: Stripe keeps idempotency keys for at least 24 hours and compares the
  parameters with those of the first request, so the same key with a changed amount comes back as an error.
Conda env churn-env has python 3.11, pandas 2.2.1, pyarrow 15.0.2; scikit-learn is held at 1.3.2, the pickled
  pipelines don't load in 1.4.
README: list the toolchain. The firmware builds with gcc-arm-none-eabi 12.3.rel1, cmake 3.22 or newer and dtc 1.6.1.
Require Node >= 20.11 in engines. import.meta.dirname does not exist before 20.11.
Jackson 2.15.1 caps string values at 20,000,000 characters (StreamReadConstraints), 2.14 and below don't.
nRF52840: 1 MB flash, 256 KB RAM, SoftDevice S140 7.3.0 takes the first 0x27000 bytes.
haproxy 2.8.3 on lb01 lb02, keepalived 2.2.7, kernel 6.1.
FreeRTOS 10.5.1, lwIP 2.1.3, mbedTLS 2.28 LTS. TLS 1.3 isn't available in that mbedTLS line.
compileSdk 34 needs AGP 8.1.1 or later, and AGP 8 itself needs JDK 17.
The docs image ships Jekyll 4.3.3 and Julia 1.10; the summaries come from Claude 3 Haiku, which takes 200k tokens of
  context.
React 18.3.1, TanStack Query v5 (wants React 18+), Storybook 8. Storybook dropped Node 16.
GitHub's search API lets an authenticated client do 30 requests a minute, separate from the 5,000 per hour of core.
Safari wipes script-writable storage after 7 days without user interaction (ITP), IndexedDB and localStorage included.
  Chrome doesn't.
APNs payloads max out at 4 KB (5 KB for VoIP). Anything larger is refused with PayloadTooLarge.
DynamoDB's BatchWriteItem takes 25 items max and 16 MB per call, and the leftovers come back in UnprocessedItems
  rather than as an error.
BigQuery on-demand bills at least 10 MB per table referenced, and LIMIT doesn't reduce the bytes scanned on a
  non-clustered table.
Aurora PostgreSQL 15.4 on db.r6g.2xlarge, max_connections comes out at 5000, pgvector available as 0.5.0.
The GitHub REST API allows 5000 requests per hour per token, unauthenticated calls only 60.
S3 multipart uploads need parts of at least 5 MiB except for the last one, and allow at most 10000 parts.
Deps: bump django to 4.2.16. Django 4.2.16 requires Python 3.8 or newer.
AWS Lambda stops a function after 900 seconds at most and limits the synchronous payload to 6 MB.
Stripe webhooks are delivered at least once and without guaranteed order; the Stripe-Signature header has a default
  tolerance of 300 seconds.
SQLite permits only one writer at a time per database file, even in WAL mode.
Amazon RDS for MySQL 5.7 is in paid extended support and that parallel replication needs MySQL 8.0.27.
node-canvas 2.11 requires glibc 2.28 and therefore does not run on CentOS 7.
Crystal 1.13 needs LLVM 8 or newer, and its Windows port lacks fork.
Nim 2.0 uses ORC as its default memory manager, and it requires a C compiler such as gcc at build time.
Heroku router kills a request after 30 seconds with error H12.
The design system Celeste 4.2 requires React 18.2 and ships ESM only.
The forecast service runs Julia 1.10, and CUDA.jl 5 requires Julia 1.8 or later.
Read path notes. Cassandra 4.1 rejects IN queries with more than 100 partitions under the guardrail
  in_select_cartesian_product_failure_threshold.
Jackson 2.15 limits a JSON string value to 20000000 characters through StreamReadConstraints.
Athena bills 5 USD per TB scanned, with a minimum of 10 MB per query.
Postgres 12 has reached end of life. The analytics cluster runs PostgreSQL 15.6 with TimescaleDB 2.14.2, and PostGIS
  is not installed there.
The service runs on Python 3.11.9 and Django 4.2.13; psycopg is pinned at 3.1.18. Django 5 needs Python 3.10 or newer.
The Android app requires minSdk 26 and targets SDK 34; the Gradle plugin is at 8.4.1 and needs JDK 17.
The DHL tracking API allows only 250 calls per day on the default plan and answers with 429 afterwards.
SQS FIFO queues handle 300 API calls per second without batching, and message deduplication only covers a 5 minute
  window.
Tried it and `pdfmake` 0.2.10 doesn't support OTF fonts with CFF2 outlines, it needs TTF files.
AWS Lambda limits the synchronous request payload to 6 MB and the execution time to 15 minutes. API Gateway cuts
  requests off after 29 seconds by default.
node-canvas needs libcairo2-dev and libpango1.0-dev at build time, and the prebuilt binaries don't cover Alpine
  (musl).
Slack incoming webhooks accept one message per second per channel; above that the API returns HTTP 429 with a
  `Retry-After` header.
PR description: upgrade to Tailwind 4. Tailwind 4 needs Safari 16.4, Chrome 111 and Firefox 128 at least. The PostCSS
  plugin has moved to `@tailwindcss/postcss`.
To the developer 2026-03-19, the Salesforce Bulk API 2.0 accepts up to 150 MB per upload job, and the CSV needs LF or
  CRLF declared in `lineEnding`.
Twilio truncates nothing but splits: an SMS with GSM-7 holds 160 characters, with UCS-2 only 70, and each segment is
  billed separately.
The billing SDK `acme-billing-client` 5.x drops support for Java 11 and requires Java 17. Version 4.9.2 is the last
  one that works with the Spring Boot 2.7.
The web app now uses Next.js 14.2.5 with React 18.3.1, Node 20.15 is required by the `engines` field in package.json.
In Cloudflare Workers `fetch` subrequests are capped at 50 per request on the free plan and 1000 on the paid one.
  Found the page.
Spring Boot 3.2 needs Java 17 at least, and the javax.*. Packages are jakarta.*. hibernate-types-52 has to be replaced
  by hypersistence-utils-hibernate-63.
SQS message size limit is 256 KB in eu-central-1 for the queues; larger payloads go through the S3 extended client
  amazon-sqs-java-extended-client-lib 2.1.1.
OpenSSL 3.0 no longer loads RC2-40 encrypted .p12 files by default, one has to pass -legacy. Affects the certs from
  the tax authority.
Bump next from 14.2.5 to 15.0.3. Next 15 makes cookies() and headers() async and requires React 19 RC for the app
  router.
Stripe idempotency keys are pruned after at least 24 hours, so a replay with the same Idempotency-Key after that
  creates a new charge.
GitHub's REST API caps search results at 1,000 items per query no matter how users paginate, and authenticated search
  is limited to 30 requests per minute.
It with curl: api.fxrates.dev sends no ETag, updates quotes once per hour at hh:05 UTC and answers 200 with an empty
  `rates` object for weekends.
Postgres 12 doesn't get security fixes any more, and RDS Extended Support is charged per vCPU-hour for the
  db.r6g.xlarge the team run as reporting-replica.
Cloudflare Workers on the paid plan have a 128 MB memory limit per isolate, and the compressed script may be at most
  10 MB.
Node 18 reached end-of-life on 2025-04-30. AWS Lambda blocks creating functions with nodejs18.x afterwards. Supported
  replacements are nodejs20.x and nodejs22.x.
pandas 2.2 deprecates the 'M' frequency alias in favour of 'ME'; reports-lib still pins pandas<2.2 because
  resample('ME') fails on older versions.
Ticket INFRA-530: Let's Encrypt allows 50 certificates per registered domain every 7 days and 5 duplicate certificates
  per week. The preview environments under *.preview.acme.dev count against it.
The Shopify Admin REST bucket is 40 requests with a leak rate of 2/s per store, and the header
  X-Shopify-Shop-Api-Call-Limit shows the current fill.
The partner API sandbox.parcelio.com/v3 returns dates as dd.MM.yyyy strings, paginates with a cursor in meta.next, and
  page size is capped at 250.
Slack's chat.postMessage allows roughly one message per second per channel; beyond that it answers 429 with a
  Retry-After header.
The SAP OData service ZSD_ORDERS_SRV doesn't support $batch, and returns at most 5000 entries per call.
Apple rejects push payloads over 4096 bytes with PayloadTooLarge (413), for VoIP the limit is 5120.
The HubSpot private app limit on the Pro tier is 190 requests per 10 seconds, shared by all integrations using the
  same token.
sharp 0.33 drops Node 16, so image-proxy has to stay on sharp 0.32.6 until its base image moves to node:20-alpine.
Asked in #platform, so writing it down once and for all before going insane: the EU cluster is pinned to Kubernetes
  1.28 because the Cilium 1.14 chart breaks on 1.29.
Bazel 7 enables bzlmod by default. WORKSPACE is kept in the tree only through `common --noenable_bzlmod` in .bazelrc.
The Unity project requires 2022.3.21f1 exactly; 2022.3.22 corrupts Addressables catalogs on iOS.
Replaced moment with date-fns 3.6.0 in 27 files, bundle shrank from 612 kB to 388 kB; locales are imported one by one
  from date-fns/locale.
The iOS build needs Xcode 15.3 and CocoaPods 1.15.2, with 1.14 `pod install` dies on the Firebase privacy manifest.
"""
