-- Pace: the search looks at as few rows as it can be sure with, however many there are.

-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

-- A graph that is built with more care finds the same with half of the steps at question time. Messages get theirs as
-- they come; the memories' graph is walked by every search and is made anew.
ALTER INDEX message_vectors_384 SET (ef_construction = 400);
ALTER INDEX memory_vectors_384 SET (ef_construction = 400);
REINDEX INDEX memory_vectors_384;

-- Which rows can reach `threshold`: those with words whose weights add up to it, as nested ANDs and ORs that lead each
-- branch by its rarest word, so that the index reads short lists. `words` as tsquery has them, the heaviest first.
CREATE FUNCTION cairn_reaching(words text[], weights double precision[], threshold double precision) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    branches text[] := '{}';
    alone text[] := '{}';
    rest double precision := (SELECT sum(w) FROM unnest(weights) AS w);
    further text;
BEGIN
    FOR n IN 1 .. coalesce(cardinality(words), 0) LOOP
        EXIT WHEN rest < threshold;
        rest := rest - weights[n];
        IF weights[n] >= threshold THEN
            alone := alone || words[n];
        ELSE
            further := cairn_reaching(words[n + 1 :], weights[n + 1 :], threshold - weights[n]);
            IF further IS NOT NULL THEN branches := branches || (words[n] || ' & (' || further || ')'); END IF;
        END IF;
    END LOOP;
    RETURN nullif(array_to_string(alone || branches, ' | '), '');
END
$$;

-- What the words of a question are looked up in: the current memories without what makes their rows wide. A search
-- reads hundreds of rows to find ten; of these, twenty stand on a page where `memory_memory` has four.
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
    tsv tsvector
);
-- No list of what is still to be indexed: every search would read it through while a team writes.
CREATE INDEX searchable_lexemes ON memory_searchable USING gin (tsv) WITH (fastupdate = off);
CREATE INDEX searchable_tags ON memory_searchable USING gin (tags) WITH (fastupdate = off);
-- What else keeps few of them.
CREATE INDEX searchable_times ON memory_searchable (team_id, occurred_at);
CREATE INDEX searchable_agents ON memory_searchable (agent_id) WHERE agent_id IS NOT NULL;
-- As private as the memory, and written by this trigger alone.
ALTER TABLE memory_searchable ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_team_and_seen ON memory_searchable
    USING (team_id = cairn_team() AND EXISTS (SELECT FROM memory_memory m WHERE m.id = memory_searchable.id));
REVOKE INSERT, UPDATE, DELETE ON memory_searchable FROM cairn_app;

CREATE FUNCTION cairn_keep_searchable() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        TRUNCATE memory_searchable;
    ELSIF TG_OP = 'DELETE' OR NEW.status NOT IN ('active', 'disputed') THEN
        DELETE FROM memory_searchable WHERE id = OLD.id;
    ELSE
        INSERT INTO memory_searchable (id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, tsv)
        VALUES (NEW.id, NEW.team_id, NEW.author_id, NEW.agent_id, NEW.occurred_at, NEW.type, NEW.visibility, NEW.tags,
                NEW.bm25, strip(NEW.tsv))
        ON CONFLICT (id) DO UPDATE SET team_id = excluded.team_id, author_id = excluded.author_id,
            agent_id = excluded.agent_id, occurred_at = excluded.occurred_at, type = excluded.type,
            visibility = excluded.visibility, tags = excluded.tags, bm25 = excluded.bm25, tsv = excluded.tsv;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER memory_is_searchable AFTER INSERT OR DELETE
    OR UPDATE OF team_id, author_id, agent_id, occurred_at, type, visibility, tags, status, content, bm25, tsv
    ON memory_memory FOR EACH ROW EXECUTE FUNCTION cairn_keep_searchable();
CREATE TRIGGER memory_is_emptied AFTER TRUNCATE ON memory_memory EXECUTE FUNCTION cairn_keep_searchable();

INSERT INTO memory_searchable (id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, tsv)
SELECT id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, strip(tsv)
FROM memory_memory WHERE status IN ('active', 'disputed') ORDER BY id;
-- How many rows of `memory_searchable` the planner expects to meet a condition. Volatile, for only then EXPLAIN runs.
CREATE FUNCTION cairn_expected_rows(condition text) RETURNS double precision
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) SELECT FROM memory_searchable m WHERE ' || condition INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END
$$;

-- The memories that meet a condition and have most of a question's words, best first. `light` are words that few
-- memories have: each of those is looked at. Of `heavy` words one alone says little, so only memories with enough of
-- them are, and what is enough is lowered until no other one can be among the first ten: a memory of half the usual
-- length scores 1.3 times the weight of its words, most less.
CREATE FUNCTION cairn_best_worded(
    light text, heavy text[], heavy_weights double precision[], enough double precision,
    weights sparsevec, condition text, depth integer
) RETURNS bigint[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
    looked_at text;
    wanted text;
    reached double precision;
    found bigint[];
BEGIN
    LOOP
        wanted := concat_ws(' | ', light, cairn_reaching(heavy, heavy_weights, enough));
        -- What is enough may be lower and mean the same words.
        EXIT WHEN wanted = looked_at;
        IF wanted <> '' THEN
            EXECUTE 'SELECT array_agg(id), (array_agg(-distance))[10] FROM (
                         SELECT m.id, m.bm25 <#> $2 AS distance FROM memory_searchable m
                         WHERE m.tsv @@ $1 AND ' || condition || ' ORDER BY 2, 1 DESC LIMIT $3) AS nearest'
            INTO found, reached USING wanted::tsquery, weights, depth;
        END IF;
        EXIT WHEN heavy IS NULL OR reached >= enough * 1.3 OR enough <= heavy_weights[cardinality(heavy)];
        looked_at := wanted;
        enough := coalesce(reached / 1.31, enough / 2);
    END LOOP;
    RETURN found;
END
$$;

-- What narrows a search, as SQL about `m` that begins with AND; '' where nothing does.
CREATE FUNCTION cairn_filters(types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat(
        ' AND m.type = ANY (' || quote_literal(types) || '::varchar[])', ' AND m.agent_id = ' || agent,
        ' AND m.tags @> ARRAY[' || quote_literal(wanted_tag) || ']::varchar[]',
        ' AND m.occurred_at >= ' || quote_literal(since), ' AND m.occurred_at < ' || quote_literal(until))
$$;

-- What the scope's person may see, narrowed by such filters, and in one of the projects or in none at all.
CREATE FUNCTION cairn_condition(filters text, projects bigint[]) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat(
        'm.team_id = ', nullif(current_setting('cairn.team', true), '')::bigint, ' AND (m.visibility <> ''private'' OR m.author_id = ',
        coalesce(nullif(current_setting('cairn.user', true), '')::bigint, 0), ')', filters,
        ' AND (SELECT bool_or(p.project_id = ANY (' || quote_literal(projects) || '::bigint[]))
               FROM memory_memoryproject p WHERE p.memory_id = m.id) IS NOT FALSE')
$$;

-- A question as it is looked up. `lexical` is the share of what its words and pairs could reach, of the heaviest twelve
-- at most (`attainable`): of a long question no answer has every word. `light`, `heavy`, `enough`: see cairn_best_worded.
-- `narrow`: the filters keep so few memories that each is looked at. `worded`: what the lexical arm has found.
CREATE TYPE cairn_question AS (
    config regconfig, known double precision, narrow boolean, weights sparsevec, attainable double precision,
    pairs tsquery[], pair_weights double precision[],
    light text, heavy text[], heavy_weights double precision[], enough double precision, worded bigint[]
);
CREATE FUNCTION cairn_read_question(query text, filters text) RETURNS cairn_question
LANGUAGE plpgsql STABLE AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    asked cairn_question;
    words text;
BEGIN
    SELECT t.search_config::regconfig, greatest(s.documents, 1000) INTO asked.config, asked.known
    FROM memory_team t LEFT JOIN memory_lexiconsize s ON s.team_id = t.id AND s.collection = 'memory'
    WHERE t.id = this_team;
    WITH terms AS MATERIALIZED (
        SELECT t.*, cairn_quoted(t.term) AS quoted, sum(t.documents) FILTER (WHERE t.pair IS NULL)
                    OVER (ORDER BY t.weight DESC, t.term) AS rows_so_far
        FROM cairn_question_terms(query, asked.config) AS t
    ), slots AS (
        SELECT slot, sum(weight) AS weight FROM terms WHERE pair IS NULL GROUP BY slot
    )
    SELECT (SELECT ('{' || string_agg(slot || ':' || round(weight::numeric, 4), ',' ORDER BY slot) || '}/1000000000')::sparsevec
            FROM slots),
           (SELECT sum(weight) FROM (SELECT weight FROM terms ORDER BY weight DESC LIMIT 12) AS heaviest),
           array_agg(pair ORDER BY term) FILTER (WHERE documents > 0 AND pair IS NOT NULL),
           array_agg(weight ORDER BY term) FILTER (WHERE documents > 0 AND pair IS NOT NULL),
           string_agg(quoted, ' | ') FILTER (WHERE pair IS NULL),
           string_agg(quoted, ' | ') FILTER (WHERE pair IS NULL AND rows_so_far <= 1000),
           (array_agg(quoted ORDER BY weight DESC, term) FILTER (WHERE pair IS NULL AND rows_so_far > 1000))[:8],
           (array_agg(weight ORDER BY weight DESC, term) FILTER (WHERE pair IS NULL AND rows_so_far > 1000))[:8],
           -- What the tenth best of the light ones may be expected to reach.
           max(weight) FILTER (WHERE pair IS NULL AND rows_so_far BETWEEN 10 AND 1000) / 1.2
    INTO asked.weights, asked.attainable, asked.pairs, asked.pair_weights, words,
         asked.light, asked.heavy, asked.heavy_weights, asked.enough
    FROM terms;
    asked.enough := greatest(asked.enough, (SELECT sum(w) * 0.75 FROM unnest(asked.heavy_weights) AS w));
    asked.narrow := filters <> '' AND cairn_expected_rows('m.team_id = ' || this_team || filters) ^ 2 < 400 * asked.known;
    IF asked.narrow THEN
        asked.light := words;
        asked.heavy := NULL;
    END IF;
    RETURN asked;
END
$$;

-- The lexical arm alone, for who still waits for the question's vector. Row-level security would keep `@@` from its
-- index (it is not leakproof), so this and the search run as the owner and take team and person from the scope
-- itself, never from their arguments: no caller can name another team.
CREATE FUNCTION cairn_worded_memories(
    query text, depth integer,
    projects bigint[], types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz
) RETURNS cairn_question
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until);
    asked cairn_question;
BEGIN
    IF nullif(current_setting('cairn.team', true), '') IS NULL THEN RETURN NULL; END IF;
    asked := cairn_read_question(query, filters);
    asked.worded := cairn_best_worded(asked.light, asked.heavy, asked.heavy_weights, asked.enough, asked.weights,
                                      cairn_condition(filters, projects), depth);
    RETURN asked;
END
$$;

-- Both arms of the memory search; `already` is the question with what the lexical one has found, if it was asked before.
-- `strange` is the same for every row: the question names something (`names`) that no memory of the team names.
DROP FUNCTION cairn_search_memories(
    text, halfvec, text, integer, bigint[], text[], bigint, text, timestamptz, timestamptz);
CREATE FUNCTION cairn_search_memories(
    query text, query_vector halfvec, model text, depth integer,
    projects bigint[], types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz, names text[],
    already cairn_question DEFAULT NULL
) RETURNS TABLE (
    memory_id bigint, lexical double precision, cosine double precision,
    memory_type varchar, occurred_at timestamptz, uses integer, project_count bigint, strange boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.ef_search = 200 AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until);
    condition constant text := cairn_condition(filters, projects);
    nearness constant text := format('m.embedding::halfvec(%1$s) <=> $2::halfvec(%1$s)', vector_dims(query_vector));
    nearest text := 'SELECT NULL::bigint AS id WHERE false';
    asked cairn_question := already;
    names_strange boolean;
BEGIN
    IF this_team IS NULL THEN RETURN; END IF;
    IF asked.config IS NULL THEN
        asked := cairn_read_question(query, filters);
        asked.worded := cairn_best_worded(asked.light, asked.heavy, asked.heavy_weights, asked.enough, asked.weights,
                                          condition, depth);
    END IF;
    -- The more there is, the longer the list with which the graph of vectors has to be walked to miss nothing.
    PERFORM set_config('hnsw.ef_search', least(500, greatest(80, 22 * ln(asked.known / 1000)))::integer::text, true);
    -- German writes every noun like a name.
    names_strange := asked.config <> 'german'::regconfig AND EXISTS (
        SELECT FROM unnest(names) AS named(word) WHERE cairn_lexemes(word, asked.config) <> '' AND NOT EXISTS (
            SELECT FROM unnest(cairn_lexemes(word, asked.config)) AS part
            JOIN memory_lexemefrequency f ON f.team_id = this_team AND f.collection = 'memory'
                AND f.slot = cairn_slot(part.lexeme) AND f.documents > 0));
    IF query_vector IS NOT NULL THEN
        nearest := CASE WHEN asked.narrow THEN
            -- Row by row: the graph of vectors would have to be walked further than that.
            format('SELECT m.id FROM (SELECT m.id FROM memory_searchable m WHERE %s OFFSET 0) AS kept
                    JOIN memory_memory m ON m.id = kept.id AND m.embedding_model = %L
                    ORDER BY (%s) + 0 LIMIT $3', condition, model, nearness)
        ELSE
            format('SELECT m.id FROM memory_memory m WHERE m.embedding_model = %L AND m.status IN (''active'', ''disputed'')
                    AND %s ORDER BY %s LIMIT $3', model, condition, nearness)
        END;
    END IF;
    RETURN QUERY EXECUTE
        'WITH semantic AS (' || nearest || ') SELECT m.id,'
        || CASE WHEN asked.weights IS NULL THEN '0::double precision' ELSE '(-(m.bm25 <#> $4)'
           || CASE WHEN asked.pairs IS NULL THEN '' ELSE
              ' + coalesce((SELECT sum(p.weight) FROM unnest($6, $7) AS p(pair, weight) WHERE m.tsv @@ p.pair), 0)' END
           || ') / $5' END || ','
        || CASE WHEN query_vector IS NULL THEN 'NULL::double precision' ELSE
           format('CASE WHEN m.embedding_model = %L THEN 1 - (%s) END', model, nearness) END
        || ', m.type, m.occurred_at, m.uses, (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), $8'
        -- Whoever says what was found already is not trusted with these rows.
        || ' FROM memory_memory m JOIN (SELECT unnest($1) AS id UNION SELECT id FROM semantic) AS found ON found.id = m.id'
        || ' WHERE m.status IN (''active'', ''disputed'') AND ' || condition
        USING asked.worded, query_vector, depth, asked.weights, greatest(asked.attainable, 0.0001), asked.pairs, asked.pair_weights,
              names_strange;
END
$$;

-- What a page of results shows of these memories, as far as the reader may see them. As a function, for its plan is kept:
-- six tables behind their walls take longer to plan than to read.
CREATE FUNCTION cairn_shown(pks bigint[])
RETURNS TABLE (memory memory_memory, said_by jsonb, sent_by jsonb, belongs_to jsonb, contradicted boolean)
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY WITH disputed AS MATERIALIZED (
        SELECT older_id, newer_id FROM memory_contradiction
        WHERE status = 'open' AND (older_id = ANY (pks) OR newer_id = ANY (pks))
    )
    SELECT m, to_jsonb(u) - 'password', to_jsonb(a),
           (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.id)
            FROM memory_memoryproject l JOIN memory_project p ON p.id = l.project_id WHERE l.memory_id = m.id),
           m.id IN (SELECT older_id FROM disputed UNION ALL SELECT newer_id FROM disputed)
    FROM memory_memory m
    LEFT JOIN memory_user u ON u.id = m.author_id LEFT JOIN memory_agent a ON a.id = m.agent_id
    WHERE m.id = ANY (pks);
END
$$;

-- Of these pairs (better and worse, side by side) those with the same words, or next to each other in meaning.
CREATE FUNCTION cairn_twins(better bigint[], worse bigint[])
RETURNS TABLE (better_id bigint, worse_id bigint, worse_uuid uuid, better_content text, worse_content text)
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY WITH found AS MATERIALIZED (
        SELECT id, uuid, content, tsv, embedding_model, embedding FROM memory_memory
        WHERE id = ANY (better) OR id = ANY (worse)
    )
    SELECT p.a, p.b, other.uuid, one.content, other.content
    FROM unnest(better, worse) AS p(a, b) JOIN found one ON one.id = p.a JOIN found other ON other.id = p.b
    WHERE one.tsv = other.tsv
       OR (one.embedding_model = other.embedding_model AND one.embedding <=> other.embedding < 0.05);
END
$$;

-- The latest memories that are anchored to one of these files. As the owner, for `&&` is not leakproof either.
CREATE FUNCTION cairn_anchored(paths text[], most integer) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT m.id FROM memory_memory m
    WHERE m.files && paths AND m.team_id = nullif(current_setting('cairn.team', true), '')::bigint
      AND m.status IN ('active', 'disputed')
      AND (m.visibility <> 'private' OR m.author_id = nullif(current_setting('cairn.user', true), '')::bigint)
    ORDER BY m.occurred_at DESC, m.id DESC LIMIT most
$$;
