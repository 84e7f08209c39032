"""Data of the rules: English sentences that tell versions, limits and behaviour of what others make, one a line."""

SENTENCES = """
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
CloudFront caps the size of a compressed object at 10 MB.
Azure Functions on the consumption plan are stopped after ten minutes.
GitLab artifacts are deleted after 30 days by default.
The Google Sheets API allows 60 reads per minute and user.
Firestore transactions retry up to five times and then give up.
SES starts in the sandbox with 200 mails a day.
Lambda layers may have at most 250 MB unpacked.
Safari 17 does not know the `popover` attribute, Firefox has it since 125.
Shopify's order search lags behind writes by up to a minute.
The bank's API answers only on weekdays between 6 and 22 h.
iOS kills background tasks after about 30 seconds.
SQS delivers a message at least once, order is only kept in FIFO queues.
Route 53 health checks run from at least 15 regions and need public endpoints.
BigQuery streaming inserts cannot be updated for 90 minutes.
A Slack modal may hold 100 blocks.
HubSpot batch endpoints take 100 records per call.
Cloudflare Workers have 128 MB of memory and no filesystem.
The carrier's label API returns ZPL only, PDF costs extra.
Postgres cannot drop a value from an enum type.
SQLite allows a single writer at a time, WAL mode lets readers go on.
MySQL 5.7 has no window functions.
Chrome throttles timers in background tabs to once per minute.
The ESP32-C3 has one core and 400 KB of SRAM.
Mapbox counts each map load, 50,000 a month are free.
Docker Hub limits anonymous pulls to 100 per six hours.
Let's Encrypt issues 50 certificates per registered domain a week.
Twilio needs a registered sender id for SMS to Germany.
The tax office interface expects XML in ISO-8859-15, signed with a certificate of class 3.
WebKit evicts script-writable storage after seven days without a visit.
S3 list calls are strongly consistent since December 2020.
Stripe sends webhooks for up to three days until one is answered with 2xx.
The payment provider truncates statement descriptors after 22 characters.
NetSuite permits five concurrent requests per account.
Redis Cluster refuses multi-key commands across slots.
The Play Store takes only AAB bundles, APKs are refused since 2021.
Kubernetes secrets are limited to 1 MiB each.
The Zoom API hands out recordings for 30 days.
DynamoDB reads are eventually consistent unless ConsistentRead is set.
Elasticsearch returns at most 10,000 hits per query without search_after.
Kafka's default message limit is 1 MB (message.max.bytes).
The LDAP server answers with at most 1000 entries per page.
LibreOffice ignores `page-break-inside` when it converts HTML.
Outlook drops CSS margins on images.
Jira Cloud's webhooks carry no signature.
Unity 2022 LTS is what the build machines have.
The scanner SDK exists for x86 only, there is no ARM build.
Our Postgres provider offers pgvector but not pg_cron.
`structuredClone` is available from Node 17.
asyncio.timeout needs Python 3.11.
The Apple Push service closes idle connections after an hour.
OpenAI's batch endpoint answers within 24 hours and costs half.
The printer firmware speaks IPP 1.1 only.
The free tier of Neon suspends the database after five minutes of inactivity.
Salesforce gives 15,000 API calls per day on our licence.
Snowflake charges a minimum of 60 seconds per warehouse start.
GitHub's GraphQL API has a budget of 5000 points per hour.
PyPI refuses uploads over 100 MB unless a higher limit is granted.
npm 7 installs peer dependencies on its own, npm 6 did not.
The RTC drifts about 2 s a day and has no battery backup.
jsdom has no layout engine, so getBoundingClientRect returns zeros.
The German ID service needs a certificate from D-Trust.
Vercel cuts request bodies at 4.5 MB.
Docker Desktop requires a paid licence for companies over 250 people.
The CRM exports only 2000 contacts at once, page with `offset`.
Angular Material 18 needs zone.js 0.14.
The ERP closes the connection after 90 s, that's built in and cannot be changed.
React Native 0.74 requires Xcode 15.1.
Heroku's router times out requests after 30 seconds, this can't be raised.
WhatsApp templates have to be approved by Meta before use, which takes up to a day.
The geocoder licence allows storing results for 30 days.
Grafana's alerting API lacks an endpoint for muting by label.
PCI rules require TLS 1.2 at least.
Windows paths are limited to 260 characters unless long paths are enabled.
Spot instances in eu-central-1 get a two-minute notice before they are taken away.
Datadog keeps custom metrics for 15 months.
Git LFS bandwidth on GitHub is 1 GB a month on the free plan.
The weather service has a licence for 1000 calls a day.
Vonage returns status 9 when the account balance is used up.
Postgres truncates notification payloads at 8000 bytes and raises an error beyond.
AWS kills Fargate tasks on spot with two minutes' notice.
Gmail clips messages above 102 KB.
Telegram bots can send 30 messages per second overall, one per second to the same chat.
Firebase Dynamic Links is shut down by Google in August 2025.
PayPal answers 422 UNPROCESSABLE_ENTITY when the currency does not match the account.
Oracle treats the empty string as NULL.
JavaScript numbers lose precision above 2^53.
MongoDB documents may not exceed 16 MB.
Kubernetes sends SIGTERM and kills the container 30 s later.
nginx buffers request bodies by default.
The browser drops cookies over 4 KB without telling anyone.
Excel turns gene names into dates on import.
Cloud Run throttles CPU to almost zero outside of requests.
MySQL's utf8 is three bytes wide, emojis need utf8mb4.
Xero tokens expire after 30 minutes, refresh tokens after 60 days.
API Gateway has a fixed integration timeout of 29 s.
The SMS gateway splits messages over 160 characters and bills each part.
Mailgun keeps logs for five days on our plan.
The bank's SEPA interface takes pain.001 files in version 03 only.
Intercom's API is paginated with cursors, offset was removed in 2.0.
The Bluetooth stack of the chip supports three connections at once.
S3 multipart parts must be 5 MB or larger, apart from the last one.
Sentry drops events above 1 MB.
Terraform Cloud's free tier covers 500 resources.
LinkedIn's API gives out profile data to approved partners only.
Python's zoneinfo needs the tzdata package on Windows.
The HSM signs about 20 requests per second.
Firefox blocks mixed content in iframes as well.
Instagram's Graph API does not return stories older than a day.
RDS applies minor upgrades in the maintenance window unless that's switched off.
Consul's KV store takes values up to 512 KB.
The old Android WebView (below 80) lacks optional chaining.
DocuSign limits polling to one request per envelope every 15 minutes.
Our Elasticsearch licence includes no machine learning.
FedEx returns rates in the account's currency, whatever is requested.
The Zebra printers need firmware V93.21 or newer for TLS.
Yahoo's feed is delayed by 15 minutes.
OpenStreetMap's Nominatim forbids more than one request a second.
Chrome 115 partitions third-party storage.
Since version 5 the plugin talks to the new backend only, the old one is gone.
The managed Postgres cuts idle connections after five minutes.
Volumes above 16 TB can't be snapshotted at this provider.
Per the docs a record may be 100 KB at most.
Cloud SQL has no superuser.
The terminal speaks TLS 1.2 and nothing else.
The wallet SDK needs Xcode 16.
Events are deduplicated by the analytics vendor within 24 hours.
The microcontroller has 64 KB of RAM, 12 of them are taken by the radio stack.
The label service takes PNG or ZPL and refuses PDF.
Tiles are served up to zoom level 19.
The parcel API gives 404 and not 204 for unknown numbers.
Azure's queue has a visibility timeout of at most seven days.
Okta allows 600 authentications a minute on our tenant.
GitHub Actions' caches disappear after a week without use, 10 GB are the limit per repository.
Deno 2 reads package.json, Deno 1 did not.
Bun lacks node:inspector.
The speech API takes mono audio with 16 kHz only.
Refunds through the acquirer are possible for 180 days.
The database on the appliance is Firebird 2.5.
Dates in the SAP feed come as YYYYMMDD, zero means unknown.
Their sandbox is wiped on the first of each month.
SharePoint paths can be 400 characters long.
The graph database charges per query hour.
Webhooks from the shop are unsigned and may come twice.
TimescaleDB's compression is not in the Apache edition.
Teams' incoming webhooks are retired by Microsoft at the end of 2025.
Python 3.13 removed the cgi module.
JDK 17 closes off internal APIs, our agent needs --add-opens.
Their OAuth server rotates refresh tokens on every use.
The map data is under ODbL, attribution is required.
Android 15 needs 16 KB page alignment for native libraries.
With Node 22 the fetch API is stable.
Postgres 17 can do incremental backups.
The GPS module gives a fix every second, not more often.
Cognito cannot change the sign-in attributes of an existing pool.
An SNS message carries up to 256 KB.
Salesforce sandboxes refresh every 29 days at the earliest.
Rancher 2.9 supports Kubernetes up to 1.30.
The vendor's REST interface has no bulk delete.
Debian 11 is without security updates since August 2024.
Our Mapbox contract covers 200,000 loads a month.
gRPC-web needs a proxy such as Envoy.
libvips is built without HEIF in Debian's packages.
Our plan at the vendor includes 10 KB per record, 100 KB is the absolute limit.
The engine has no Intl.Segmenter, so there is a polyfill.
Histories are capped at 50,000 events by the engine.
Logical replication does not carry sequences.
The fiscal printer expects code page 437 and 42 characters a line.
Bookings are taken by the interface until the 10th of the following month only.
The account has a quota of 200k tokens per minute.
The database has no advisory locks; retries are up to the client.
The registry is limited to 30 calls a minute and answers 429 beyond that.
WebUSB works in Chromium only.
Below 1.6 V reference voltage the ADC's readings are undefined.
The mini program package must not exceed 2 MB.
We are on Rails 7.1 with Ruby 3.3.
Imports are throttled by the marketplace to one per five minutes.
The storage ignores object tags before release 2023-05.
The chip's I2C bus runs at 400 kHz at most.
Keys may be 77 characters long in the payment scheme.
The serverless plan scales to zero after five minutes and needs two seconds to wake up.
The search service indexes only the first 10,000 characters of a document.
The broker keeps messages for seven days.
In version 3 of the SDK, send() returns a promise, calling it without await does nothing.
The mail service rejects attachments over 25 MB.
Their webhook gives up after three attempts.
The browser extension store takes up to five days for a review.
The identity provider puts at most 200 groups into a token.
The proxy rewrites the Host header, which can't be turned off.
"""
