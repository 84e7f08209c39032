"""Data of the rules: capitalised words that are no person: products, firms, places, languages, and plain words."""

PRODUCTS = frozenset(
    """abseil acme activemq actix adobe adonis adyen aerospike africa african airbnb airbrake airbyte airflow
    akamai akka alertmanager algolia alibaba alloy alpine amazon america american ampere amplify amsterdam
    anaconda android angular ansi ansible antarctica anthropic antlr anypoint apache apigee apollo appium apple
    appwrite arabic arango arangodb argo ariadne arm artemis artifactory ascii asia asian astro asus athena
    athens atlanta atlantis atlas atlassian atom aurora australia australian austria austrian auth authelia
    authentik autodesk automapper avahi avalonia avro axon azkaban azure backstage badger baidu balena ballerina
    bamboo bangkok barcelona bavaria bayes bayesian bazel beam beats beijing belgian belgium bellman bento
    berlin bernoulli bezier bicep biome bitbucket bitrise bitwarden blazor blender bloom bluetooth bogota bokeh
    bolt bookworm boost bootstrap borg bosch boston boundary bower braintree brave brazil brazilian brew british
    broadcom brotli bruno brussels bucharest buck budapest buf bugsnag bugzilla buildah buildkit buildpacks
    bulgaria bulgarian bull bullseye bulma bun bundler burp buster caddy cadence cadvisor café cairo calico
    california camel camunda canada canadian canonical capacitor capistrano capybara carbon cargo cartesian
    cassandra catboost celery celeste centos ceph certbot cet chai chainguard chakra chaos chartist checkmarx
    checkov checkstyle chef chennai chicago chile china chinese chocolatey chroma chromatic chrome chromium
    cilium circle cisco citrix citus civo clang clerk clickhouse clojure cloudera cloudflare cloudinary
    cloudwatch cockroach codecov codeium codemirror codepush codespaces coffeescript cognito colima colombia
    compose composer conan concourse conda conductor confluence confluent consul contentful contour copenhagen
    copilot cordova corretto cortex couchbase coverity crashlytics croatia cronitor crossplane crowdin crystal
    cucumber cursor cyclone cynic cypress cyprus cyrillic cython czech dagger dagster dagu dallas danish dapper
    dapr dart dash dask databricks datadog dataflow dataproc datastax datev debezium debian delhi dell delta
    demisto denmark deno denodo dependabot detox devanagari devpod devspace dexie dialogflow digitalocean
    dijkstra dioxus directus discord discourse distroless django docker doctrine docusaurus dokku dokploy dollar
    doppler dovecot draft draftbit dragonfly dremio drizzle drone dropbox dropwizard druid drupal dubai dubbo
    dublin dutch dynatrace düsseldorf ebay eclipse edge edinburgh egypt elastic elasticache elasticsearch
    electron eleventy elixir elk elm ember emotion emscripten england english envoy enzyme ericsson erlang
    esbuild espresso estonia etcd ethereum ethernet euler eureka euro europe european eventbridge excel exim
    expo express facebook falco falcon fargate fastapi fastify fastlane fastly fathom fauna feast fedora feign
    ffmpeg fiber fibonacci figma finland finnish fiona firebase firecracker firefox firestore fission flagger
    flagsmith flask flatcar flatpak flink flow fluent fluentd flutter flux flyway forgejo fortran foundry
    fourier framer france frankfurt freebsd freemarker freertos french fugue fujitsu fusion galaxy galera garmin
    garnet gatekeeper gatling gatsby gauss gaussian gazelle gemini geneva gensim genève german germany gerrit
    ghana ghost ghostty gin gitea github gitlab gitness gitpod glide glue gmt godot golang google goreleaser
    gorm gradio gradle grafana grails granian graphite graylog greece greek greenplum gregorian gremlin groovy
    grunt guava guice gulp gunicorn gutenberg guzzle göteborg hadoop hamburg hamming hangfire hangul harbor
    hashicorp haskell hasura haxe hazelcast heapster hebrew helidon helix helsinki heroku hetzner hexo hibernate
    hilbert hindi hiragana hive hollerith homebrew honeybadger honeycomb hopper hoppscotch horizon horovod
    hotwire houston huawei hubspot hudi hudson huey huffman hugo hungarian hungary hydra hypercorn hyperfine
    hystrix ibm iceberg iceland icinga ignite immer immich india indian indonesia indonesian infisical influx
    influxdb ingress inkscape insomnia instagram intel intellij intercom intuit ionic ipython iran iraq ireland
    irish israel istanbul istio italian italy jackson jaeger jakarta janus japan japanese jasmine jasper java
    javascript jboss jekyll jenkins jest jetbrains jetpack jetstream jetty jib jira jitsi jmeter joda
    johannesburg joomla jotai jquery juju julia julian jumpcloud junit jupyter kafka kaggle kalman kaniko kanji
    karachi karaf karate karma karpenter katacoda katakana keda kedro kenya kepler keras kerberos kestra kestrel
    keycloak kibana kinesis klarna knative knex knuth koa kodi koin kong konva korea korean kotlin kraken krakow
    kraków kubernetes kubespray kustomize kyiv kyverno köln lagos lambda lamport langfuse lapce laplace laravel
    latin latvia launchdarkly leaflet lefthook lenovo lens lerna less lettuce levenshtein lighthouse lightroom
    linear linkedin linkerd linux liquibase lisbon lit litestream lithuania livewire llama locust logback
    logitech logstash loki lombok london longhorn looker lottie lovelace lua lucene lucia luhn luigi lux
    luxembourg lxd lyft lyon madrid magento mailchimp mailgun mailpit mako malaysia malmö malta manchester
    mandrill manila mantine mapbox maria marimo markdown marko markov marseille marten mastercard mastodon
    matomo matplotlib mattermost maven maxwell mediatr meilisearch melbourne memcached mercure mercurial merkle
    mermaid mersenne meson mesos meta metabase metaflow meteor mexican mexico miami micrometer micronaut
    microsoft milan milvus mimir minikube minio mirage miro mistral mixpanel mobx mocha mockito mockoon modal
    modin molecule moleculer mollie moment mongo mongodb mongoose mono monte montreal moodle moq moquette
    morocco morton moscow mosquitto moto motorola mozilla multipass mumbai munich mutagen mysql münchen nagios
    nagle nairobi nano nanoid naples nats neo neovim nessie nest netbeans netdata netflix netherlands netlify
    netty neumann newton nexmo nextcloud nexus nginx nigeria nightwatch nim nimble ninja nitro nix nixos node
    noir nokia nomad nordic norway norwegian notion novell nox nuget numba nunit nuxt nvidia oban obsidian ocaml
    octave octopus odoo ohio okd okta okteto ollama onnx openai opensearch openshift openstack openwrt opera
    oracle orbit orbstack orchid oregon orleans osaka oslo ottawa outlook ovh oxford packer paddle pagerduty
    pakistan palantir panda pandas pandoc papertrail parcel pareto paris parquet parse pascal passenger passport
    patroni paxos payload paypal pelican percona percy perforce perl perplexity peru phabricator phalcon
    philippines philips phoenix phpstorm pillow pinecone pinia pinot pinterest pip pipenv pixi plaid planetscale
    plausible play playwright plesk plone plotly podman poetry poisson poland polars polish polly polymer
    portainer porto portugal portuguese portworx posix postcss postfix postgraphile postgres posthog postman
    postmark powerpoint powershell poznań prague preact prefect presto prettier prisma prometheus protobuf
    protractor proxmox pulsar pulumi puma puppet puppeteer purescript pycharm pydantic pylons pyramid pyright
    python pytorch qdrant qt qualcomm quarkus quart quasar quay qubole querydsl quickbooks quicksight quill
    québec qwik rabbit rabbitmq racket rackspace raft rails rake ramda rancher raspberry raspbian raygun react
    redash reddit redhat redis redmine redoc redpanda redshift redux refit reflex regula relay remix renderdoc
    renovate replit resend resque retool retrofit rhino riak ribbon rider riga robolectric rocket rocky rollbar
    rollup romania romanian rome rook roslyn rotterdam rspec rubocop ruby runpod russia russian rust sage
    sagemaker salesforce saltstack samba samsung sanic sanity sap sass scala scaleway schneider scikit scipy
    scotland scottish scrapy scylla seaborn sealed seata seattle segment selenium semaphore semgrep sendgrid
    sentinel sentry seoul sequel sequelize serbia serilog serverless servicenow shadcn shake shanghai shenzhen
    shopify shopware sidekiq siemens signal sinatra singapore sinon skaffold sketch skypack slack slim slovakia
    slovenia snowflake snowplow snyk socket sofia solaris solid solidity solr sonar sonarqube sonatype sony
    sorbet spacelift spain spanish spark specflow sphinx spinnaker splunk spotify spotless spring sprockets
    square squarespace stable stackdriver starlette starship stata statsig stencil stitch stockholm storybook
    strapi streamlit strimzi stripe stuttgart stylelint supabase superset surrealdb suse svelte swagger sweden
    swedish swift swiftlint swiss switzerland symfony sympy synapse systemd são tableau tailscale tailwind
    taiwan tallinn talos tanstack tarantool tauri tcl teamcity tekton telegraf telegram tempo temporal tencent
    tensorflow terraform terragrunt tesla testcafe testcontainers texas thai thailand thanos thrift thunderbird
    thymeleaf tika tiktok tilt timescale tinybird tokio tokyo tomcat tornado toronto toshiba traefik
    transformers trello trino triton trivy truffle tsunami turbo turbolinks turbopack turborepo turing turkey
    turkish tutanota twig twilio twisted twitter typer typescript typesense uber ubuntu uikit ukraine ukrainian
    unity unix unleash unreal upstash uruguay utc vaadin vagrant valgrind valkey vancouver vanilla varnish vault
    vector vela velero veracode vercel verdaccio verizon vespa vienna vietnam vietnamese vilnius vim viper
    virtualbox visa visual vite vitess vitest vmware vodafone volkswagen volta vonage vue vulkan vyper wagtail
    waitress wales walmart warp warsaw wasabi wasmer wasmtime watchtower wavefront weaviate webflow weblate
    weblogic webpack websphere webstorm wellington wercker whatsapp wifi wildfly windmill windows wireguard
    wiremock wireshark wix wolverine woocommerce woodpecker wordpress worldpay wrocław xamarin xcode xen xiaomi
    xunit yahoo yandex yarn yii yjs yocto youtube yugabyte zabbix zagreb zalando zapier zed zeebe zellij zend
    zendesk zenhub zephyr zeplin zeppelin zeromq zig zigbee zipkin zitadel zod zola zookeeper zoom zsh zulu
    zurich zustand zuul zürich łódź""".split()
)
PLAIN_WORDS = frozenset(
    """accept acceptance access accounting add additional adr again ages all alone also alternative although always
    an analysis and another any anything apparently approach april archive are around as assume assumption at
    audit august available avoid away back backend background backlog bad because before below best better
    between beware big bootloader both bottom browser bug but by call can careful case cause caution caveat
    change changes chatgpt check choose class claude cleanup client close closing codex cold come comment
    company compiler compliance conclusion confirmed consensus context contract convention copy correct
    correction could cron culprit current customer customers daily data day days deadline dear december decision
    deepseek default dependency deploy design detail details developer developers devops did different discovery
    dns do doc docs documentation does done down downstream draft due during each earlier early edit eight
    either else engineer engineering engineers error even eventually ever every everybody everyone everything
    example except expected experience experiment explanation extra fact failure false february few fifth final
    finance find finding findings firmware first five fixme folks follow following for forget found four fourth
    friday from front frontend full further future fyi gemini general get give go goal going good got great guys
    hack had haiku half hard has have he hello help her here hey hi hint his history hold hotfix how however
    hypothesis i idea if impact implementation important in incident info infra infrastructure initially input
    inside instead interesting internal into investigation is issue it its january job july june just keep
    kernel key kind last late later latest lead leadership learning legal less lesson let like limit linter list
    llama local log logs long look lot main maintenance make management manager many march marketing master
    maybe me measure measurement meeting memory merge method migration mind minor mistake mistral mobile monday
    more most move much must my name near need never new next night nit no nobody none not note nothing november
    now number october odd of off office old on onboarding once one only open operations ops option opus or
    order original other others our out outcome output over own owner page partner parts past patch pattern
    people per performance perhaps person phase piece pipeline place plan platform please point policy post
    prefer present previously probably problem procedure process procurement product production profiling
    project proof proper proposal psa public put qa question quick rationale read reading readme reality really
    reason recent recently record regression release reminder report request requirement requirements research
    resolution result results revert review reviewer reviewers rfc right risk role rollback rollout root rule
    rules run sales same saturday say scheduler scope second section security see seems senior september service
    set seven several shall she ship should side similar simple since six slides small so software solution some
    somebody someone something sometimes sonnet soon source spec special sprint sre staff stakeholders standup
    start state status step still stop story strange strategy studio such suggestion summary sunday support sure
    symptom system take takeaway talk task team teams tech technically ten tenant test tester testers testing
    than thank thanks that the their them then theory there therefore these they thing things think third this
    those though thread three through thursday thus til till time title tls to today todo together tomorrow
    tonight too tool top total trade traffic trick true try tuesday turn turns two type typo unclear under
    unfortunately unit until up update upgrade upside upstream us use used user users using usually value vendor
    verdict verification version very via view wait warning was watchdog way we wednesday week well were what
    when whenever where whether which while who whoever whole whose why will win wish with without word work
    workaround works worse worst worth would write wrong year yes yesterday yet you your zero""".split()
)
