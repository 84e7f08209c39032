"""Data of the rules: English sentences that tell rules and conventions, one a line."""

SENTENCES = """
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
A critical page is acknowledged within five minutes or it goes to the second line.
dbt staging models are called stg_<source>_<table> and contain no joins.
Outgoing calls pass through the proxy client and carry a deadline.
Whoever breaks main reverts first and investigates afterwards.
Translations are added together with the feature, in all four languages.
Retries with exponential backoff and jitter, at most five, for anything idempotent.
One migration per pull request.
Models in marts/ may only refer to models in intermediate/.
Components read from the store through selectors, never directly.
Anything that touches money needs a property-based test.
Flaky tests get quarantined the same day and an owner.
Handlers return early on invalid input; no else after return.
CSS classes follow BEM, ids are not styled.
Before a release the changelog is updated and the version bumped by the release script.
Nobody pushes to main directly.
Metrics are named <service>_<thing>_<unit>, counters end in _total.
Documents in docs/ are written in English and wrapped at 100 characters.
Interfaces carry no I prefix.
SQL keywords in capitals, one column per line.
If a function needs more than four parameters, pass a dataclass.
Please put new endpoints under /api/v2 and leave v1 alone.
Rule of the house: no network in unit tests.
Experiments get a doc with hypothesis, metric and end date before they start.
Customer data does not leave the EU region, also not for debugging.
We pair on anything in the payment module.
Dependencies are updated on the first Monday of the month, in one PR per ecosystem.
Buttons have verbs, titles have nouns, no exclamation marks.
An incident gets a write-up within three working days, without names.
Firmware builds are reproducible and signed by the release key only.
Interrupt handlers set a flag and nothing else, the work is done in the main loop.
Only the worker writes to the ledger table.
Reviewers answer within one working day.
Every Terraform module has an example folder and pinned providers.
Access to production goes via the bastion with a ticket number.
Structs passed over the wire have explicit field numbers, which are never reused.
Assets are addressed by content hash so that they can be cached forever.
In notebooks the first cell sets the seed and the last one is empty.
Public enums get new members at the end.
Errors are wrapped with %w and checked with errors.Is.
Temperatures are in kelvin inside the core and converted at the border.
No secrets in CI logs: mask them with add-mask.
Scenes load their assets through the asset manager, raw paths are refused in review.
Each table has an owner in CODEOWNERS.
Timeouts are set at every call site explicitly; the library default is not trusted.
Test names describe behaviour, e.g. `returns_empty_list_for_unknown_user`.
State machines are drawn in docs/states before they are coded.
Keep functions under 40 lines.
When you add a column, add it nullable first, backfill, then set NOT NULL.
Feature flags carry an expiry date and an owner.
Accessibility: every icon button has an aria-label.
Datasets are versioned with DVC, large files do not go into git.
Branches are deleted after merging.
We log at info for business events, debug for the rest, no warnings that nobody acts on.
Pull requests from bots are merged on Fridays by the person on duty.
API errors use problem+json with a stable type URI.
Unsafe blocks need a SAFETY comment.
Ports: 80xx for services, 90xx for metrics.
Cron jobs take a lock so that they run once, and report to the heartbeat monitor.
Prefer `const` assertions to enums in TypeScript.
Currency amounts travel as {amount, currency} with amount in minor units.
Numbers in the UI are formatted by Intl.NumberFormat, not by hand.
Shared code lives in packages/, apps do not import each other.
Data access only with the request-scoped session.
A hotfix branches off the last tag and is merged back the same day.
Use the `Clock` port for time, so tests can freeze it.
Files end with a newline and have LF endings.
Don't mock what you don't own.
Personal data in events is encrypted with the tenant's key.
Queries without LIMIT are not accepted in the API layer.
Worth remembering: webhooks are answered with 202 first and processed later.
The convention for feature branches is <initials>/<ticket>.
Whenever a schema changes, the consumer contract is published before the producer.
Scripts start with `set -euo pipefail`.
Layouts use the spacing scale (4, 8, 16, 24), no free pixel values.
Views contain no business logic.
Images have alt texts, decorative ones an empty one.
Deployments happen before 15:00 and not on Fridays.
Domain events are past tense: OrderPlaced, InvoicePaid.
Manifests declare requests and limits for memory, CPU limits stay out.
No raw SQL in views; it goes to queries.py.
Whoever adds a cron job adds an alert for it.
Retries only for GET and PUT.
Two reviewers for anything below infra/.
Interfaces first, then the implementation, then the wiring: three commits.
Images are pulled by digest, tags are for humans.
A PR that changes the API comes with an updated spec.
Read models are rebuilt from events and never patched by hand.
Let the linter have the last word, no style debates in reviews.
Coordinates are lon/lat in that order, everywhere.
Kotlin: no `!!` outside of tests.
Use of `any` in TypeScript has to be explained in a comment.
Batch jobs are restartable from the last checkpoint.
Keep migrations free of application imports.
Each alert links to a runbook and to a dashboard.
Tokens are hashed before they reach the database.
Fixtures stay below 50 lines, larger ones become factories.
Public ids are prefixed: cus_, inv_, sub_.
Version tags have the form vX.Y.Z and are signed.
Feature folders contain their own tests, styles and stories.
Long-running requests return 202 and a status URL.
In Rust, `unwrap()` only in tests and build scripts.
UI texts are in sentence case.
Nothing is deleted in the ledger; corrections are new entries.
Every Kafka topic has an owner, a schema and a retention time written down.
Before touching the billing tables, take a snapshot.
GPIO pins are named in board.h only, drivers get them passed in.
Random numbers come from the injected generator so that runs can be replayed.
Cache entries need a TTL.
Helm values: one file per environment, no templates inside values.
Rebase, don't merge, when updating a branch.
Sensors report SI units.
Commit subject in the imperative, at most 50 characters.
Metrics labels must not contain user ids.
Terraform plans are posted in the pull request and approved by a second person.
Optional arguments are keyword-only.
Screens are built mobile first.
The team's rule is that a red main has priority over all other work.
Please use the shared date helper in lib/dates.ts instead of writing your own.
For the record: prices are always computed on the server, computing them in the client is forbidden.
The process must exit with 0 even when nothing was found, or the pipeline counts it as failed.
A status code means one thing: 200, 201, 400, 404 or 500; details go into the body.
Calls to partners are logged with duration and status, bodies are left out.
One class per file, the file is named after it.
A migration that takes longer than a minute runs as a background job.
User-visible changes are announced in the release notes.
Deprecated endpoints send a Sunset header for six months before they go.
Shared state needs an owner; if nobody wants it, delete it.
All times in logs are UTC, with milliseconds.
What can be checked by a machine is not discussed in a review.
Keep the public surface small: export from index.ts only.
SQL goes through the query builder, string concatenation gets rejected.
Copy fixtures, don't share them between packages.
Every screen handles loading, empty and error states.
Errors from third parties are translated into our own codes at the adapter.
Generated files carry a header and are excluded from coverage.
Locks are taken in alphabetical order of the table names.
Feature branches live three days at most.
Database roles: app_rw for services, app_ro for reports, nobody uses the owner.
Spans are named service.operation.
We write `null` for unknown and leave the key out for not applicable.
Reviews look at tests first.
Every environment gets its own AWS account.
Hooks must finish within a second and may not print anything.
Icons come from the sprite, inline SVG is for illustrations only.
Nullable booleans are not allowed, use an enum.
Unit tests run without network, disk or clock.
Rollbacks are rehearsed before every major release.
Never trust the client's idea of the price.
Constants have the unit in their name: TIMEOUT_MS, SIZE_BYTES.
Big lists are virtualised from 200 rows on.
Event handlers are named onX in props and handleX inside.
Docs change in the same PR as the code.
The default branch is always deployable.
A new alert runs silently for a week before it may page anyone.
Only QA approves cherry-picks into a release branch.
In this codebase lists are plural, maps are named xByY.
Interrupts off for 20 µs at most.
Secrets rotate every 90 days and after anyone leaves.
Any script in ops/ supports --dry-run and can be run twice.
On new tables: id, created_at, updated_at and a comment.
The public schema changes only additively.
Each pod declares its resources and a disruption budget.
Names of buckets: <org>-<env>-<purpose>, no underscores.
Topic names: <team>.<entity>.<version>.
Titles of pull requests start with the ticket id.
No module in core/ imports from plugins/.
Resolvers go through a loader, no direct calls of the repository.
A column is removed one release after the code stopped using it.
Whoever introduces a metric documents it.
Long work returns a job id, clients poll for the result.
Domain logic does not import the framework.
Analytics tables belong to analytics, others read them through views.
File names in kebab-case, classes in PascalCase.
No feature without tests and telemetry.
A consumer's README says what happens to messages it cannot process.
Feature flags are evaluated on the server, in the client only for cosmetics.
Handlers validate, services decide, repositories store.
Error pages carry the request id.
Keys in Redis are <service>:<entity>:<id> and have a TTL.
Every job can be started again without harm.
A test that sleeps is refused.
Environments are called dev, stage and prod, nothing else.
Design tokens instead of hex values in CSS.
What isn't in the runbook doesn't get done at night.
Ids in URLs are always the public ones.
We squash, the PR title becomes the commit.
Passwords and tokens go through the secret type, which prints as ***.
Columns with money end in _cents.
"""
