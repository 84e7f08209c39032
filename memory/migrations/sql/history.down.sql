DROP FUNCTION cairn_search_messages(text, halfvec, text, integer, bigint[], timestamptz, timestamptz, boolean);
DROP FUNCTION cairn_session_weights(bigint, double precision);

CREATE OR REPLACE FUNCTION cairn_derive_search_columns() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    config regconfig;
    average double precision;
BEGIN
    SELECT t.search_config::regconfig, s.average_length INTO config, average
    FROM memory_team t
    LEFT JOIN memory_lexiconsize s ON s.team_id = t.id AND s.collection = TG_ARGV[0]
    WHERE t.id = NEW.team_id;
    NEW.tsv := cairn_lexemes(NEW.content, coalesce(config, 'english'::regconfig));
    NEW.bm25 := cairn_bm25(NEW.tsv, coalesce(average, 12));
    RETURN NEW;
END
$$;
DROP FUNCTION cairn_document_weights(tsvector, double precision, text);
DROP FUNCTION cairn_weighted(integer[], bigint[], double precision, numeric, numeric);

CREATE OR REPLACE FUNCTION cairn_claim_turns(how_many integer, lease interval)
RETURNS TABLE (turn_id bigint, team_id bigint, author_id bigint, claimed_until timestamptz, attempts smallint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_turn AS t SET claimed_until = clock_timestamp() + lease, attempts = t.attempts + 1
    FROM memory_codingsession AS s
    WHERE s.id = t.session_id AND t.id IN (
        SELECT id FROM memory_turn
        WHERE due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
        ORDER BY due_at LIMIT how_many FOR UPDATE SKIP LOCKED)
    RETURNING t.id, t.team_id, s.author_id, t.claimed_until, t.attempts
$$;
