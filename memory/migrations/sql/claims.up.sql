-- A claim takes as many rows as it asked for. As a subquery of an UPDATE the choice may be made anew for each row that is
-- looked at, as Postgres does where its statistics still tell of one row: then one claim took all there was.
CREATE OR REPLACE FUNCTION cairn_claim_turns(how_many integer, lease interval)
RETURNS TABLE (turn_id bigint, team_id bigint, author_id bigint, claimed_until timestamptz, attempts smallint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH fresh AS MATERIALIZED (
        SELECT f.id, row_number() OVER (PARTITION BY f.team_id, s.author_id ORDER BY f.due_at, f.id) AS place
        FROM memory_turn AS f JOIN memory_codingsession AS s ON s.id = f.session_id
        WHERE f.due_at <= clock_timestamp() AND f.started_at > f.due_at - interval '1 day'
    ), chosen AS MATERIALIZED (
        SELECT w.id FROM memory_turn AS w LEFT JOIN fresh ON fresh.id = w.id
        WHERE w.due_at <= clock_timestamp() AND (w.claimed_until IS NULL OR w.claimed_until < clock_timestamp())
        ORDER BY fresh.place NULLS LAST, CASE WHEN fresh.id IS NOT NULL THEN w.due_at END, w.started_at DESC
        LIMIT how_many FOR UPDATE OF w SKIP LOCKED
    )
    UPDATE memory_turn AS t SET claimed_until = clock_timestamp() + lease, attempts = t.attempts + 1
    FROM chosen, memory_codingsession AS s
    WHERE t.id = chosen.id AND s.id = t.session_id
    RETURNING t.id, t.team_id, s.author_id, t.claimed_until, t.attempts
$$;

CREATE OR REPLACE FUNCTION cairn_claim_deliveries(how_many integer, lease interval)
RETURNS TABLE (delivery_id bigint, team_id bigint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH chosen AS MATERIALIZED (
        SELECT id FROM memory_delivery
        WHERE status = 'waiting' AND next_attempt_at <= clock_timestamp()
        ORDER BY next_attempt_at LIMIT how_many FOR UPDATE SKIP LOCKED
    )
    UPDATE memory_delivery AS d SET next_attempt_at = clock_timestamp() + lease, attempts = d.attempts + 1
    FROM chosen WHERE d.id = chosen.id
    RETURNING d.id, d.team_id
$$;
