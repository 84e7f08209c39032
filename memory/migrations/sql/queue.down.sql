CREATE OR REPLACE FUNCTION cairn_claim_turns(how_many integer, lease interval)
RETURNS TABLE (turn_id bigint, team_id bigint, author_id bigint, claimed_until timestamptz, attempts smallint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_turn AS t SET claimed_until = clock_timestamp() + lease, attempts = t.attempts + 1
    FROM memory_codingsession AS s
    WHERE s.id = t.session_id AND t.id IN (
        SELECT id FROM memory_turn
        WHERE due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
        ORDER BY started_at DESC LIMIT how_many FOR UPDATE SKIP LOCKED)
    RETURNING t.id, t.team_id, s.author_id, t.claimed_until, t.attempts
$$;
