-- Lease due turns to a worker, of all teams. The worker then reads each row in its author's scope.
--
-- Each person's first turn comes before anybody's second turn (leased turns count), so that one person's backlog does
-- not keep the others waiting. The server's clock decides when a turn came. The client's clock only decides what is
-- old: turns from more than a day before they were due come last, the newest first, so that an import of years does
-- not delay what happens now.
--
-- The choice is a materialized CTE, because Postgres may run a subquery of an UPDATE again for each row, and then one
-- claim takes all rows instead of `how_many`.
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
