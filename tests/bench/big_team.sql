-- A team of two years, in the order in which each kind of row finds those that it hangs on; see big_team.py.
-- The first ten memories are one of each kind, so that the smallest team has everything that a page can show.

INSERT INTO memory_project (team_id, identity, name, is_sample, captured, legal_hold, created_at)
SELECT %(team)s, 'github.com/acme/part-' || n, 'acme/part-' || n, false, true, false, now() FROM generate_series(1, 5) AS n;

INSERT INTO memory_memory (uuid, team_id, author_id, type, status, visibility, source, content, tags, files, confidence,
    cue, trust, occurred_at, created_at, status_before, reason, corroborations, uses, first_used_at, pinned, review_by,
    file_changes, distiller, embedding, embedding_model)
SELECT gen_random_uuid(), %(team)s, CASE WHEN n %% 3 = 0 THEN %(other)s ELSE %(author)s END,
    (ARRAY['decision', 'context', 'failure', 'pattern', 'dependency'])[1 + n %% 5],
    CASE WHEN n = 1 OR n %% 40 = 11 THEN 'draft' WHEN n IN (2, 3) OR n %% 211 = 0 THEN 'disputed'
         WHEN n = 4 OR n %% 503 = 0 THEN 'quarantined' WHEN n = 5 OR n %% 31 = 0 THEN 'forgotten'
         WHEN n = 6 OR n %% 9 = 0 THEN 'superseded' ELSE 'active' END,
    CASE WHEN n = 7 OR n %% 40 = 0 THEN 'private' ELSE 'team' END, 'captured',
    'Service ' || n || ' answers on port ' || n %% 9000 || ' because module_' || n %% 500
        || '.py was split from the monolith; its queue retries ' || n %% 17 || ' times and gives up after '
        || n %% 97 || ' seconds, as decided in review ' || n %% 3000 || '.',
    ARRAY['tag-' || n %% 40], ARRAY['services/area_' || n %% 60 || '/module_' || n %% 500 || '.py'],
    0.35 + (n * 13 %% 65) / 100.0, '', 0.8, now() - n * interval '10 minutes', now() - n * interval '10 minutes', '', '',
    n %% 3, CASE WHEN n %% 2 = 0 THEN n %% 11 ELSE 0 END,
    CASE WHEN n %% 2 = 0 THEN now() - n * interval '9 minutes' END, n = 9 OR n %% 700 = 0,
    CASE WHEN n = 8 OR n %% 150 = 0 THEN current_date - 10 + n %% 60 END,
    CASE WHEN n = 10 OR n %% 60 = 0 THEN 9 ELSE 0 END, 'rules',
    (SELECT array_agg(random())::vector(384)::halfvec FROM generate_series(1, 384) AS g WHERE g > 0 AND n > 0), 'bench'
FROM generate_series(1, %(memories)s) AS n;

INSERT INTO memory_memoryproject (team_id, memory_id, project_id)
SELECT m.team_id, m.id, p.id FROM memory_memory m JOIN memory_project p ON p.team_id = m.team_id
WHERE m.team_id = %(team)s AND p.identity = 'github.com/acme/part-' || 1 + (m.id + m.id / 5) %% 5;

INSERT INTO memory_codingsession (team_id, external_id, project_id, author_id, branch, root, transcript_path, title,
    compactions, started_at, last_event_at)
SELECT %(team)s, 'session-' || n, p.id, CASE WHEN n %% 2 = 0 THEN %(other)s ELSE %(author)s END, 'fix/branch-' || n %% 50,
    '/src', '', 'Session about module ' || n, ARRAY[]::timestamptz[], now() - n * interval '8 hours',
    now() - n * interval '8 hours' + interval '1 hour'
FROM generate_series(1, %(sessions)s) AS n
JOIN memory_project p ON p.team_id = %(team)s AND p.identity = 'github.com/acme/part-' || 1 + n %% 5;

INSERT INTO memory_turn (team_id, session_id, uuid, prompt, answer, summary, tool_count, started_at, attempts, distiller,
    distiller_note)
SELECT s.team_id, s.id, s.external_id || '-turn-' || n, 'Why does module ' || n || ' retry?', 'Because the gateway says 429.',
    ARRAY['Found why module ' || n || ' retries.'], 2, s.started_at + n * interval '5 minutes', 0, 'rules', ''
FROM memory_codingsession s, generate_series(1, 10) AS n WHERE s.team_id = %(team)s;

INSERT INTO memory_message (team_id, project_id, session_id, turn_id, uuid, role, content, subagent, position, said_at,
    embedding_model)
SELECT t.team_id, s.project_id, s.id, t.id, t.uuid || '-' || side, CASE side WHEN 0 THEN 'user' ELSE 'assistant' END,
    CASE side WHEN 0 THEN t.prompt ELSE 'The gateway of `module_' || t.id %% 500 || '.py` answers 429, so it **retries**.' END,
    '', 2 * row_number() OVER (PARTITION BY s.id, side ORDER BY t.id) - 1 + side, t.started_at + side * interval '9 s', ''
FROM memory_turn t JOIN memory_codingsession s ON s.id = t.session_id, generate_series(0, 1) AS side
WHERE t.team_id = %(team)s;

INSERT INTO memory_toolcall (team_id, project_id, session_id, turn_id, message_id, call_id, name, target, result, failed,
    subagent, called_at)
SELECT m.team_id, m.project_id, m.session_id, m.turn_id, m.id, 'call-' || m.id, 'Read', 'src/module.py', '', false, '',
    m.said_at FROM memory_message m WHERE m.team_id = %(team)s AND m.role = 'user';

INSERT INTO memory_evidence (team_id, memory_id, session_id, turn_id, author_id, source, excerpt, files, tools, branch, commit, at)
SELECT m.team_id, m.id, t.session_id, t.id, m.author_id, 'assistant', 'As was said: ' || m.content, m.files, ARRAY['Read'], 'main', '',
    m.occurred_at
FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM memory_memory WHERE team_id = %(team)s) m
JOIN (SELECT *, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS many
      FROM memory_turn WHERE team_id = %(team)s) t ON t.n = 1 + m.n %% t.many;

INSERT INTO memory_supersession (team_id, older_id, newer_id, at)
SELECT o.team_id, o.id, o.id + 1, now() FROM memory_memory o
WHERE o.team_id = %(team)s AND o.status = 'superseded' AND EXISTS (SELECT FROM memory_memory n WHERE n.id = o.id + 1);

INSERT INTO memory_contradiction (team_id, older_id, newer_id, kind, older_says, newer_says, confidence, judge, advice,
    status, verdict, opened_at)
SELECT team_id, id, id + 1, 'number', '3', '4', 0.8, 'rules', '', 'open', '', now() FROM memory_memory o
WHERE team_id = %(team)s AND status = 'disputed' AND EXISTS (SELECT FROM memory_memory n WHERE n.id = o.id + 1);

INSERT INTO memory_recall (team_id, user_id, surface, question, gist, shown, fetched, asked_team, at)
SELECT m.team_id, m.author_id, (ARRAY['web', 'api', 'mcp'])[1 + m.id %% 3], 'why does module ' || m.id %% 300 || ' retry',
    'modul ' || m.id %% 300 || ' retri', CASE WHEN m.id %% 5 = 0 THEN ARRAY[]::bigint[] ELSE ARRAY[m.id] END,
    CASE WHEN m.id %% 2 = 0 AND m.id %% 5 > 0 THEN ARRAY[m.id] ELSE ARRAY[]::bigint[] END, false, m.occurred_at
FROM memory_memory m WHERE m.team_id = %(team)s;

INSERT INTO memory_comment (team_id, memory_id, author_id, content, created_at)
SELECT team_id, id, %(author)s, 'Ask before widening this.', now() FROM memory_memory
WHERE team_id = %(team)s AND status = 'active';

INSERT INTO memory_usage (team_id, day, provider, calls, failures, input_tokens, output_tokens)
SELECT %(team)s, current_date - n, 'ollama', 90 + n %% 30, n %% 3, 90000, 8000 FROM generate_series(0, 90) AS n;

INSERT INTO memory_webhook (team_id, url, secret, events, active, disabled_reason, created_by_id, created_at)
VALUES (%(team)s, 'https://chat.acme.example/cairn', 'only-for-tests', ARRAY['memory.learned'], true, '', %(author)s, now());

INSERT INTO memory_delivery (team_id, webhook_id, uuid, event, memory_id, status, attempts, error, created_at)
SELECT m.team_id, w.id, gen_random_uuid(), 'memory.learned', m.id, 'delivered', 1, '', m.occurred_at
FROM memory_memory m JOIN memory_webhook w ON w.team_id = m.team_id WHERE m.team_id = %(team)s AND m.status = 'active';
