"""Data of the rules: the words that mark a text as technical, and kinds of technology that a choice is made among."""

import re

from memory.rules.languages.reading import regex, word_list

# to be looked for in small letters
TECHNOLOGY = re.compile(regex("vocabulary", "technology"))
TECHNICAL = word_list("vocabulary", "technical")
TECHNICAL_PARTS = (
    "数据库", "服务器", "缓存", "接口", "超时", "迁移", "部署", "版本", "依赖",
    "测试", "错误", "配置", "队列", "请求", "索引", "线程", "内存", "日志",
    "データベース", "サーバ", "キャッシュ", "タイムアウト", "マイグレーション",
    "デプロイ", "バージョン", "テスト", "エラー", "設定", "依存", "キュー",
    "リクエスト", "インデックス", "ビルド", "환경", "서버", "데이터베이스", "버전", "배포", "오류", "캐시", "테스트",
)  # fmt: skip
TOOLS = word_list("vocabulary", "tools")
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
