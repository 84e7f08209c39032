-- Whose turn comes first.

-- A worker takes what is due: of each person the turn that came first, then of each the second (what is being worked on
-- counts), so that nobody's backlog keeps the others waiting. When a turn came is the server's clock; the client's says
-- only what is old: turns from more than a day before they were due come last, the newest first, since an import of
-- years must not delay what is happening now.
CREATE OR REPLACE FUNCTION cairn_claim_turns(how_many integer, lease interval)
RETURNS TABLE (turn_id bigint, team_id bigint, author_id bigint, claimed_until timestamptz, attempts smallint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH fresh AS MATERIALIZED (
        SELECT f.id, row_number() OVER (PARTITION BY f.team_id, s.author_id ORDER BY f.due_at, f.id) AS place
        FROM memory_turn AS f JOIN memory_codingsession AS s ON s.id = f.session_id
        WHERE f.due_at <= clock_timestamp() AND f.started_at > f.due_at - interval '1 day'
    )
    UPDATE memory_turn AS t SET claimed_until = clock_timestamp() + lease, attempts = t.attempts + 1
    FROM memory_codingsession AS s
    WHERE s.id = t.session_id AND t.id IN (
        SELECT w.id FROM memory_turn AS w LEFT JOIN fresh ON fresh.id = w.id
        WHERE w.due_at <= clock_timestamp() AND (w.claimed_until IS NULL OR w.claimed_until < clock_timestamp())
        ORDER BY fresh.place NULLS LAST, CASE WHEN fresh.id IS NOT NULL THEN w.due_at END, w.started_at DESC
        LIMIT how_many FOR UPDATE OF w SKIP LOCKED)
    RETURNING t.id, t.team_id, s.author_id, t.claimed_until, t.attempts
$$;
