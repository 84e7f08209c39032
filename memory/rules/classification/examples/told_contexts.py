"""Data of the rules: contexts as teams tell them, distilled, one a line."""

SENTENCES = """
Code freeze on release/8.4 until 2026-03-20 18:00, only P1 fixes get merged.
staging-2 is down in the week of 2026-03-16 because of the datacenter move, use staging-3 meanwhile.
Currently migrating the user tables to Aurora, so don't touch db/users/ before he's done.
Right now the import backlog is at 84,000 jobs on queue ingest-hi, draining at roughly 900/min.
OpenAI raised the org quota to 2M TPM until 2026-03-31, afterwards it drops back to 450k.
CI is slow 2026-03-19: 2 of 6 macOS runners are offline, MacStadium is swapping disks until 2026-03-20.
At 71% coverage at the moment and codecov is temporarily set to non-blocking while the e2e suite is being rewritten by
  the team.
Ops: alerts for cluster blue are muted till 2026-03-25 06:00 UTC due to the etcd defrag.
Currently the npm mirror at nexus.corp.local is read-only during the reindex, publishing works again 2026-03-23.
Staging is down until 2026-03-26, the DB host gets moved to the new rack.
Code freeze is in force on main until the 3.8 release goes out on 2026-06-14.
Currently halfway through the Gradle 8 upgrade on branch `gradle8`; 5 of 12 modules build.
The self-hosted macOS runner is offline at the moment, iOS jobs are queued on the cloud runner and take about 40
  minutes.
Deployments of the ledger service are paused till 2026-03-23.
The nightly import is disabled for now while the supplier fixes the broken XML feed (ticket OPS-2291).
Right now 3 tests in `test_routing.py` are skipped, since the map tile server is being reindexed.
Canary for build 5512 is at 10% traffic as of 2026-03-19; the remaining rollout is on hold.
The search rewrite sits on branch `search-v2`, 14 of 22 endpoints ported, facets still missing.
Here is where the team are: 6 of 9 packages compile under TypeScript 5.4, `packages/editor` and two others still raise
  TS2345.
On-call is thin: only one person and one contractor cover `core-billing` while the others are at the offsite.
The Gatsby site is still live in parallel with the Hugo one. DNS of docs.acme.example points to Gatsby until the
  redirects are imported.
The branch `perf/lazy-load` is rebased and green, it is only waiting for the review.
GitHub Actions is degraded right now, runners queue for 40+ min. Jenkins on `ci-old` is taking the deploys in the
  meantime.
nobody is maintaining the `terraform-azure` modules at the moment.
Staging is down until the provider has swapped the disk in `stg-db-1`.
Version 2.7.0-rc3 is out on the beta channel with 120 testers, store review currently pending.
Publishing to npm is blocked at the moment: the org's 2FA token lapsed and only one person can reissue it.
The Kafka cluster `kaf-eu` is running on 2 of 3 brokers in the week of 2026-03-16, the third is awaiting a RAM
  replacement.
Code freeze for `release/3.9` since 2026-03-16, only hotfixes labelled `sev1` get merged.
SonarQube scans of `legacy-erp` are switched off for now, the licence renewal is stuck in procurement.
The Datadog budget is used up until the new quarter; custom metrics for `checkout` stay switched off for the time
  being, as per the mail.
The OAuth flow of the Shopify connector works locally, token refresh is still missing, and 4 of 11 examples are red in
  spec/connectors/shopify_spec.rb.
CI for s390x is switched off in the week of 2026-03-16: the only runner, ibmz-01, is offline, who hosts it, is
  travelling.
Test environment INT3 is unreachable since 2026-03-19, the data centre is swapping the switches there. Until
  2026-03-20 everybody works on INT5.
The HSM pool currently runs on 2 of 4 units; hsm-b1 and hsm-b2 are away for firmware repair until the week of
  2026-03-23.
Release 4.7 currently sits at 31 of 38 certification checks passed on Xbox; the remaining 7 all concern save data.
The Perforce server is read-only 2026-03-19 from 20:00 to 23:00 for the backup of //prod.
Staging cluster stg-tyo-2 is down since 2026-03-19 while SRE replaces the etcd disks; deploys go to stg-tyo-1
  meanwhile.
State: 6 of 9 controllers are ported to the new auth middleware; `BillingController`, `ExportsController` and
  `HooksController` still use the old one, on branch auth-v2.
State of the 5.0 branch: page checksums merged, async replication in review (#4410), vector index not started. Two
  release blockers remain.
Black Friday freeze is on: merges to main are locked through Tuesday, exceptions go via #release-captains.
The code freeze for core banking is on until the year-end close, only P1 hotfixes pass.
GTBank's transfer channel has been degraded since noon, its success rate sits at 38%. Traffic is on Wema for the time
  being.
As at 2026-03-19 the KYC backlog stands at 3,260 applications, with only two reviewers on shift because the team are
  down with malaria.
GPU quota on the a100 pool used up until the 1st; run 0417 stopped at epoch 6 of 20, checkpoint in
  gs://ml-scratch/0417.
Crashlytics 2026-03-19: 99.1% crash-free on 5.6.2, 214 users hit by the camera crash so far.
Reindex of `orders` on db-prod-2 running, 61% after 5 hours; replica lag 340 s right now.
Steps 1–3 of `docs/migration-plan.md` finished. Step 4 half done: 17 of 42 controllers ported. 6 integration tests
  still red in `tests/legacy`.
iOS 3.8.0 has been in App Review since 2026-03-17, status 'Waiting for Review'. Phased rollout of Android 3.8.0 sits
  at 20%.
fra1 degraded since 0910, provider reports a fibre cut, traffic on ams3 for now.
Maintenance window 2026-03-19 22-24 h for pg-main, apps are read-only in that time; 3.1 TB of 4 TB used at the moment.
Design freeze for the relaunch started 2026-03-18; the Figma file 'Relaunch v9' is the reference till launch.
Rev C boards are stuck in customs, only 4 Rev B units left in the lab, two of them on the desk.
EMC lab is booked for 2026-03-26 and Friday with prototype P3; firmware 0.9.4 is frozen until then.
14 of 52 stories migrated to the new Button as of 2026-03-19. DatePicker is half done on branch ds/datepicker.
release/7.4 is cut and closed until 2026-03-26's tag, only main is open.
Dependency audit: 3 of 11 packages checked (`lodash`, `moment`, `request`). Open finding in `request`:
  GHSA-p8p7-x288-28g6. The sandbox has no network access at present, the other 8 are blocked.
Test rig 2 is at the repair shop until 2026-03-27, HIL jobs queue up on rig 1 only (14 waiting at the moment). There
  is the key.
Wip: parser half converted to logos. Compiles, 23 of 61 tests red, string escapes missing.
The Adyen sandbox has been answering 503 since lunch, so the e2e suite shows 31 red and there's nothing wrong with
  main.
The migration of orders-db is currently at 62 % and is blocked by the storage quota until the new disks arrive.
staging-2 is down at the moment, the hypervisor is being replaced until noon.
The payments team is down to two engineers and PAY reviews take three days at present.
Code freeze for release/24.6 is in force until 2026-03-26; only fixes labelled blocker are merged at the moment.
As of now 3 of 11 services are migrated to IPv6, next in the queue is edge-auth.
On-call log. Currently 412 messages sit in the dead-letter queue dlq-invoices, reprocessing is paused until the bank's
  maintenance window ends.
The macOS runners are offline 2026-03-19 because the data centre is moving, so iOS builds of wallet-app are queued.
WIP: port parser to nom 7. State: 14 of 23 grammar rules ported, the tests in tests/grammar/ are still red on this
  branch.
Right now 87 tests of suite-legacy are still failing on branch feat/py312, down from 230 2026-03-18.
Weekly. Status: the pen test of customer-portal is running in the week of 2026-03-16, WAF rules are in log-only mode
  until it ends.
Nobody with admin rights for Okta is available until 2026-03-23; access requests are on hold.
The leased line to the Leeds office is down 2026-03-19 and the site runs on the LTE backup at 20 Mbit/s.
The contract for the load-test cluster perf-west expires in 2026-03 and only 2 of 8 nodes are still up at the moment.
The laptop died, so the signing key for android-release is unavailable 2026-03-19 and build 5521 is waiting unsigned.
The cutover to cluster k8s-blue is half done; at present 50 % of the traffic still goes to k8s-green.
Travis CI is down 2026-03-19, so 31 pull requests of libgrid are waiting without a build.
Aurora cluster reporting-eu is currently in failover and read-only, AWS support case is open.
The move of the docs site from Hugo to Docusaurus is paused in the week of 2026-03-16 at 48 of 120 pages.
The migration script `scripts/backfill_addresses.py` has processed 1.2M of 3.4M rows on production and is paused at id
  8841207.
The iOS build 412 was submitted to App Review 2026-03-19 and is in state "Waiting for Review". The Android build is
  still on the internal track.
Code freeze for release 8.3 is in effect from 2026-12-02 until 2026-01-06; only hotfixes to `release/8.3` get merged.
Nobody reviews the `ml-ranking` repo at the moment. PRs #55 and #58 are waiting there.
The pen test by the external firm runs in the week of 2026-03-16, 17-21 June, against app-staging. WAF alerts from
  203.0.113.40 are expected during that time.
Only two people are on the platform team until the new hire starts on 2026-08-01, so tickets labelled `infra-low` are
  not being worked.
The SSO epic (AUTH-310) is blocked, the customer hasn't delivered their SAML metadata since 2026-03-12.
The staging cluster `stg-eu-2` is down since 09:40 because the provider is replacing a switch, expected back at 13:00.
GitHub Actions is degraded right now: queued jobs wait around 25 minutes, so the merge queue on `main` is switched off
  until the incident is closed.
The test server `qa-03` has been unreachable since 2026-03-19 because its disk is being replaced.
Production currently runs build 2024.11.3 in eu-west-1 while us-east-1 is still on 2024.11.1, since the rollout was
  paused after the elevated error rate 2026-03-18.
The branch `perf/orders-index` is rebased on main and all tests pass, but it isn't deployed; the load test on staging
  is scheduled for 2026-03-24 10:00.
State of 2026-03-19: the move to `orders-db-v2` is at 60 %, reads still go to the old database.
Open on branch `fix/vat-rounding`: the unit tests pass, 3 snapshot tests in `invoice.spec.ts` are still red, and the
  CHANGELOG entry is missing.
Where on the checkout rewrite: the address and shipping steps are merged behind the flag `checkout_v2`, payment is
  still open in PR #907, and nothing is live yet.
Current status: 14 of 23 modules are ported to TypeScript. The remaining ones are all under `src/legacy/reports`.
Currently working on branch feat/vat-oss. Rate lookup and the invoice template; still open: the credit note path. 3 of
  41 tests in vat_spec.rb fail at the moment.
The accessibility audit of /signup moved to sprint 19. The 12 open axe findings remain unfixed until then.
Session state: working dir /srv/checkout, branch fix/rounding, uncommitted changes in tax.py and tests/test_tax.py.
  Dev server is running on port 8123 with the seed data from fixtures/eu.json.
Status for 2026-03-19: staging (stg-eu-2) is frozen until 2026-03-26 17:00 for the load test run. Deploys go to
  stg-eu-3 in the meantime.
Code freeze for release 8.4.0 started 2026-03-19 and lasts until 2025-11-28. Only hotfixes labelled p0 are merged to
  main during this time.
For whoever picks up: the re-index of products_v5 is running right now on search-node-3, at 45 %, about 2 hours left.
5 of 8 findings are closed, PT-06 to PT-08 are open, the retest is on 2026-05-21.
2026-03-18 finished the CSV mapper (IMP-77), 2026-03-19 on IMP-79. The customer's test file is still missing since
  their admin is on leave until 2026-03-25.
Paused the nightly job dbt_finance since 2026-03-18 because the warehouse is being resized to LARGE; it will be
  resumed after the month-end close on 2026-12-03.
The GPU box ml-train-01 is occupied by the run whisper-ft-09 until about 22:00 2026-03-19; ml-train-02 is free at the
  moment.
As of 2026-03-19, 7 of 9 regions are cut over to the new ingress; ap-south-1 and sa-east-1 are left for 2026-03-20.
In the middle of the DNS move of shop.northpeak.io: the TTL is lowered to 60 since 2026-03-19, old and new load
  balancer (lb-old, lb-2025) serve traffic in parallel until 2026-03-22.
PR #2086 is rebased on main and green, waiting for the security sign-off. The preview is at
  https://pr-2086.preview.acme.dev and expires on 2026-03-20.
Sprint 34 state: the SSO epic AUTH-210 is blocked, the test tenant in Entra ID isn't there yet. AUTH-214 and AUTH-215
  are in review.
It's demo-42 on build 5521, login is disabled for the customer visit 2026-03-20 at 10:00.
On call in the week of 2026-03-16. The alert KafkaLagHigh on payments-dlq is muted until 2026-03-23 09:00 while the
  80k messages backlog is drained.
The vendor has an ongoing outage since 08:40 UTC 2026-03-19. SMS via Twilio are temporarily routed to the fallback
  sender sns-backup.
TODO state of the refactor after this session: parser/ is done (14 files), emitter/ is half-way, and the old entry
  point legacy_main.py is still used by the nightly build for now.
Refund endpoint is done, 2 of 7 contract tests are red, blocked by the missing sandbox key for Adyen.
TokenBucket now lives in pkg/limiter, all 63 tests pass, and only the Redis-backed variant is still missing.
The load test of /search is running on perf-02 with 500 virtual users until 17:00; do not deploy to that box.
Staging currently runs build 4471 against the anonymised dump from 2026-02-27, and outgoing mail is caught by MailHog
  on port 8025.
VIDEO-880 is code complete on branch feat/hls-lowlat, waiting for QA sign-off on Safari 17.
Terraform state for network/ is locked right now by run-8fh2 while the VPC peering is being replaced; expected end
  18:30 UTC.
"""
