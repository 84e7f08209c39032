-- Relevance: scripts without spaces between words, identifiers that begin with an acronym, and a question's weight:
-- its words, the words that stand side by side in it, and how much of them an answer can be expected to have.

-- Chinese, Japanese and Korean runs of a text as pairs of letters. Pairs of hiragana are endings, and particles only
-- join or ask: they say as little as small words do.
CREATE FUNCTION cairn_letter_pairs(content text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ARRAY(
        SELECT DISTINCT substr(run[1], place, 2)
        FROM regexp_matches(content, '([\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]+)', 'g') AS run,
             generate_series(1, greatest(length(run[1]) - 1, 1)) AS place
        WHERE substr(run[1], place, 2) !~ '^[\u3041-\u309f]+$|[をのはがにでと的了吗呢么吧是嗎麼]'
    )
$$;

-- The lexemes of a text. Words are stemmed as Postgres does; identifiers, paths, versions and error codes
-- are kept whole (lower case) and are split into their parts as well; scripts without spaces go by pairs of letters.
CREATE OR REPLACE FUNCTION cairn_lexemes(content text, config regconfig) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_tsvector(
               config,
               regexp_replace(
                   regexp_replace(
                       regexp_replace(left(content, 200000), '([a-z0-9])([A-Z])', '\1 \2', 'g'),
                       '([A-Z])([A-Z][a-z][a-z])', '\1 \2', 'g'
                   ),
                   '[_./\\:@#=+*~<>|&%$^`\u3000-\u303f\uff01-\uff65\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f-]+', ' ', 'g'
               )
           )
        || array_to_tsvector(ARRAY(
               SELECT DISTINCT left(lower(found.part[1]), 200)
               FROM regexp_matches(
                   left(content, 200000),
                   '([[:alnum:]]+(?:[_./\\:@-]+[[:alnum:]]+)+|[[:alpha:]]*(?:[a-z][A-Z]|[A-Z]{2}[a-z]{2})[[:alnum:]]*)',
                   'g'
               ) AS found(part)
           ))
        || CASE WHEN content ~ '[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]' THEN array_to_tsvector(cairn_letter_pairs(left(content, 200000))) ELSE '' END
$$;

-- Rows whose lexemes are others now. Their frequencies follow with the next refresh of the lexicon.
UPDATE memory_memory SET content = content WHERE content ~ '[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[A-Z]{2}[a-z]{2}';
UPDATE memory_message SET content = content WHERE content ~ '[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[A-Z]{2}[a-z]{2}';

-- A lexeme as the type tsquery reads it.
CREATE FUNCTION cairn_quoted(lexeme text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''' $$;

-- What a question is weighed by: its words, and the pairs of words that stand side by side in it, which weigh like
-- the commoner of the two. The weight is the IDF as Lucene has it; an unseen word counts as rarest. A team that
-- knows little counts as 300 documents: among six facts every word would be rare or unheard of. What an identifier is
-- split into counts where it is known: who asks for PostgreSQL does not ask for `postgre`.
CREATE FUNCTION cairn_question_terms(question text, config regconfig)
RETURNS TABLE (term text, slot integer, documents integer, weight double precision, pair tsquery)
LANGUAGE sql STABLE AS $$
    WITH size AS (
        SELECT greatest(coalesce(max(s.documents), 0), 300)::double precision AS n
        FROM memory_lexiconsize s
        WHERE s.team_id = nullif(current_setting('cairn.team', true), '')::bigint AND s.collection = 'memory'
    ), words AS MATERIALIZED (
        SELECT q.lexeme, q.positions, cairn_slot(q.lexeme) AS slot, coalesce(f.documents, 0) AS documents,
               ln(1 + greatest(n - coalesce(f.documents, 0) + 0.5, 0.5) / (coalesce(f.documents, 0) + 0.5)) AS idf
        FROM unnest(cairn_lexemes(left(question, 8000), config)) AS q
        CROSS JOIN size
        LEFT JOIN memory_lexemefrequency f
            ON f.team_id = nullif(current_setting('cairn.team', true), '')::bigint
           AND f.collection = 'memory' AND f.slot = cairn_slot(q.lexeme)
        WHERE f.documents > 0 OR q.positions IS NULL
           OR q.lexeme = ANY (tsvector_to_array(to_tsvector(config, left(question, 8000))))
        -- A long text as a question is known by its rarest words.
        ORDER BY 5 DESC, 1 LIMIT 64
    ), places AS (
        SELECT w.lexeme, w.idf, w.documents, place FROM words w, unnest(w.positions) AS place
    ), pairs AS (
        SELECT DISTINCT a.lexeme AS first, b.lexeme AS second, least(a.documents, b.documents) AS documents,
               least(a.idf, b.idf) AS weight
        FROM places a JOIN places b ON b.place = a.place + 1 AND b.lexeme <> a.lexeme
        ORDER BY 4 DESC, 1, 2 LIMIT 32
    )
    SELECT lexeme, slot, documents, idf, NULL::tsquery FROM words
    UNION ALL
    SELECT first || ' ' || second, NULL, documents, weight,
           (cairn_quoted(first) || ' <-> ' || cairn_quoted(second))::tsquery
    FROM pairs
$$;

-- What each of these memories has of a question's words and pairs: `gain` adds up to their share (`lexical`).
-- In the asker's own scope; the caller names rows, so no index is needed.
CREATE FUNCTION cairn_explain_memories(question text, memories bigint[])
RETURNS TABLE (memory_id bigint, term text, gain double precision)
LANGUAGE sql STABLE AS $$
    WITH terms AS MATERIALIZED (
        SELECT t.* FROM memory_team team, cairn_question_terms(question, team.search_config::regconfig) AS t
        WHERE team.id = nullif(current_setting('cairn.team', true), '')::bigint
    ), attainable AS (
        SELECT greatest(sum(weight), 0.0001) AS most FROM (SELECT weight FROM terms ORDER BY weight DESC LIMIT 12) AS heaviest
    ), gains AS (
        SELECT m.id, t.term, CASE
            WHEN t.pair IS NULL THEN -(m.bm25 <#> ('{' || t.slot || ':1}/1000000000')::sparsevec) * t.weight
            WHEN m.tsv @@ t.pair THEN t.weight ELSE 0 END AS gain
        FROM memory_memory m, terms t WHERE m.id = ANY (memories)
    )
    SELECT id, gains.term, gains.gain / most FROM gains, attainable WHERE gains.gain > 0
$$;

-- The words and pairs of a question as the asker may know them: one that stands only in what is private to others
-- weighs and counts as unheard of. As the owner, so that the index of words is used; the team is the scope's.
CREATE FUNCTION cairn_asked_words(question text)
RETURNS TABLE (term text, weight double precision, is_unknown boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH team AS (
        SELECT id, search_config::regconfig AS config FROM memory_team
        WHERE id = nullif(current_setting('cairn.team', true), '')::bigint
    ), terms AS MATERIALIZED (
        SELECT t.*, t.documents = 0 OR NOT EXISTS (
            SELECT FROM memory_memory m
            WHERE m.team_id = team.id AND m.tsv @@ coalesce(t.pair, cairn_quoted(t.term)::tsquery)
              AND (m.visibility <> 'private' OR m.author_id = nullif(current_setting('cairn.user', true), '')::bigint)
        ) AS is_unknown
        FROM team, cairn_question_terms(question, team.config) AS t
    ), unheard AS (
        SELECT ln(1 + (greatest(coalesce(max(s.documents), 0), 300) + 0.5) / 0.5) AS weight
        FROM memory_lexiconsize s JOIN team ON team.id = s.team_id WHERE s.collection = 'memory'
    )
    SELECT terms.term, CASE WHEN terms.is_unknown THEN unheard.weight ELSE terms.weight END, terms.is_unknown
    FROM terms, unheard ORDER BY 2 DESC, 1
$$;
