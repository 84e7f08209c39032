-- Tables, columns, keys and indexes that Django's models do not know.

-- The current memories without what makes their rows wide: a search looks its words up here. It reads hundreds of rows
-- to find ten, and twenty of these fit on a page where `memory_memory` has four. Triggers keep it (cairn_keep_searchable,
-- cairn_keep_projects). A memory about no project has the projects {0}: it concerns all, and one overlap finds it too.
CREATE TABLE memory_searchable (
    id bigint PRIMARY KEY,
    team_id bigint NOT NULL,
    author_id bigint,
    agent_id bigint,
    occurred_at timestamptz NOT NULL,
    type varchar NOT NULL,
    visibility varchar NOT NULL,
    tags varchar[] NOT NULL,
    bm25 sparsevec,
    tsv tsvector,
    projects bigint[] NOT NULL DEFAULT '{0}'
);
-- fastupdate is off: every search would read the list of rows that are still to be indexed, while a team writes.
CREATE INDEX searchable_lexemes ON memory_searchable USING gin (tsv) WITH (fastupdate = off);
CREATE INDEX searchable_tags ON memory_searchable USING gin (tags) WITH (fastupdate = off);
CREATE INDEX searchable_projects ON memory_searchable USING gin (projects) WITH (fastupdate = off);
CREATE INDEX searchable_times ON memory_searchable (team_id, occurred_at);
CREATE INDEX searchable_agents ON memory_searchable (agent_id) WHERE agent_id IS NOT NULL;

-- The nearest vectors of the default model. Another dimension gets an index of its own beside these (manage.py reembed).
-- A graph that is built with more care (ef_construction) finds the same with half of the steps at question time.
CREATE INDEX memory_vectors_384 ON memory_memory
    USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 400)
    WHERE embedding_model = 'all-MiniLM-L6-v2';
CREATE INDEX message_vectors_384 ON memory_message
    USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 400)
    WHERE embedding_model = 'all-MiniLM-L6-v2';
CREATE INDEX memorypassage_vectors_384 ON memory_memorypassage
    USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 400)
    WHERE embedding_model = 'all-MiniLM-L6-v2';
CREATE INDEX messagepassage_vectors_384 ON memory_messagepassage
    USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WITH (m = 16, ef_construction = 400)
    WHERE embedding_model = 'all-MiniLM-L6-v2';

-- Postgres deletes a text's passages with it; Django would read them first.
ALTER TABLE memory_memorypassage ADD CONSTRAINT passage_of_memory
    FOREIGN KEY (memory_id) REFERENCES memory_memory ON DELETE CASCADE;
ALTER TABLE memory_messagepassage ADD CONSTRAINT passage_of_message
    FOREIGN KEY (message_id) REFERENCES memory_message ON DELETE CASCADE;

-- Django makes a generated column that may be empty; this one never is.
ALTER TABLE memory_memory ALTER COLUMN is_used SET NOT NULL;
-- Token signs are as good as random, so compressing them gains nothing.
ALTER TABLE memory_message ALTER COLUMN token_signs SET STORAGE EXTERNAL;
ALTER TABLE memory_memory ALTER COLUMN token_signs SET STORAGE EXTERNAL;

-- "Is this known to the letter?", asked before every save. Hashed, because a content may be longer than a btree's page;
-- on the text itself, because row-level security keeps md5() from its index and = not.
CREATE INDEX memory_same_content ON memory_memory USING hash (content);
-- The words of drafts: for the search in them, and for what may contradict a new memory.
CREATE INDEX draft_lexemes ON memory_memory USING gin (tsv) WITH (fastupdate = off) WHERE status = 'draft';
-- The review queue: what waits, is worn, guessed, overdue, moved on or signed by nobody, oldest first. It includes all
-- columns that are asked for, so that the wide rows are not read. `is_used` is a column of its own so that counting a
-- use changes this index only when the answer changes.
CREATE INDEX memory_due ON memory_memory (team_id, greatest(occurred_at, confirmed_at), id)
    INCLUDE (type, status, is_used, pinned, review_by, file_changes, confidence, occurred_at, confirmed_at,
             visibility, author_id, blocked_by_id, purged_at, unsigned)
    WHERE status IN ('active', 'disputed', 'draft', 'quarantined');
-- The review queue's parts: types that were a guess; drafts and quarantined memories; what no person stands behind.
CREATE INDEX memory_guessed ON memory_memory (team_id, created_at, id)
    WHERE status = 'active' AND confidence < 0.5 AND confirmed_at IS NULL;
CREATE INDEX memory_waiting ON memory_memory (team_id, status, created_at, id) WHERE status IN ('draft', 'quarantined');
CREATE INDEX memory_unsigned ON memory_memory (team_id, created_at, id) WHERE status = 'active' AND unsigned;
-- The sessions of blocked sources (cairn_hidden_sessions).
CREATE INDEX session_blocked ON memory_codingsession (team_id) WHERE blocked_by_id IS NOT NULL;

-- Known words by their typing errors, and by how they begin (cairn_words_like).
ALTER TABLE memory_lexemefrequency ADD COLUMN deletions integer[] GENERATED ALWAYS AS (cairn_deletions(word)) STORED;
CREATE INDEX lexeme_by_deletions ON memory_lexemefrequency USING gin (deletions) WHERE deletions IS NOT NULL;
CREATE INDEX lexeme_by_prefix ON memory_lexemefrequency (team_id, word text_pattern_ops) WHERE deletions IS NOT NULL;
