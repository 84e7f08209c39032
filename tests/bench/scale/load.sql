-- From the staged facts to a team's memories, as the product would derive them; see load.py. A statement a paragraph.

CREATE UNLOGGED TABLE scale_derived AS
SELECT f.*, cairn_lexemes(f.content, 'english') AS tsv FROM scale_fact f ORDER BY f.n;

ANALYZE scale_derived;

DELETE FROM memory_lexiconsize WHERE team_id = %(team)s AND collection = 'memory';

INSERT INTO memory_lexiconsize (team_id, collection, documents, lexemes, average_length, refreshed_at)
SELECT %(team)s, 'memory', count(*), sum(length), avg(length), now()
FROM (SELECT (SELECT sum(tf) FROM cairn_term_frequencies(d.tsv)) AS length FROM scale_derived d) AS sizes;

INSERT INTO memory_project (team_id, identity, name, is_sample, captured, legal_hold, created_at)
SELECT %(team)s, 'github.com/acme/' || name, 'acme/' || name, false, true, false, now() FROM unnest(%(projects)s::text[]) AS name
ON CONFLICT DO NOTHING;

ALTER TABLE memory_memory DISABLE TRIGGER USER;

INSERT INTO memory_memory (uuid, team_id, author_id, type, status, visibility, source, content, tags, files, confidence,
    cue, trust, occurred_at, created_at, status_before, reason, corroborations, uses, pinned, file_changes, distiller,
    tsv, bm25, embedding, embedding_model, token_signs)
SELECT gen_random_uuid(), %(team)s, CASE WHEN d.n %% 3 = 0 THEN %(other)s ELSE %(author)s END, d.type, d.status,
    CASE WHEN d.private THEN 'private' ELSE 'team' END, 'captured', d.content, d.tags::varchar[], d.files, 0.8, '', 0.8,
    d.occurred_at, d.occurred_at, '', '', 0, CASE WHEN d.n %% 4 = 0 THEN d.n %% 11 ELSE 0 END, false, 0, 'rules',
    d.tsv, cairn_document_weights(d.tsv, s.average_length, 'memory'), d.embedding, %(model)s,
    decode(repeat(md5(d.n::text), 3 * 24), 'hex')  -- of 24 tokens; else the worker reads them while others measure
FROM scale_derived d, memory_lexiconsize s
WHERE s.team_id = %(team)s AND s.collection = 'memory' ORDER BY d.n;

ALTER TABLE memory_memory ENABLE TRIGGER USER;

ANALYZE memory_memory;

INSERT INTO memory_memoryproject (team_id, memory_id, project_id)
SELECT m.team_id, m.id, p.id
FROM (SELECT id, team_id, row_number() OVER (ORDER BY id) AS n FROM memory_memory WHERE team_id = %(team)s) AS m
JOIN (SELECT row_number() OVER (ORDER BY n) AS n, project FROM scale_derived) AS d ON d.n = m.n
JOIN memory_project p ON p.team_id = m.team_id AND p.identity = 'github.com/acme/' || (%(projects)s::text[])[d.project];

INSERT INTO memory_searchable (id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, tsv, projects)
SELECT id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, strip(tsv), cairn_projects_of(id)
FROM memory_memory WHERE team_id = %(team)s AND status IN ('active', 'disputed') ORDER BY id;

DELETE FROM memory_lexemefrequency WHERE team_id = %(team)s AND collection = 'memory';

INSERT INTO memory_lexemefrequency (team_id, collection, slot, documents)
SELECT %(team)s, 'memory', t.slot, count(*)
FROM memory_memory d, cairn_term_frequencies(d.tsv) AS t WHERE d.team_id = %(team)s GROUP BY t.slot;

DROP TABLE scale_derived, scale_fact;

VACUUM ANALYZE memory_memory;

VACUUM ANALYZE memory_searchable;

VACUUM ANALYZE memory_memoryproject;

VACUUM ANALYZE memory_lexemefrequency;
