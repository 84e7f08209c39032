-- Scoping: which projects a memory is about stands where its words are looked up, so that a search of one project, and
-- the look for what contradicts a new memory, read no more rows than they have to.

-- pgvector's settings are known once it is loaded.
DO $$ BEGIN PERFORM '[1]'::vector; END $$;

-- {0} for what is about no project, which is about all of them: one overlap says both.
ALTER TABLE memory_searchable ADD COLUMN projects bigint[] NOT NULL DEFAULT '{0}';

CREATE FUNCTION cairn_projects_of(memory bigint) RETURNS bigint[]
LANGUAGE sql STABLE AS $$
    SELECT coalesce(array_agg(p.project_id ORDER BY p.project_id), '{0}') FROM memory_memoryproject p WHERE p.memory_id = memory
$$;

-- As before, with the projects of a memory that becomes current again; a new one gets them with its links.
CREATE OR REPLACE FUNCTION cairn_keep_searchable() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        TRUNCATE memory_searchable;
    ELSIF TG_OP = 'DELETE' OR NEW.status NOT IN ('active', 'disputed') THEN
        DELETE FROM memory_searchable WHERE id = OLD.id;
    ELSE
        INSERT INTO memory_searchable
            (id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, tsv, projects)
        VALUES (NEW.id, NEW.team_id, NEW.author_id, NEW.agent_id, NEW.occurred_at, NEW.type, NEW.visibility, NEW.tags,
                NEW.bm25, strip(NEW.tsv), CASE TG_OP WHEN 'INSERT' THEN '{0}' ELSE cairn_projects_of(NEW.id) END)
        ON CONFLICT (id) DO UPDATE SET team_id = excluded.team_id, author_id = excluded.author_id,
            agent_id = excluded.agent_id, occurred_at = excluded.occurred_at, type = excluded.type,
            visibility = excluded.visibility, tags = excluded.tags, bm25 = excluded.bm25, tsv = excluded.tsv;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION cairn_keep_projects() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE memory_searchable s SET projects = cairn_projects_of(s.id) WHERE s.id IN (SELECT memory_id FROM changed);
    RETURN NULL;
END
$$;
CREATE TRIGGER projects_are_added AFTER INSERT ON memory_memoryproject
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cairn_keep_projects();
CREATE TRIGGER projects_are_changed AFTER UPDATE ON memory_memoryproject
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cairn_keep_projects();
CREATE TRIGGER projects_are_removed AFTER DELETE ON memory_memoryproject
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cairn_keep_projects();

-- Filled anew, not updated: twice the rows would stay on its pages.
DROP INDEX searchable_lexemes;
TRUNCATE memory_searchable;
INSERT INTO memory_searchable (id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, tsv, projects)
SELECT m.id, team_id, author_id, agent_id, occurred_at, type, visibility, tags, bm25, strip(tsv), coalesce(about.projects, '{0}')
FROM memory_memory m
LEFT JOIN (SELECT memory_id, array_agg(project_id ORDER BY project_id) AS projects FROM memory_memoryproject GROUP BY 1) AS about
    ON about.memory_id = m.id
WHERE status IN ('active', 'disputed') ORDER BY m.id;
CREATE INDEX searchable_lexemes ON memory_searchable USING gin (tsv) WITH (fastupdate = off);
CREATE INDEX searchable_projects ON memory_searchable USING gin (projects) WITH (fastupdate = off);

-- What narrows a search, as SQL about `m` (`memory_searchable`) that begins with AND; '' where nothing does.
DROP FUNCTION cairn_filters(text[], bigint, text, timestamptz, timestamptz);
CREATE FUNCTION cairn_filters(
    types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz, projects bigint[]
) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat(
        ' AND m.type = ANY (' || quote_literal(types) || '::varchar[])', ' AND m.agent_id = ' || agent,
        ' AND m.tags @> ARRAY[' || quote_literal(wanted_tag) || ']::varchar[]',
        ' AND m.occurred_at >= ' || quote_literal(since), ' AND m.occurred_at < ' || quote_literal(until),
        CASE WHEN projects IS NOT NULL THEN ' AND m.projects && ' || quote_literal(projects || 0::bigint) || '::bigint[]' END)
$$;

-- What the scope's person may see, narrowed by such filters.
DROP FUNCTION cairn_condition(text, bigint[]);
CREATE FUNCTION cairn_condition(filters text) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat(
        'm.team_id = ', nullif(current_setting('cairn.team', true), '')::bigint, ' AND (m.visibility <> ''private'' OR m.author_id = ',
        coalesce(nullif(current_setting('cairn.user', true), '')::bigint, 0), ')', filters)
$$;

CREATE OR REPLACE FUNCTION cairn_worded_memories(
    query text, depth integer,
    projects bigint[], types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz
) RETURNS cairn_question
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until, projects);
    asked cairn_question;
BEGIN
    IF nullif(current_setting('cairn.team', true), '') IS NULL THEN RETURN NULL; END IF;
    asked := cairn_read_question(query, filters);
    asked.worded := cairn_best_worded(asked.light, asked.heavy, asked.heavy_weights, asked.enough, asked.weights,
                                      cairn_condition(filters), depth);
    RETURN asked;
END
$$;

-- Both arms, as before. `reachable` narrows the graph's arm, which walks the wide rows.
CREATE OR REPLACE FUNCTION cairn_search_memories(
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
    this_user constant bigint := coalesce(nullif(current_setting('cairn.user', true), '')::bigint, 0);
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until, projects);
    condition constant text := cairn_condition(filters);
    reachable constant text := cairn_condition(cairn_filters(types, agent, wanted_tag, since, until, NULL))
        || CASE WHEN projects IS NULL THEN '' ELSE ' AND (SELECT s.projects && ' || quote_literal(projects || 0::bigint)
                                                   || '::bigint[] FROM memory_searchable s WHERE s.id = m.id)' END;
    nearness constant text := format('embedding::halfvec(%1$s) <=> $1::halfvec(%1$s)', vector_dims(query_vector));
    asked cairn_question := already;
    found bigint[];
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
        EXECUTE 'SELECT array_agg(id) FROM (' || CASE WHEN asked.narrow THEN
            -- Row by row: the graph of vectors would have to be walked further than that.
            format('SELECT m.id FROM (SELECT m.id FROM memory_searchable m WHERE %1$s OFFSET 0) AS kept
                    JOIN memory_memory m ON m.id = kept.id AND m.embedding_model = %2$L
                    LEFT JOIN memory_memorypassage p
                    ON cairn_is_long(m.content) AND p.memory_id = m.id AND p.embedding_model = %2$L
                    GROUP BY m.id ORDER BY least(min(m.%3$s), min(p.%3$s)) LIMIT $2', condition, model, nearness)
        ELSE
            format('(SELECT m.id FROM memory_memory m
                     WHERE m.embedding_model = %1$L AND m.status IN (''active'', ''disputed'') AND %2$s
                     ORDER BY m.%3$s LIMIT $2)', model, reachable, nearness)
            || CASE WHEN EXISTS (SELECT FROM memory_memorypassage p WHERE p.team_id = this_team) THEN
            format(' UNION ALL
                    (SELECT m.id FROM memory_memorypassage p JOIN memory_memory m ON m.id = p.memory_id
                     WHERE p.embedding_model = %1$L AND m.status IN (''active'', ''disputed'') AND %2$s
                     ORDER BY p.%3$s LIMIT $2)', model, reachable, nearness) ELSE '' END
        END || ') AS nearest' INTO found USING query_vector, depth;
    END IF;
    -- Said without EXECUTE, for its plan is kept. Whoever says what was found already is not trusted with these rows.
    RETURN QUERY SELECT m.id,
        CASE WHEN asked.weights IS NULL THEN 0 ELSE (-(m.bm25 <#> asked.weights) + coalesce(
            (SELECT sum(p.weight) FROM unnest(asked.pairs, asked.pair_weights) AS p(pair, weight) WHERE m.tsv @@ p.pair), 0)
        ) / greatest(asked.attainable, 0.0001) END,
        CASE WHEN m.embedding_model = model AND query_vector IS NOT NULL THEN
            greatest(1 - (m.embedding <=> query_vector), CASE WHEN cairn_is_long(m.content) THEN
                (SELECT max(1 - (p.embedding <=> query_vector)) FROM memory_memorypassage p
                 WHERE p.memory_id = m.id AND p.embedding_model = model) END) END,
        m.type, m.occurred_at, m.uses,
        (SELECT count(*) FROM memory_memoryproject p WHERE p.memory_id = m.id), names_strange
    FROM memory_memory m
    WHERE m.id = ANY (asked.worded || found) AND m.status IN ('active', 'disputed')
      AND m.team_id = this_team AND (m.visibility <> 'private' OR m.author_id = this_user)
      AND (types IS NULL OR m.type = ANY (types)) AND (agent IS NULL OR m.agent_id = agent)
      AND (wanted_tag IS NULL OR m.tags @> ARRAY[wanted_tag]::varchar[])
      AND (since IS NULL OR m.occurred_at >= since) AND (until IS NULL OR m.occurred_at < until)
      AND (projects IS NULL OR (SELECT bool_or(p.project_id = ANY (projects))
                                FROM memory_memoryproject p WHERE p.memory_id = m.id) IS NOT FALSE);
END
$$;

-- What may contradict a text: the five of what is current and the five drafts that share the most words with it, and up
-- to twenty that are near in meaning. As before, but without reading what cannot count: who shares only a few common
-- words with a text shares too little, and where nothing is near any more the graph is left, however few of what is
-- near concern the same projects.
CREATE OR REPLACE FUNCTION cairn_comparable_memories(
    content text, vector halfvec, model text, about bigint[], whose bigint, itself bigint, nearness double precision
) RETURNS TABLE (memory_id bigint, cosine double precision)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET hnsw.iterative_scan = 'relaxed_order' SET hnsw.ef_search = 100 AS $$
DECLARE
    this_team constant bigint := nullif(current_setting('cairn.team', true), '')::bigint;
    projects constant bigint[] := CASE WHEN cardinality(about) > 0 THEN about || 0::bigint END;
    comparable constant text := concat('m.team_id = ', this_team, ' AND m.id <> ', itself,
                                       ' AND (m.visibility <> ''private'' OR m.author_id = ' || whose || ')');
    shared constant text := '($2 IS NULL OR (SELECT coalesce(array_agg(p.project_id), ''{0}'') && $2
                                             FROM memory_memoryproject p WHERE p.memory_id = m.id))';
    asked cairn_question;
    words text;
    found bigint[];
    meant integer := 0;
    near record;
BEGIN
    IF this_team IS NULL THEN RETURN; END IF;
    asked := cairn_read_question(content, '');
    -- Half of the weight of its common words, or one that is not common.
    words := concat_ws(' | ', asked.light, cairn_reaching(
        asked.heavy, asked.heavy_weights, (SELECT sum(w) / 2 FROM unnest(asked.heavy_weights) AS w)));
    IF words <> '' THEN
        EXECUTE format(
            'SELECT array_agg(id) FROM (
                 (SELECT m.id FROM memory_searchable m
                  WHERE m.tsv @@ $1 AND %1$s AND ($2 IS NULL OR m.projects && $2) ORDER BY m.bm25 <#> $3, m.id LIMIT 5)
                 UNION ALL
                 (SELECT m.id FROM (SELECT * FROM memory_memory m WHERE m.status = ''draft'' AND %1$s OFFSET 0) AS m
                  WHERE m.tsv @@ $1 AND %2$s ORDER BY m.bm25 <#> $3, m.id LIMIT 5)) AS worded', comparable, shared)
        INTO found USING words::tsquery, projects, asked.weights;
    END IF;
    IF vector IS NOT NULL THEN
        FOR near IN EXECUTE format(
            'SELECT m.id, m.embedding::halfvec(%1$s) <=> $1::halfvec(%1$s) AS distance, %3$s AND %4$s AS counts
             FROM memory_memory m WHERE m.embedding_model = %2$L AND m.status IN (''active'', ''disputed'', ''draft'')
             ORDER BY m.embedding::halfvec(%1$s) <=> $1::halfvec(%1$s) LIMIT 2000',
            vector_dims(vector), model, comparable, shared) USING vector, projects
        LOOP
            EXIT WHEN near.distance >= 1 - nearness OR meant = 20;
            IF near.counts THEN
                found := found || near.id;
                meant := meant + 1;
            END IF;
        END LOOP;
    END IF;
    RETURN QUERY SELECT m.id, CASE WHEN m.embedding_model = model THEN 1 - (m.embedding <=> vector) END
    FROM memory_memory m WHERE m.id = ANY (found) ORDER BY m.id;
END
$$;

-- Their plans are kept, as they were meant to be: with two or three rows on a page Postgres plans anew each time, in the
-- belief that it gains more than the four fifths of their time that it takes.
ALTER FUNCTION cairn_shown(bigint[]) SET plan_cache_mode = 'force_generic_plan';
ALTER FUNCTION cairn_twins(bigint[], bigint[]) SET plan_cache_mode = 'force_generic_plan';

-- The words that a question asks with, in order; where all of them are small words, the question itself.
CREATE FUNCTION cairn_gist(question text, of_team bigint) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT coalesce(
        left((SELECT string_agg(lexeme, ' ' ORDER BY lexeme)
              FROM unnest(to_tsvector((SELECT search_config::regconfig FROM memory_team WHERE id = of_team), question))), 400),
        lower(question))
$$;

-- Note a question: whoever types on goes on in their row of the last 30 seconds. Losing the last of these rows in a crash
-- is no loss, so nobody waits for the disk. In the asker's own scope; as a function, for its plan is kept: planning
-- it took longer than doing it, and every search does it.
CREATE FUNCTION cairn_note_question(
    of_team bigint, by_user bigint, by_agent bigint, on_surface text, about bigint, asked text, hits bigint[]
) RETURNS void
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = 'force_generic_plan' AS $$
DECLARE
    said constant text := cairn_gist(asked, of_team);
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    UPDATE memory_recall AS r SET question = asked, gist = said, shown = hits, project_id = about, at = statement_timestamp()
    WHERE r.id = (
        SELECT id FROM memory_recall
        WHERE team_id = of_team AND at > statement_timestamp() - interval '30 seconds'
          AND user_id = by_user AND agent_id IS NOT DISTINCT FROM by_agent AND surface = on_surface
          AND NOT asked_team AND answered_by_id IS NULL AND dismissed_at IS NULL
          AND (starts_with(lower(asked), lower(question)) OR starts_with(lower(question), lower(asked)))
        ORDER BY at DESC LIMIT 1);
    IF NOT FOUND THEN
        INSERT INTO memory_recall (
            team_id, user_id, agent_id, project_id, surface, question, gist, shown, fetched, asked_team, at)
        VALUES (of_team, by_user, by_agent, about, on_surface, asked, said, hits, '{}', false, statement_timestamp());
    END IF;
END
$$;
