"""Data of the rules: English sentences that tell how things stand at the moment, one a line."""

SENTENCES = """
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
The staging host is being moved to another rack, down until Thursday.
Alerts of the blue cluster are muted until the defrag is through.
Deployments of the ledger are paused while Ines is on leave.
Please use staging-2 this week, staging-1 is taken by the load test.
Half of the tenants are on the new schema, the rest follows next week.
The feature branch feat/offline has been open for three weeks and still lacks tests.
Only P1 fixes get merged until the release is out.
We're on vacation cover: questions about billing go to the platform channel until 2026-08-15.
The audit firm is in the house until Friday, no changes to access rights please.
Rollout of the new checkout stands at 25 %.
The vendor is looking into the lost webhooks, answer expected by Monday.
Our contract with the old CDN ends on 2026-09-30.
The design for settings is being reworked, do not start on it yet.
Work on the parser is paused until the grammar is agreed.
GPU nodes are reserved for the training run till Sunday.
The beta runs with eleven customers at the moment.
Ticket OPS-88 is open with the hosting company.
Next up after the release: the import wizard.
The trial licence of the profiler expires on 2026-05-02.
CI is slow this morning, the runners are being patched.
The new hire starts on Monday and needs an account.
The feature toggle `new_cart` is on for staff only.
PR 1412 waits for a second review.
Data for Q1 is not complete yet, the warehouse load runs again tonight.
The rewrite is about two thirds done, exports are missing.
The team is at the conference from 2026-06-03 to 2026-06-05.
Budget for the perf environment is approved for this quarter only.
The domain transfer takes until Wednesday.
The old dashboard stays up until everyone has moved.
Right now the tests on main are red because of the vendor's sandbox.
Two shards are still being rebalanced.
v5 goes to the stores on 2026-04-22.
Penetration test from Monday to Thursday, expect odd traffic.
Marcel's branch with the new renderer is not ready for review.
The migration window is Saturday 02:00 to 06:00 UTC.
The bastion is replaced tomorrow, the new address follows.
Queue workers are scaled to one until the memory question is settled.
The mobile release is held back by the app store review.
We are two weeks behind on the reporting epic.
Currently the nightly build is off, the licence server is being moved.
Customers in Brazil get the feature after the legal check, probably in July.
The prototype runs on Hanna's laptop for now.
Search is read-only during the reindex, about four hours.
On-call this week: team Delta.
Sprint 31 is about accessibility.
Legal still has to sign the data processing agreement.
The API keys of the sandbox get rotated on Friday at noon.
The demo tenant is locked for the sales kick-off until 2026-03-27.
The last open point is the export, everything else is merged.
Prod is on 4.7, staging on 4.8-rc1.
We're waiting for hardware, the boards ship in week 19.
A temporary read-only user exists for the consultants, to be removed at the end of April.
Refactoring of the auth middleware is under way on branch auth-next.
The office network is being rewired, VPN may be patchy today.
Load balancer change scheduled for tonight.
The bug triage is cancelled this week.
Freeze on the schema until the partner has tested.
The second phase starts in May.
The index rebuild is at 60 percent.
Nothing gets deployed between 2026-12-20 and 2027-01-06.
The new region is up but takes no traffic yet.
Canary at 5 % since yesterday, no complaints so far.
The team is short of one backend developer until September.
Sales demo tomorrow at ten, leave the demo cluster alone.
The old bucket is kept until the end of the month in case we have to go back.
Importing the 2019 archive takes until about Thursday.
The partner's test system is unavailable until further notice.
I'm halfway through the move to the new router, three pages left.
Evaluation of the two vendors is going on, result in two weeks.
The issue tracker is being migrated over the weekend.
Feature complete, what is missing are docs and the upgrade guide.
Rate limits on the partner API are lifted during the pilot.
The open beta ends on 2026-07-01.
The release candidate is with QA.
Contractors lose access on Friday.
The certificate for the old domain runs out next month and will not be renewed.
Where we stand: 6 of 9 modules compile, the editor and two others do not yet.
I stopped here for today, the second half of the endpoints is still on the old client.
There is only one iOS reviewer left this month, pull requests pile up.
The payments team is down to two people, the SEPA work is on ice for the time being.
Work on v3 pauses until Jonas is back from parental leave.
All hands are on the audit until Friday, reviews take longer.
The vendor has our bug report, case 00418823, no answer so far.
Status: parser finished, printer in review, docs not started.
The ticket is stuck with procurement.
4 of 11 customers are moved over.
The staging database holds data from February.
Branch spike/grpc is an experiment and will not be merged.
The flag stays at 10 % over the weekend.
We're running both brokers in parallel until the end of the month.
The sandbox of the insurer comes back on 2026-04-02.
Tomorrow's release is off, the smoke tests have not been run.
Interim: the nightly export is started by hand by whoever is on duty.
Team Orion has taken over the search service as of this week.
Remaining for the milestone: pagination, empty states and an export.
The hardware lab is closed for renovation until June.
The design review was moved to next Tuesday.
Only the Vienna office is on the new VPN so far.
Penny is out this week, Lars signs releases meanwhile.
We'll know after the customer call on Thursday whether the import is needed at all.
The pilot with two shops runs until mid May.
Reindexing takes all night, do not start a deployment before eight.
The credits at the cloud provider run out in September.
The macOS runner is broken and its replacement arrives next week.
Three flaky tests are muted for now, ticket QA-77.
The load tests have used up this month's quota.
The pull request is ready but must not be merged before the 15th.
At present the service is deployed by hand from Ola's machine.
Half the floor is ill, expect slow answers.
The old schema is kept alongside until the last client has updated.
Still to do on this branch: error handling and the German texts.
The region eu-south is being evacuated this weekend.
The fix is deployed to staging, production follows after the freeze.
The cluster in Paris gets resized tonight, consumers will reconnect.
Team Kestrel has the reporting rewrite until 2026-05-20, ask Ewa about it.
14 of 50 pages are translated, the others follow in the next release.
The Android build is red since this morning, please don't merge.
Nobody touches the permissions before the audit is over.
In the week of 2026-05-18 there's no on-call cover.
The new tenant goes live in June, the redirect stays till then.
The review queue is stuck, our security reviewer is ill.
The experiment is at 5 % of sessions, results at the end of the month.
The branch with the profiler patches isn't meant for merging.
The test environment has old data this week, don't compare figures with it.
Moving the registry: pulls may be slow until Wednesday.
Two of four milestones are through.
The rename of the product is confidential until the launch in May.
At this point the mobile app still talks to v1.
There's a workaround in place on staging till the vendor ships a fix.
The staging certificates are self-signed for the time being.
Nina takes over the billing epic from Raj next week.
The exporter is switched off while the format is being discussed.
We plan the cut-over for the last weekend of April.
The importer for Spain is the only part left.
Tonight's backup is skipped because of the storage move.
The interview with the pilot customer was put off to the 14th.
The old repo is read-only since Monday.
Some dashboards show gaps for 12 March, the collector was being moved.
The proof of concept lives on Amir's fork.
We have a code yellow on checkout, features wait.
Sebastian is reviewing the threat model this week.
Quota increase requested, the answer takes two to three days.
The feature is dark in production.
Half the fleet runs firmware 2.8, the rest 2.7.
The rollout continues on Monday if the error rate holds.
Everything for the launch is in the milestone 2026-Q2.
The ticket system is unreachable, use the sheet for now.
Batch imports are stopped while the warehouse is being migrated.
We're at 80 percent of the storage quota.
The security fix is under embargo until 2026-04-08.
The team offsite is next Thursday and Friday.
Vendor trial: 9 days left.
An upgrade of the payment terminal is due before July.
We are midway through renaming the model: API done, docs to come.
Staging runs 4.2, 4.3 goes up on Friday.
Test is on 7.1 and production still on 7.0, the update follows after Easter.
The draft is in PR 2231, without a reviewer so far.
Only half of the runners are online, builds take longer.
Two brokers are out for firmware updates until tomorrow.
Nothing from design before the third quarter, they are busy with the rebrand.
The contract runs out at the end of June, purchasing is negotiating.
The pool is drained for the kernel update and returns on Monday.
The open beta has 300 users, the others join in May.
Until the auditors leave nobody merges into the live branch.
6 of 9 packages compile with the new compiler, the rest still raises errors.
I've stopped for today; the last two screens are not converted.
The prod cluster is being upgraded to 1.30 tonight.
The migration to Python 3.13 has begun, two services are done.
Team Lynx owns the gateway from April on, until then ask in #platform.
The vendor's status page shows an incident since nine.
We run with reduced capacity during the sale.
Waiting on the certificate from the bank, ordered on 2026-03-11.
The repo is being split this week, hold back large PRs.
"""
