"""Data of the rules: English sentences that tell what went wrong and why, one a line."""

SENTENCES = """
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
The counter took every request as coming from the load balancer because the proxy did not pass on X-Real-IP. It does
  now.
Orders from Norway had no VAT: the country list was read from an old snapshot.
Half of the thumbnails were black since the decoder got the planes in the other order.
The import stopped after 65,536 rows, the library writes the old xls format by default.
Robots drifted to the left; the encoder ticks were read as signed 16 bit.
Search found nothing for names with an apostrophe because the tokenizer treated it as a word end.
Every second login ended on the start page, two pods had different cookie secrets.
Sound was gone after a phone call, since the audio session was never reactivated.
The map stayed grey on iPads because the tile server refuses HTTP/1.0.
After the DST switch all reminders came one hour early.
Push notifications did not arrive on Android 14: the channel id had changed.
Totals differed by one cent between cart and invoice as one side rounds half up and the other half even.
The page needed 14 seconds to load: 300 queries, one per row. select_related brought it to 0.4 s.
terraform destroyed the bucket since the resource had been renamed without a moved block.
The job kept being retried forever, the handler caught the exception and returned non-zero anyway.
Users could see other tenants' invoices. The query had no tenant filter.
We wondered why the tests took 20 minutes: each one started its own database container.
The scheduler picked yesterday's date because the pod ran in UTC-8.
The cluster had run out of IPs, new pods stayed in ContainerCreating.
Deleting a project left its files behind; the cascade only covered rows.
The model scored 0.99 on validation because the label had leaked into the features.
Messages arrived in the wrong order once a second consumer was started.
Websocket reconnects flooded the server as all clients used the same backoff without jitter.
pg_dump could not read the large objects, the role had no right to do so. Granting it solved the problem.
The release had no translations: the .mo files are in .gitignore and the build did not compile them.
Since the last update the app quits right after the splash screen on devices with 2 GB RAM.
GPU utilisation was at 5 %, the data loader ran with a single worker.
A stray comma in the YAML list turned the port into a string and the probe never succeeded.
Prices showed NaN in Safari because it does not parse 'YYYY-MM-DD HH:mm'.
The certificate was renewed but nginx was not reloaded, so browsers kept seeing the old one.
Alerts did not go out over the weekend; the token of the bot had been revoked.
The watch script restarted itself endlessly because it wrote into the watched folder.
The charge was made twice when the client retried without an idempotency key. Fixed by a unique index.
Migration 0044 took a lock on users for nine minutes and the site answered with 504.
The exporter ate 12 GB: it built the whole document before writing. Streaming keeps it at 80 MB.
The bug was a missing `await` in the teardown, the next test got a closed connection.
Kafka consumers were kicked out of the group since one batch took longer than five minutes.
Arabic labels were mirrored, because the style sheet sets direction on the body.
The upload stopped at 99 %: the proxy waited for a content length that never came.
Someone had set the log level to debug and the disk was full by morning.
The pump did not start after a power cut as the relay state was only kept in RAM.
Half the sensors reported 85 °C, the power-on value, because the read came before the conversion had finished.
ESLint found no files on Windows, the glob had single quotes.
The build was green although tests failed, since the pipe swallowed the exit code. `set -o pipefail` is on now.
The cache hit rate fell to zero after the deploy because the key contained the build number.
Two nightly jobs wrote to the same file, whichever came last won.
Cypress could not click the button, a cookie banner lay over it.
The vector index returned rubbish: it had been built with L2 and was queried with cosine.
Memory climbed by 200 MB a day, event listeners were added on each render and not removed.
The queue grew to 2 million entries during the night because the worker had lost its connection and did not notice.
CSV files from Excel came in as cp1252 and the umlauts were garbled.
It turned out that the replica had stopped applying WAL three weeks ago.
The link in the mail pointed to localhost since BASE_URL was missing in the worker's environment.
The battery was empty after a day; the GPS stayed on in the background.
A regex with nested quantifiers took 40 s on one address. Rewritten without backtracking.
The test passes alone and not in the suite because another test leaves the clock frozen.
Shipping labels were printed twice whenever the printer answered late.
VPN users got nothing but timeouts, the MTU of the tunnel was 1400 and ICMP was blocked.
The canary was never promoted: the analysis query referred to a metric that had been renamed.
Autocomplete was unusable on slow networks, responses came back out of order.
The dashboard said zero errors because the exporter itself was dead.
Symptom: empty PDF. Cause: fonts missing in the slim image. Remedy: install fonts-dejavu.
Undo brought back deleted rows of other users, the history was kept per document and not per user.
The texture flickered since two meshes had exactly the same depth.
`git clone` in CI took 7 minutes as the history held a 3 GB video; shallow clone brings it down to 20 s.
The login loop on staging came from SameSite=Strict on the OAuth cookie.
Invoices of January had the year 2025, the template used the week year (YYYY) and not yyyy.
Elasticsearch went read-only at 95 % disk usage and nobody could save articles.
The parser took minus signs from PDFs (U+2212) for text, so negative amounts became zero.
Rolling back did not help, the bad rows were already in the database.
The smoke test was red for a week: it expected the old title.
The crash at start-up goes away once the cached schema is deleted.
With 200 users the server stopped answering; the thread pool of 8 was used up by the report endpoint.
Calls were dropped after 15 minutes because the session timer was not refreshed.
Workaround: disable HTTP/2 for the upload host, the proxy mixes up streams.
Passwords with a % sign were refused, the connection string was not URL-encoded.
Shaders did not compile on Mali GPUs, they lack highp in fragment shaders.
My mistake: I deployed the test key to production and every card was declined. Rotated since.
Embarrassingly the cleanup script had `rm -rf $DIR/` with DIR unset and took the builds with it.
The report was empty for users in Chile because the midnight hour does not exist on the DST day there.
Turned out the second replica was pointing at the old primary.
It took us three hours to see that the hosts file on the runner overrode DNS.
Every deploy reset the admin password, the seed job ran unconditionally.
No mail went out since Tuesday: SPF did not include the new relay. Added it and it works.
Drag and drop did nothing on touch screens, only mouse events were bound.
The counter went backwards after a failover because the sequence was cached on the old primary.
Old clients kept sending the removed field and the strict schema turned them away.
Nobody could log in on Monday morning as the LDAP bind user's password had run out.
Voice calls had echo, echo cancellation is off when the sample rates differ.
The coverage figure dropped from 84 to 31 because pytest was started from another folder.
Labels were cut off in German, the button width was fixed at 90 px.
The lift controller rebooted whenever the door motor started; the supply sagged below 4.2 V.
Jobs piled up over night after someone had set concurrency to 0.
Changing the sort order had no effect because the cache key did not contain it.
All avatars vanished: the bucket lifecycle rule deleted everything under /tmp and avatars lived there.
The websocket proxy kept 40,000 half-open connections, keepalive was off.
Go routine leak in the poller, the context was never cancelled.
The sandbox let scripts read /etc because the mount was not private. Patched in 3.4.2.
PDFs came out blank when the headless browser started before the fonts were mounted.
`SELECT ... FOR UPDATE` on an unindexed column locked the whole table and checkout stood still.
The heat map was shifted by half a cell; coordinates referred to the corner, not the centre.
Signatures did not verify on Windows because git converted line endings of the fixture.
The consumer lagged by six hours after a single poison message was redelivered for ever. A dead letter queue took
  care of it.
Gift cards could be redeemed twice by sending two requests at once.
iOS builds were rejected by Apple, the privacy manifest was missing.
Playback stuttered on cheap phones as decoding ran on the UI thread.
The rollout script skipped hosts with uppercase names.
I traced the odd totals to a join that multiplied rows for orders with two shipments.
The cluster autoscaler removed nodes with running builds, the pods lacked the safe-to-evict annotation.
Tests pass locally but not in CI because CI has no IPv6.
A null byte in a filename made tar stop halfway.
An endless redirect between http and https came up after TLS was terminated at the CDN.
The night shift could not book: the shop closed at 24:00 and the code compared strings.
Training diverged after 2000 steps; the learning rate had been scaled by GPUs twice.
Renaming the column broke two dashboards that nobody had on the list.
The QR codes could not be scanned in print, the quiet zone was cropped.
Garbage values in the ADC readings went away after a 10 µs settling delay.
The nightly run did nothing for a week, an upgrade had changed the route it calls and it got 404.
The hash differed on every machine because dictionaries were iterated in insertion order.
pytest-randomly breaks our ordering fixtures unless they are session scoped.
The worker loses messages whenever ack is late and the pod is evicted.
Checkpoints take longer than the timeout below parallelism 8, so the job never gets going.
The failover takes 20 s because the election timeout was left at its default.
The bundler strips our polyfill, the `sideEffects` flag in package.json was false.
The reason CI was red all afternoon: the runner image moved to a newer OpenSSL and our old lib is gone there.
Uploads from the app end with EntityTooLarge as the SDK sends one part only.
Ads were shown to paying users, the entitlement check looked at the wrong claim.
The API answered in XML after the upgrade, the default renderer had changed.
We burned 1,400 USD on logs: a retry loop wrote a stack trace each millisecond.
Nothing was indexed since noon because the alias pointed at a deleted index.
The zoom buttons moved the page and not the map on Firefox.
Half of our pods could not resolve names; ndots:5 made six queries out of one and CoreDNS gave up.
An empty allow-list meant "everybody", so the endpoint was open for two days.
`git bisect` led to the commit that made the pool size depend on CPU count, which is 64 on the new hosts.
Kids' accounts saw the adult catalogue, the filter was applied after pagination.
The toast stays on screen for ever if the tab is in the background.
A config map change did not reach the pods as they only read it at start.
The robot arm overshoots when the belt is cold, the PID gains were tuned at 25 °C.
Our importer took "N/A" for a country and gave Namibia 4,000 customers.
Exactly 1000 rows were exported each time: the API's page limit. Following the next link gives all 8,312.
Subtitles drifted by two seconds per hour since the frame rate was taken for 25 and not 24.
The button did nothing in the webview, window.open is blocked there.
Since switching to arm64 the PDF tests are red, there's no wkhtmltopdf package for it.
SSH into the bastion hung, because fail2ban had locked out our own office address.
The health check hit the database and took the service out of rotation during each vacuum.
Sums were wrong by a factor of 100 for yen, which has no minor unit.
Someone pushed a 2 GB fixture and cloning takes ages; removed with git filter-repo.
The fan stayed off above 80 °C, the driver compared millidegrees with degrees.
Screen readers skipped the menu, it was rendered with display: contents.
The queue consumer was subscribed to the dev topic in production for a day.
Stock went negative when two tills sold the last item at the same moment.
A rename on macOS did not reach git because the file system ignores case.
Our retry storm kept the partner down: 300 clients without backoff.
Users with more than 50 groups got 431 since the groups are in the cookie.
Playwright clicked before hydration; waiting for the data-ready attribute made it stable.
After restoring the dump the sequences were behind and inserts ran into existing ids.
The elevator of the priority queue starved low jobs for days.
Hard-coded year 2025 in the footer and, worse, in the tax table.
Sorting by name put Å before B because the database was created with the C collation.
The alarm did not sound as the speaker amplifier was never taken out of standby.
The feature flag stayed on after the rollback, and the old code did not know the new status.
Map markers piled up in one spot: longitude and latitude had been swapped.
A bot merged the major update overnight and all services stopped starting.
All JWTs were refused, the clock of the host was seven minutes fast.
Every request after the first one hung, the body was never read.
Each pod opened its own pool of 50 and the database ran out of slots.
The over-the-air update bricked a dozen devices; the checksum was taken of the wrong slot.
The state bucket in CI was a copy, so plans showed no difference for weeks.
Screens froze at night, the graphics process leaks and is never restarted.
The answer came in the wrong language as the system prompt had been cut off.
The numbers jumped between reloads since every worker keeps its own counters.
Shipping cost zero for the islands: their postcodes were not in the table.
Builds took 50 minutes, the cache was only restored on main.
Tile ids above the 32-bit range became negative, so the map had holes.
The recommender always showed the same item, the vectors had been filled with a constant.
Every customer named Null got an error page.
The cron job runs twice after the clocks change since it is scheduled in local time.
Parallel runs overwrite each other's output because they share /tmp/out.
Every second upload ended up empty, the stream had already been consumed by the virus scanner.
The date picker offers 30 February in leap years.
Our service was blocked by the partner's firewall after the NAT address changed.
The last line of each file was dropped when it had no newline.
Spaces in the project path break the build script.
Without a lock two deploys ran at once and left half of each.
The failover takes half a minute as the timeout is set to 30000.
The report shows cents as euros because the currency column is ignored.
All cron mails went to spam, the sender domain has no DKIM.
The tooltip stays behind the dialog, its z-index is lower.
"""
