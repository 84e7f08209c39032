"""Two years of a busy team, as rows: 100,000 memories, 2,000 sessions, 100,000 questions and as many audit events."""

from django.db import connections

from memory import people
from memory.access import Actor

MEMORIES = 100_000
SESSIONS = 2_000
PEOPLE = 10

_SESSIONS = """
INSERT INTO memory_codingsession (team_id, external_id, project_id, author_id, branch, root, transcript_path, title,
    compactions, started_at, last_event_at)
SELECT %(team)s, 'bench-' || n, (%(projects)s::bigint[])[1 + n %% 12], (%(people)s::bigint[])[1 + n %% 10], 'main', '',
    '', 'Session ' || n, '{}', at, at + interval '40 minutes'
FROM (SELECT n, now() - power(1 - n / %(sessions)s::float, 1.5) * interval '700 days' AS at
      FROM generate_series(1, %(sessions)s) AS n) s
"""
_MEMORIES = """
WITH vector AS MATERIALIZED (SELECT array_agg(random())::vector(384)::halfvec AS one FROM generate_series(1, 384))
INSERT INTO memory_memory (uuid, team_id, author_id, type, status, visibility, source, content, tags, files, confidence,
    cue, trust, occurred_at, created_at, status_before, reason, corroborations, uses, first_used_at, last_used_at,
    pinned, file_changes, distiller, embedding, embedding_model)
SELECT gen_random_uuid(), %(team)s, (%(people)s::bigint[])[1 + n %% 10],
    (ARRAY['decision', 'context', 'failure', 'pattern', 'dependency'])[1 + (n * 7 %% 5)],
    CASE WHEN n %% 25 = 0 THEN 'draft' WHEN n %% 211 = 0 THEN 'disputed' WHEN n %% 503 = 0 THEN 'quarantined'
         WHEN n %% 9 = 0 THEN 'superseded' WHEN n %% 31 = 0 THEN 'forgotten' ELSE 'active' END,
    CASE WHEN n %% 40 = 0 THEN 'private' ELSE 'team' END, 'captured',
    'Service ' || n || ' answers on port ' || n %% 9000 || ' because module_' || n %% 500
        || '.py was split from the monolith; its queue retries ' || n %% 17 || ' times and gives up after '
        || n %% 97 || ' seconds, as decided in review ' || n %% 3000 || '.',
    '{}',
    CASE WHEN n %% 4 = 0 THEN '{}'::text[]
         ELSE ARRAY['services/part_' || n %% 40 || '/module_' || n %% 500 || '.py'] END
        || CASE WHEN n %% 3 = 0 THEN ARRAY['lib/shared_' || n %% 15 || '/file_' || n %% 90 || '.py'] ELSE '{}' END,
    0.8, '', 0.8, at, at, '', '', n %% 3, CASE WHEN n %% 4 = 0 THEN 1 + n %% 11 ELSE 0 END,
    CASE WHEN n %% 4 = 0 THEN at + random() * (now() - at) END, CASE WHEN n %% 4 = 0 THEN now() END, n %% 700 = 0,
    n %% 3, 'rules', one, 'bench'
FROM vector, (SELECT n, now() - power(1 - n / %(memories)s::float, 1.5) * interval '700 days' AS at
              FROM generate_series(1, %(memories)s) AS n) AS m
"""
_LINKS = """
INSERT INTO memory_memoryproject (team_id, memory_id, project_id)
SELECT team_id, id, (%(projects)s::bigint[])[1 + id / 7 %% 12] FROM memory_memory
WHERE team_id = %(team)s AND id %% 20 > 0
"""
_EVIDENCE = """
WITH numbered AS (SELECT array_agg(id) AS ids FROM memory_codingsession WHERE team_id = %(team)s)
INSERT INTO memory_evidence (team_id, memory_id, session_id, author_id, source, excerpt, tools, files, branch, commit,
    at)
SELECT team_id, m.id, ids[1 + (m.id + more * 7) %% %(sessions)s],
    (%(people)s::bigint[])[1 + (m.id / 7 %% 3 + more) %% 10], 'assistant', 'As it was said: ' || left(content, 100),
    '{}', files, 'main', '', occurred_at
FROM memory_memory m, numbered, generate_series(0, 1) AS more
WHERE team_id = %(team)s AND (more = 0 OR m.id %% 3 = 0)
"""
_RECALLS = """
INSERT INTO memory_recall (team_id, user_id, project_id, surface, question, gist, shown, fetched, asked_team, at)
SELECT %(team)s, (%(people)s::bigint[])[1 + n %% 10], (%(projects)s::bigint[])[1 + n %% 12],
    (ARRAY['web', 'api', 'mcp'])[1 + n %% 3], 'Why does service ' || n %% 5000 || ' retry?',
    'retri servic ' || n %% 5000,
    CASE WHEN n %% 10 = 0 THEN '{}'::bigint[] ELSE ARRAY[first + n, first + 2 * n, first + n / 2] END,
    CASE WHEN n %% 4 = 1 THEN ARRAY[first + n / 40] ELSE '{}'::bigint[] END, n %% 500 = 0,
    now() - (1 - n / 100000.0) * interval '365 days'
FROM generate_series(1, 100000) AS n, (SELECT min(id) AS first FROM memory_memory WHERE team_id = %(team)s) AS m
"""
_AUDIT = """
INSERT INTO memory_auditevent (team_id, verb, subject, actor_id, detail, at, hash)
SELECT %(team)s, CASE WHEN n %% 10 < 8 THEN 'capture' ELSE 'edit' END,
    CASE WHEN n %% 10 < 6 THEN 'events' WHEN n %% 10 < 8 THEN 'transcripts' ELSE 'memory:' || n END,
    (%(people)s::bigint[])[1 + n %% 10],
    jsonb_build_object('accepted', n %% 12, 'redactions',
        CASE WHEN n %% 20 = 0 THEN jsonb_build_object('email', 2, 'aws_key', 1) ELSE '{}' END),
    now() - (1 - n / 100000.0) * interval '365 days', ''
FROM generate_series(1, 100000) AS n
"""
_JUDGED = """
INSERT INTO memory_auditevent (team_id, verb, subject, actor_id, detail, at, hash)
SELECT %(team)s, CASE WHEN status = 'forgotten' THEN 'reject' WHEN id %% 2 = 0 THEN 'approve' ELSE 'confirm' END,
    'memory:' || uuid, author_id, '{}', created_at + interval '3 hours', ''
FROM memory_memory WHERE team_id = %(team)s AND (status = 'forgotten' OR id %% 5 = 0)
"""
_USAGE = """
INSERT INTO memory_usage (team_id, day, provider, calls, failures, input_tokens, output_tokens)
SELECT %(team)s, current_date - n, provider, 40 + n, n %% 3, 90000, 8000
FROM generate_series(0, 364) AS n, unnest(ARRAY['ollama', 'anthropic']) AS provider
"""


def seed_team(actor: Actor) -> None:
    """Fill the actor's team, as the owner: triggers that chain and announce would only cost time."""
    persons = [people.add_person(f"person-{n}", team=actor.team, role="member")[0].pk for n in range(PEOPLE - 1)]
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "INSERT INTO memory_project (team_id, identity, name, captured, legal_hold, is_sample, created_at)"
            " SELECT %s, 'github.com/acme/p' || n, 'acme/p' || n, true, false, false, now()"
            " FROM generate_series(1, 12) AS n RETURNING id",
            [actor.team.pk],
        )
        projects = [row[0] for row in cursor.fetchall()]
        told = {"team": actor.team.pk, "people": [actor.user.pk, *persons], "projects": projects}
        told |= {"sessions": SESSIONS, "memories": MEMORIES}
        cursor.execute("ALTER TABLE memory_auditevent DISABLE TRIGGER USER")
        for statement in (_SESSIONS, _MEMORIES, _LINKS, _EVIDENCE, _RECALLS, _AUDIT, _JUDGED, _USAGE):
            cursor.execute(statement, told)
        cursor.execute("ALTER TABLE memory_auditevent ENABLE TRIGGER USER")
        for table in ("memory", "memoryproject", "evidence", "recall", "auditevent", "codingsession", "usage"):
            cursor.execute(f"VACUUM ANALYZE memory_{table}")
