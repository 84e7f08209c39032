-- Conversations beside the memories: so many messages, two a turn and twenty a session, in the words of memories.
CREATE TEMP TABLE scale_talk AS
SELECT n, (n - 1) / 20 AS session, (n - 1) / 2 AS turn, 'said-' || n AS uuid, m.content, m.embedding, m.project_id, m.occurred_at
FROM generate_series(1, %(messages)s) AS n
JOIN (SELECT row_number() OVER (ORDER BY k.id) - 1 AS place, count(*) OVER () AS all_of_them, k.content, k.embedding, p.project_id,
             k.occurred_at
      FROM memory_memory k JOIN memory_memoryproject p ON p.memory_id = k.id WHERE k.team_id = %(team)s) AS m
  ON m.place = n %% m.all_of_them;

INSERT INTO memory_codingsession (team_id, external_id, project_id, author_id, branch, root, transcript_path, title, compactions,
    started_at, last_event_at)
SELECT %(team)s, 'talk-' || session, min(project_id), %(author)s, '', '', '', '', '{}', min(occurred_at), max(occurred_at)
FROM scale_talk GROUP BY session;

INSERT INTO memory_turn (team_id, session_id, uuid, prompt, answer, summary, tool_count, started_at, attempts, distill, distiller,
    distiller_note)
SELECT %(team)s, s.id, 'turn-' || t.turn, '', '', '{}', 0, min(t.occurred_at), 0, '', '', ''
FROM scale_talk t JOIN memory_codingsession s ON s.external_id = 'talk-' || t.session GROUP BY s.id, t.turn;

INSERT INTO memory_message (team_id, project_id, session_id, turn_id, uuid, role, content, subagent, position, said_at, embedding,
    embedding_model, token_signs)
SELECT %(team)s, s.project_id, s.id, u.id, t.uuid, CASE WHEN t.n %% 2 = 1 THEN 'user' ELSE 'assistant' END, t.content, '',
    (t.n - 1) %% 20 + 1, t.occurred_at, t.embedding, %(model)s,
    decode(repeat(md5(t.n::text), 3 * 24), 'hex')
FROM scale_talk t JOIN memory_codingsession s ON s.external_id = 'talk-' || t.session
JOIN memory_turn u ON u.session_id = s.id AND u.uuid = 'turn-' || t.turn;
