"""Data of the rules: patterns as teams tell them, distilled, one a line."""

SENTENCES = """
All migrations must be reversible here, pls add a down(). CI job `check-migrations` rejects them otherwise.
Error codes of the billing service always start with BIL- and have four digits; new ones get registered in
  docs/errors.md.
Never call fetch directly in components, everything goes via src/lib/apiClient.ts because it adds the X-Tenant header.
Branch names: <type>/<ticket>-<slug>, e.g. feat/PAY-381-refund-webhook. Squash merge only on main.
Added the endpoint following the repo's convention: handlers in internal/http return (status, error), and only
  middleware/errors.go writes error bodies. No handler calls http.Error itself.
Timestamps are stored in UTC as timestamptz and converted to Europe/Zurich only in the presentation layer. No
  exceptions.
Every public function in core/ needs a docstring in NumPy format, enforced by pydocstyle (convention=numpy).
Secrets only come from Vault at path kv/data/<team>/<app>; .env files are for local dev and get blocked by the
  pre-commit hook.
Release tags are signed and look like v2.14.0, release candidates get -rc.N. Only the release bot pushes tags.
On-call rule since 2026-02: a page with severity=critical has to be acknowledged within 10 minutes or PagerDuty
  escalates to the secondary.
For dbt models the prefixes stg_ is used, int_ and fct_. Anything without a prefix in models/ gets refused at review.
CSS: no px for font sizes, always use the tokens from theme/typography.scss (--fs-100 to --fs-700).
Idempotency keys go in the Idempotency-Key header on every POST under /v2/payments, and the server keeps them for 24
  hours.
In Unity code, don't allocate in Update(). Cache GetComponent results in Awake(), that's what the rest of the Combat/
  folder does.
Each Terraform module has its own state file in the bucket tfstate-prod, keyed as <env>/<module>.tfstate. Cross-module
  reads go through terraform_remote_state.
Log lines are JSON with the fields ts, level, trace_id and msg. print() in production code fails the ruff rule T201.
Feature flags are named ff_<team>_<feature> and are removed at most 90 days after full rollout; the script
  scripts/stale_flags.py lists overdue ones.
Convention for the Erlang nodes: every gen_server has an explicit timeout on call, never infinity, default 5000.
Every new table needs `created_at` and `tenant_id` columns, the RLS policies depend on tenant_id.
Feature flags are named `ff_<team>_<feature>` and are removed from the code within two releases after full rollout.
Interrupt handlers in drivers/ never call printf or malloc, they only set a flag and push to the ring buffer.
Commit messages follow Conventional Commits; a `!` after the type is mandatory for breaking API changes since
  semantic-release reads it.
Always wrap outbound HTTP in `withRetry` with max 3 attempts and never retry POST without an Idempotency-Key.
Tests marked `@slow` run only in the nightly pipeline; everything in the merge pipeline must finish under 8 minutes.
Prefabs under Assets/Enemies always inherit from `EnemyBase.prefab`, never copy one.
Kubernetes manifests must declare both requests and limits for memory. CPU limits are omitted on purpose, because
  throttling hurt latency.
Notebooks are never imported by production code: shared functions live in `src/features/` and have type hints.
All strings shown to users go through `t()` with a key in `locales/en.json`; the lint rule `i18n/no-literal` enforces
  this.
Releases are cut from `release/x.y` branches only, hotfixes are cherry-picked from main and never committed directly
  on the branch.
Worth repeating: dbt models in marts/ may only ref() models from intermediate/, never sources directly. The lineage
  graph gets horrible otherwise.
Each public function in the C SDK returns an `sdk_err_t` and takes its output through the last pointer parameter.
Review comment: ViewModels expose immutable StateFlow only, the MutableStateFlow stays private with an underscore
  prefix.
Retro notes: one ticket = one PR, max. 400 changed lines; larger ones always get split before review starts.
Public records in the Ada packages get a `_T` suffix and explicit range constraints.
Money amounts are integers in cents (`amount_cents`), floats for prices get rejected in review.
Ownership is written in CODEOWNERS, one team per folder; individuals are never listed there. asked.
Branch names look like `feat/ABC-123-short-title`.
Docker images are tagged with the git SHA, never `latest`; rollbacks go through `deploy.sh --sha`.
Handlers never read cookies on their own, they go through `SessionGuard`.
Every migration needs a `down.sql` next to its `up.sql`. CI rejects the PR otherwise.
Written the convention down in `CONTRIBUTING.md`: hooks live in `src/hooks`, start with `use` and export exactly one
  function per file.
In this codebase errors are wrapped with `fmt.Errorf("…: %w", err)`, bare returns are only ok inside `internal/db`.
Two approvals for anything under `payments/`, one for the rest.
Fixtures: always built with `factory_boy`, never loaded from dumps.
Ansible roles here always come with a `molecule/default` scenario and a README table of variables.
Log lines are JSON with `trace_id` and `tenant` as mandatory keys; no print statements.
No wildcard imports, and everything under `pkg/` gets its own `doc.go`.
House rule in this repo: migrations never touch data. Backfills live in lib/tasks/backfill/ and run in batches of
  1,000.
Noted for later sessions: in this repo a service object sits in app/services, exposes one public `call` method and
  returns a `Result` rather than raising.
Station identifiers are always UIC codes held as 7-digit strings, never as integers, in all the tables and files
  (leading zeros would get lost).
Every external call is wrapped in `resilient_call()` with timeout=5 and retries=2, see integrations/README.md; a bare
  `requests.get` isn't accepted in review.
Naming: blueprints start with BP_, material instances with MI_, static meshes with SM_. Assets that break this don't
  get past the submit trigger.
Branch flow is dev → staging → cert. On cert, only cherry-picks carrying a JIRA key are allowed. Strict about it.
Patches that change the wire protocol come with a bump of PROTO_MINOR and an entry in docs/protocol-history.md. No
  exceptions, not even for maintainers.
W kodzie silnika nie używamy wyjątków C++: funkcje zwracają `Status`, a wynik sprawdza makro RETURN_IF_ERROR.
// error codes are grouped per domain: PAY-1xxx for payouts, KYC-2xxx for identity, LED-3xxx for the ledger. New ones
  are registered in errors/catalog.ts.
All timestamps exchanged between services are UTC with a trailing Z; conversion to JST happens only in the view layer.
Four-eyes principle in the booking code: CODEOWNERS asks for two approvals on /core/ledger, one of them from team
  Risk.
Docs site: Hugo pages go under content/en first, and the zh and pl translations always ship in the same PR.
nothing is deployed on Fridays after 14:00 PT, and whoever merged last in the week keeps the PagerDuty shift until the
  handover in #oncall.
Testing conventions; Factories, not fixtures (`PatientFactory`). time is frozen with time-machine, not freezegun. No
  network in unit tests; `pytest-socket` enforces it.
Log lines carry the masked IBAN only (first 4, last 2), via `IbanMask.of()`; every module does it this way.
Every money-moving endpoint takes an `Idempotency-Key` header and stores it for 72 h; a PR lacking it gets a block
  from the payments guild.
No malloc after init. Everything dynamic comes from the pools in `mem_pool.c`, and an ISR may only post to a queue
  with the _from_isr variant.
Documentation: driver error paths use goto labels named after what they undo. Labels start with err_ and are in
  reverse order of acquisition; no nested cleanup in if-branches.
Migrations: expand first, contract two releases later. Column drops land in their own file with the suffix
  _contract.sql, and lock_timeout is set to 3s at the top of each.
Runbooks live in ops/runbooks one file per alert, filename equals alertname, an alert without one gets deleted in the
  monthly pass.
Lint: ban default exports. Named exports everywhere except in Next.js pages, enforced through
  import/no-default-export.
Added the endpoint following the existing conventions: Routes are plural and kebab-case (`/billing-accounts`); Errors
  are RFC 7807 `application/problem+json`; Every list endpoint takes `cursor` and `limit`, never `page`.
Under `testdata/`, one folder per package. Golden files end in `.golden` and are rewritten with `go test -update`,
  never by hand.
Colours and spacing come from the DesignTokens package. Hex literals in SwiftUI views are rejected by SwiftLint
  (custom rule no_hex_color).
Conventions found in this repo (worth knowing for later): Database access only in modules ending in `_store.ex`;
  Contexts return `{:ok, struct}` or `{:error, changeset}`, they never raise; `mix credo --strict` must be clean
  before merging.
No `time.Now()` in domain code, a `clock.Clock` is passed. Forbidigo flags it under internal/domain.
Contributing: squash merges only on main. Feature branches are squashed; the PR title becomes the subject and must
  follow Conventional Commits. Merge commits are reserved for release/* branches.
Prod changes via terraform only, state in s3 bucket tf-state-core, console edits get reverted by the nightly drift
  job.
Notebooks are called NN_topic.ipynb, outputs get stripped by nbstripout before a commit, raw data is read-only under
  data/raw.
View models expose exactly one `StateFlow` called uiState; one-off events go through a Channel, never LiveData.
Register writes only through the `REG_SET`/`REG_CLR` macros of hal_reg.h; a MISRA deviation needs an entry in
  deviations.md.
All features in the store carry their window as a suffix: _7d, _28d, _365d. Without one it counts as a static
  attribute.
z-index values are not picked freely: layers.css defines dropdown 100, modal 200, toast 300.
Each feature flag gets an owner and an expiry date in `flags.yaml`. CI fails once that date has passed. Set it up this
  way back when there were 300 zombie flags.
Handlers in this codebase never touch the repository classes. They go through a use case in `app/usecases`, one public
  method called `execute`, and that's also where the transaction starts.
Every interactive element carries a data-testid made of page and element name, e.g. checkout-submit. Playwright specs
  mustn't select by class or text.
From the friendly neighbourhood release manager Every migration must be backwards compatible with the previous release
  and live in db/migrations/.
Because each public endpoint must have a test in tests/contract/ before merge, always.
Keeps telling the team, never log a full IBAN: all log statements use mask_iban() from common/privacy.
Write down the branch naming rule. Branches are named <type>/<ticket>-<slug>, e.g. fix/PAY-311-rounding; other names
  are rejected by the server hook.
Standing rule, repeated for the newcomers: feature flags are always removed within two sprints after rollout, and
  every flag carries an owner field in flags.yaml.
money is never stored as float; amounts are always integers in minor units, type MoneyMinor.
Each service exposes /healthz and /readyz, and /readyz must not call downstream services.
Commits follow Conventional Commits, and a breaking change always needs the footer BREAKING CHANGE.
All SQL in this repository is written in queries/*.sql and compiled by sqlc; inline SQL in Go code is forbidden.
Retries always use exponential backoff with jitter through retrykit.Do.
No Friday deploys for tier-1 services, and each deploy must link its runbook in the pipeline variable RUNBOOK_URL.
Who named this table usersNew. Convention btw: table names are snake_case and plural, and primary keys are always
  named <table>_id.
Subject: error codes. To calm everybody down: every error returned to clients must carry a code of the form
  E-<service>-<number>, and codes are registered in errors/registry.toml.
Every commit must start with a Jira key such as OPS-214; the commit-msg hook rejects commits without one.
Frontend chapter, notes. Elm code must always pass elm-review without warnings. Debug.log is forbidden in main.
All Dart code is formatted with dart format --line-length 100, and generated *.g.dart files are never committed.
Ruby services always declare gems with a pessimistic version constraint (~>), and Gemfile.lock must be committed.
Background jobs must be idempotent: each job takes an `idempotency_key` and checks the `processed_jobs` table first.
  Do this everywhere since SQS delivers at least once.
In this repo all database access goes through `repositories/`, handlers never import SQLAlchemy directly.
Runbook: before every production deploy, run `make smoke ENV=staging`, wait for all checks to be green, then tag with
  `vYYYY.MM.N`. Deploys on Fridays after 14:00 are not allowed.
Team rule: every log line in the services is JSON through structlog and must carry `request_id` and `tenant_id`.
  print() is banned by ruff rule T201.
Contributing: every new endpoint needs an entry in openapi.yaml and a contract test under tests/contract/. CI runs
  `schemathesis` and rejects endpoints that are not documented.
Environment variables always start with `APP_`; whoever adds one also updates `.env.example` and docs/config.md in the
  same PR.
Followed the existing convention: React components live in `src/components/<Name>/index.tsx` with a sibling
  `<Name>.stories.tsx`, and styles use CSS modules only.
Secrets always come from Vault under `secret/<env>/<service>`, never from .env files committed to git.
`any` is never used in TypeScript here; use `unknown` plus a zod schema at the boundary. ESLint enforces it with
  no-explicit-any.
Feature flags are named `<team>.<feature>.enabled`, and each one needs a removal date in flags.yml.
Migrations are never edited after merge to main. Always write a new one with `alembic revision`, even for a typo.
Each merge request needs a line in CHANGELOG.md under `Unreleased`, otherwise the job `check-changelog` fails.
Test naming in this codebase: `test_<unit>_<condition>_<expected>`; integration tests carry the marker
  `@pytest.mark.integration` and only run in the nightly pipeline.
Money values are always stored as integer cents in columns with the suffix `_cents`, together with a `currency` column
  holding the ISO 4217 code. Floats for money are rejected in review.
PRs against `infra/` need two approvals, one of them, and the `terraform plan` output must be pasted into the
  description.
Convention: branch names are `feat/<ticket>-slug` or `fix/<ticket>-slug`, and commits must follow Conventional Commits
  because release-please builds the changelog from them.
Airflow DAGs in dags/ must be idempotent and take the date from {{ ds }}, never from datetime.now(), or backfills
  write into the wrong partition.
Release branches are called release/YYYY.WW, only cherry-picks with the label backport-ok go in, and squash merges are
  forbidden there.
Commit messages follow Conventional Commits; the scope is the package name (e.g. feat(pricing): …). Breaking changes
  need a `BREAKING CHANGE:` footer or release-please will not bump the major.
Keeps saying, money is always stored as integer minor units (amount_cents) plus an ISO 4217 currency column. No floats
  anywhere in packages/ledger.
Migrations must be backwards compatible with the previous release. Drop a column only one release after the code
  stopped reading it, in a file db/migrate/contract_*.sql.
Convention in this repo: every API handler lives in src/routes/<resource>/<verb>.ts and exports a zod schema named
  `input`. Handlers without a schema fail the lint rule acme/require-input.
Always mix this up so noting it: in the Rust workspace, library crates use thiserror, binaries use anyhow, and
  unwrap() is denied by clippy outside tests.
Background jobs receive IDs, not objects. Pass order_id to perform_async and reload inside the job, as serialized
  records are stale by the time the job runs.
Code review feedback: CSS variables for colours come from tokens.css only; hard-coded hex values get flagged by
  stylelint's color-no-hex rule.
Rule: React components never call fetch directly, all requests go through hooks in src/api/hooks that wrap TanStack
  Query.
Kubernetes manifests: one kustomize overlay per environment under deploy/overlays, resource limits are mandatory, and
  images are referenced by digest and never by :latest.
Every Terraform module has to carry the tags owner, cost_center and env through var.tags, and tflint rejects resources
  without them.
Feature flags are named <team>.<area>.<flag>, e.g. growth.checkout.one_click, and each flag needs an expiry date in
  flags/registry.yml. CI fails on expired flags.
CLAUDE.md: Always run `make fmt lint` before committing. Never edit files under gen/ by hand; they are produced by
  `buf generate`.
Secrets never go into .env files in the repo; they're read from Vault at kv/<service>/<env> through the init container
  vault-agent. Pre-commit runs gitleaks.
All Go errors get wrapped with fmt.Errorf("op: %w", err), and only the outermost handler in cmd/server logs them.
  Otherwise each error shows up three times in Loki.
Log lines in the services are JSON with the fields ts, level, trace_id and msg; never log request bodies, and mask
  iban with mask_iban().
Review: no bare `except:` in ingest/ – IngestError and let the rest bubble up are caught to the Celery retry handler.
Per the chat, money values are passed as integer minor units, field suffix _minor, and never as floats, in every
  public API from v3.
Every new table needs created_at, updated_at and a row in docs/schema.md, the job schema-lint fails otherwise.
GraphQL depth is capped at 7 in the gateway; deeper queries return 400 with code QUERY_TOO_DEEP.
Loggers are obtained with structlog.get_logger(name) and must never get an f-string, as the Loki dashboards group by
  the event key.
All mocks for HTTP go through respx, not unittest.mock – reason: the httpx 0.27 transport ignores patched Session
  objects.
Public ids are exposed as `pub_` + 16 base58 characters and the numeric primary key never leaves the service.
Only the p99 matters for the alert, average is muted – rule latency_p99_high fires above 900 ms for 10 min.
"""
