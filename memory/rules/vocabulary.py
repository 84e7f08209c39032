"""Data of the rules: the words that mark a text as technical, and kinds of technology that a choice is made among."""

import re

# to be looked for in small letters
TECHNOLOGY = re.compile(
    r"\b(?:python|node(?:\.js)?|django|flask|fastapi|rails|ruby|java|kotlin|go|rust|typescript|react|vue|angular|"
    r"svelte|next\.?js|postgres(?:ql)?|mysql|redis|valkey|mongodb|sqlite|kafka|rabbitmq|celery|"
    r"kubernetes|k8s|docker|terraform|nginx|webpack|vite|pydantic|sqlalchemy|numpy|pandas|pytest|jest|"
    r"elasticsearch|opensearch|debian|ubuntu|alpine|openssl|glibc|spring|laravel|php|dotnet|\.net|swift|elixir|"
    r"grpc|"
    r"protobuf|tailwind|eslint|prettier|ruff|mypy|poetry|pnpm|npm|yarn|uv|pip|cuda|pytorch|tensorflow|"
    r"transformers|pgvector|postgis|gunicorn|uvicorn|granian|helm|istio|prometheus|grafana|sentry|stripe|"
    r"twilio)\b",
)  # fmt: skip
TECHNICAL = frozenset(
    """tenancy multi-tenancy invoice checkout cart billing webhook onboarding signup dashboard emoji emojis
    backups archive logout
    login midnight-job iterator subscriber publisher topic topics dedup deduplication reindex refresh websocket
    frame liveness readiness
    probe probes probe-timeout autovacuum replica lag liveness session-store cronjobs image-service monolith
    repositories controllers views
    docstring docstrings hints translation gettext locale-file axios dropdown modal tooltip sidebar navbar
    breadcrumb a11y accessibility
    viewport ssr-cache hydration prefetch polyfill polyfills source-map minification treeshaking bundlesize svg
    png webp avif
    whitelist allowlist denylist egress-ip tunnel bastion subnets peering dnssec csr rotation keystore truststore
    toggle toggles tzdata appliance scaling sockets dag retention failover checkout invoice-service hotfixes
    kernel mtu dst nat cidr ingress pod autoscaler abstraction access account adapter admin agent alembic
    algorithm alert alias allocation allocator alpine ami analytics android
    angular annotation ansible apache api apis app apps application arch architecture archive arg args argument
    arm array artifact asset async
    async asyncio asyncpg atomic attribute auth authentication authorization autoscaler autoscaling aws azure
    babel backend backfill
    backlog backoff backup balancer bandwidth base64 bash batch  benchmark benchmarks beta bigquery binary
    bind bit blob block
    blockchain blue-green boolean boot bottleneck branch branches breaker breakpoint browser bucket buffer bug
    bugs build builds builder
    bundle bundler bundles bus byte bytes bytecode cache cached caches caching callback callbacks canary cargo
    cascade cassandra  cd cdn celery
    certificate certificates certs changelog channel charset charts checkout checkpoint checksum  chrome
    chromium ci circleci class
    classes cleanup cli client clients clickhouse  clone cloud cloudflare cloudfront cloudwatch cluster
    clusters cmake code codebase codec
    coercion collation collision column columns commit commits committed compaction compatibility compatible
    compile compiled compiler compilers
    compile-time component components compose compression concurrency concurrent conda conditional config configs
    configuration configurable
    configured connection connections connector console constant constraint constraints constructor consumer
    consumers consul container
    containers controller convention conventions cookie cookies coroutine corruption cors counter coverage cpp
    cpu crash crashed crashes crashloop
    crate crates credentials cron cronjob crontab crud crypto csrf css csv cuda curl cursor cve cypress daemon
    dag dashboard dashboards data
    database databases dataclass dataframe dataset datastore datetime db dbt deadlock deadlocks debian debug
    debugger decode decoder
    decorator default defaults delimiter denormalize denormalized dependabot dependencies dependency deploy
    deployed deploying deployment deployments deploys deprecated deprecation
    deserialization dev devops diff dify directory dispatch dispatcher distributed django dns docker dockerfile
    docs documentation dom
    domain dotenv downgrade downstream downtime driver drizzle dto dump dynamodb ec2 ecr ecs editor egress eks
    elastic elasticsearch electron elixir
    email emails embedding embeddings encode encoded encoder encoding encryption endpoint endpoints engine enum
    env environment environments envelope error errors
    esbuild eslint esm etl event events exception exceptions executable executor export exporter expo express
    expression factory factory_boy failover failure failures
    fallback fargate fastapi feature featureflag fetch field fields file filename files filesystem filter
    firebase firefox firewall fixture fixtures flag
    flags flake flaky flask float fk flush flutter foreign fork formatter framework frontend function functions
    gateway gc gcp gcs generator
    generics getter gevent git gitattributes github gitlab gitops glibc golang gpu gradle grafana granian graph
    graphql grpc  gunicorn gzip handler handlers handshake hardcoded
    hash hashes hashing hashmap header headers heap helm heroku hook hooks host hostname hosting hotfix html htmx
    http https httpx iam
    id ide idempotency idempotent ids image images import imports index indexes indices inference ingest
    ingestion ingress inheritance initialization init
    inode input inserts install installed installer instance instances int integer integration interceptor
    interface interpreter invalidate invalidation ios ip
    isolation issue istio iterator jackson java javascript jenkins jest jinja jira job jobs join joins jpeg jpg
    js json jsonb jsonl junit jvm jwt kafka kernel key
    keycloak keys kibana kinesis kotlin kubectl kubernetes k8s kwargs label lambda laravel latency layer layers
    ldap leak leaks library libraries lib libs limit limits
    lint linter linters linux listener literal llm load loader loadbalancer localhost localstorage locale lock
    lockfile locking locks log logger logging login logs loop
    lru machine macos  maintenance makefile manifest mapping mariadb markdown marshmallow maven memcached
    memory merge merged mesh message messages metadata method methods
    metric metrics microservice microservices middleware migration migrations minio mixin mobile mock mocking
    mocks model models module modules mongo mongodb monitoring
    monolith monorepo mount mqtt multiprocessing mutation mutex mypy mysql namespace namespaces naming nats
    network networking nextjs nginx node nodejs nodes nomad nosql
    npm nuget null nullable numpy nuxt oauth object objects observability offset oidc oom openapi openssl
    opensearch operator optimization oracle orchestration
    ordering orm os otel outage outages output overflow overhead override package packages page pagination pandas
    panic parallel parallelism param parameter parameters params parse parser
    parsing partition partitioned partitions password patch path paths payload payloads pem percona performance
    permission permissions persistence pgbouncer pgvector php pid ping pinned pip
    pipeline pipelines playwright plugin plugins pnpm podman pods pod podspec pointer policy poetry polling pool
    pooling port ports postgis postgres postgresql
    pr preflight prefork preprocessor prettier primary prisma process processes processor prod producer
    production profile profiler profiling prometheus promise
    prompt property protobuf protocol provider proxy pubsub puppeteer  pulumi  pydantic pylint pypi
    pytest python pytorch queries query querying queue
    queues quota r2 rabbitmq race rails ram rate ratelimit rbac rds react readme readonly rebase rebalance
    receiver record records recursion recursive redirect redirects redis redshift redux refactor
    refactored refactoring refactor regex region registry regression regressions release releases remix render
    rendering replica replicas replication repo repos repository request requests resolver
    resource response responses rest restart restarts retries retry retrying revert reverted revision rewrite
    role rollback rollout route router routes routing row rows rpc rq rsync ruby ruff rule
    runbook runner runners runtime rust s3 saml sandbox scala scalar scan scheduler schema schemas scope script
    scripts sdk secret secrets segfault select selector selenium semaphore semver sentry
    serialization serialize serializer serializers server serverless servers service services session sessions
    setter setting settings setup sha shard sharding shards
    shell shutdown sidecar sidekiq sigkill sigterm singleton sla slo snapshot snapshots snowflake soap socket
    sockets software solr sourcemap spa spark spec specs spring sql sqlalchemy sqlite sqs ssh ssl sso
    ssr stack stacktrace staging startup state stateless static status stderr stdin stdlib stdout storage store
    storybook stream streaming streams strict string strings struct stub stubs subnet
    subprocess subquery subscription sudo supabase svelte swagger swap swift symlink sync synchronous syntax
    sysctl syslog system systemd table tables tag tags tailwind target task tasks tcp telemetry
    temporal tenant tenants tensorflow terminal terraform test tests testing testcontainers thread threading
    threads threadpool throttle throttling throughput timeout timeouts timestamp timestamps timezone
    tls tmp token tokenizer tokens toml tooling toolchain torch trace traceback tracing traefik traffic
    transaction transactions transformer transpile trigger triggers ts tsconfig ttl tuple turbo turborepo tuning
    type
    types typescript typing ubuntu udp ui unicode unix upgrade upgraded upload uploads upsert upstream uri url
    urls user_id username utc utf utf-8 uuid uuids uv uvicorn uvloop vacuum validate validated validates
    validation validator
    valkey value values variable variables vault vector venv vercel verbose version versions versioned virtualenv
    vite vitest vm vms volume volumes vpc vpn vue waf watcher web webapp webhook webhooks webpack
    websocket websockets wheel whitelist widget windows wire worker workers workflow workflows workspace wrapper
    wsgi asgi xml xss yaml yarn yml zod zookeeper zone debounce mutable immutable decimal decimals
    datenbank schnittstelle fehler dienst anfrage anfragen speicher zeitüberschreitung abhängigkeit
    abhängigkeiten warteschlange verbindung verbindungen skript tabelle spalte zweig umgebung umgebungsvariable
    einstellung schlüssel
    serveur serveurs requête requêtes erreur erreurs fichier fichiers dépendance dépendances branche déploiement
    connexion connexions données mémoire paquet bibliothèque chiffrement file base
    servidor consulta consultas archivo archivos dependencia dependencias rama despliegue conexión conexiones
    datos memoria paquete librería biblioteca tiempo caché cola puerto versión versiones pruebas prueba migración
    tabla columna
    límite límites proveedor peticiones petición fichero ficheros despliegues servicio servicios clúster réplica
    réplicas
    facturation référence limite limites fournisseur requete cluster service grappe réplication journal journaux jeton
    dienste rechnungsdienst grenze anbieter zeilen zeile export importer beträge parser datei dateien protokoll knoten
    serviço serviços limite fornecedor requisições requisição réplica nó arquivos registros serviço
    banco consulta arquivo erro erros versão dependência implantação conexão fila porta migração tabela coluna
    testes teste biblioteca memória
    errore errori richiesta richieste dipendenza dipendenze versione connessione coda porta migrazione tabella
    colonna libreria
    сервер сервера сервере база базы данных базе запрос запросы ошибка ошибки ошибку версия версии версию кэш
    очередь миграция миграции миграцию тесты тест таймаут таблица индекс зависимость библиотека конфигурация
    """.split()
)
TECHNICAL_PARTS = (
    "数据库", "服务器", "缓存", "接口", "超时", "迁移", "部署", "版本", "依赖",
    "测试", "错误", "配置", "队列", "请求", "索引", "线程", "内存", "日志",
    "データベース", "サーバ", "キャッシュ", "タイムアウト", "マイグレーション",
    "デプロイ", "バージョン", "テスト", "エラー", "設定", "依存", "キュー",
    "リクエスト", "インデックス", "ビルド", "환경", "서버", "데이터베이스", "버전", "배포", "오류", "캐시", "테스트",
)  # fmt: skip
TOOLS = frozenset(
    """stripe okta auth0 cognito datadog newrelic splunk pagerduty opsgenie jira confluence figma notion zendesk
    salesforce hubspot
    amplitude mixpanel snowflake databricks bigquery looker tableau metabase superset heroku netlify vercel
    cloudflare akamai fastly
    digitalocean hetzner gitlab github bitbucket circleci jenkins teamcity buildkite argocd flux sonarqube snyk
    dependabot renovate
    chromatic sendgrid mailgun postmark twilio braintree adyen paypal plaid firebase supabase hasura contentful
    sanity wordpress drupal
    magento shopify algolia meilisearch typesense pinecone weaviate qdrant milvus minio ceph cassandra scylla
    couchdb influxdb timescale
    timescaledb neo4j cockroachdb planetscale debezium flyway liquibase temporal camunda zookeeper linkerd cilium
    calico karpenter rancher
    openshift proxmox vmware safari chrome firefox ios android macos windows debian ubuntu centos fedora alpine
    rhel luxon moment webrtc
    mqtt amqp wireguard openvpn keycloak ldap kerberos saml oidc kubernetes k8s html css xml yaml json csv avro
    parquet sql nosql
    importer exporter crawler scraper indexer renderer loader uploader downloader mailer notifier poller watcher
    picker optimizer
    npm npx pnpm yarn pip uv ruff mypy pytest black isort numpy pandas scipy sqlite redis celery httpx aiohttp
    uvicorn gunicorn granian nginx kubectl helm git docker
    podman bash zsh curl wget systemd cron etcd eslint prettier webpack vite vitest jest esbuild rollup babel tsc
    node deno bun cargo go tox nox poetry pipenv twine sphinx mkdocs django flask
    fastapi requests boto3 psycopg psycopg2 asyncpg sqlalchemy alembic pydantic marshmallow jinja jinja2 htmx
    pgvector pgbouncer postgres postgresql mysql mariadb mongodb kafka rabbitmq valkey
    memcached terraform ansible vagrant packer consul vault nomad istio envoy traefik haproxy prometheus grafana
    loki sentry airflow dbt spark flink beam duckdb clickhouse elasticsearch
    opensearch solr lucene sidekiq rails rspec bundler react redux vue nuxt svelte angular rxjs lodash axios zod
    prisma drizzle typeorm knex express fastify nestjs koa next remix gatsby tailwind
    storybook playwright cypress selenium puppeteer mocha chai sinon nyc tokio serde clap axum actix hyper rustc
    clippy gin gorm cobra viper protoc grpc protobuf openssl glibc musl libpng ffmpeg
    jq yq sed awk grep make cmake ninja gradle maven sbt lombok hibernate junit mockito log4j slf4j logback
    spring kotlin swift dart flutter expo rsync ssh scp tmux vim emacs htop strace perf valgrind
    gdb lldb pdb ipython jupyter sklearn torch pytorch tensorflow keras transformers openai anthropic langchain
    ollama vllm onnx cuda triton""".split()
)
PURPOSES = {
    "task queue": ("celery", "rq", "dramatiq", "huey", "sidekiq", "resque", "bullmq", "bull", "arq",
    "procrastinate", "django-q"),
    "web framework": ("django", "flask", "fastapi", "starlette", "rails", "sinatra", "express", "fastify",
    "nestjs", "koa", "litestar"),
    "database": ("postgres", "postgresql", "mysql", "mariadb", "mongodb", "sqlite", "cockroachdb", "dynamodb",
    "cassandra"),
    "cache": ("redis", "memcached", "valkey"),
    "message broker": ("kafka", "rabbitmq", "nats", "pulsar", "sqs", "activemq"),
    "package management": ("npm", "pnpm", "yarn", "poetry", "pip", "uv", "pipenv", "pdm", "bun"),
    "search": ("elasticsearch", "opensearch", "solr", "meilisearch", "typesense"),
    "front-end framework": ("react", "vue", "svelte", "angular", "solid"),
    "bundling": ("webpack", "vite", "rollup", "esbuild", "parcel", "turbopack"),
    "test running": ("jest", "vitest", "mocha", "pytest", "unittest", "nose"),
    "browser tests": ("playwright", "cypress", "selenium", "puppeteer"),
    "infrastructure as code": ("terraform", "pulumi", "cloudformation", "opentofu"),
    "API protocol": ("rest", "graphql", "grpc", "soap", "trpc"),
}  # fmt: skip
_PURPOSE_OF = {name: purpose for purpose, names in PURPOSES.items() for name in names}


def shared_purpose(one: str, other: str) -> str | None:
    """What both technologies are for, where both are known and agree: Celery and RQ → task queue."""
    purpose = _PURPOSE_OF.get(one.lower())
    return purpose if purpose and purpose == _PURPOSE_OF.get(other.lower()) else None
