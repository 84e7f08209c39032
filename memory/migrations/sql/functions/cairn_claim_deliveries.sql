-- Lease due deliveries of web hooks to a worker, of all teams. The worker then reads each row in its team's scope. The
-- choice is a materialized CTE, because Postgres may run a subquery of an UPDATE again for each row, and then one
-- claim takes all rows instead of `how_many`. Teams take turns, so that the backlog of one whose receivers are slow does
-- not stand before the others' news.
CREATE OR REPLACE FUNCTION cairn_claim_deliveries(how_many integer, lease interval)
RETURNS TABLE (delivery_id bigint, team_id bigint)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH due AS MATERIALIZED (
        SELECT id, row_number() OVER (PARTITION BY team_id ORDER BY next_attempt_at, id) AS place
        FROM memory_delivery WHERE status = 'waiting' AND next_attempt_at <= clock_timestamp()
    ), chosen AS MATERIALIZED (
        SELECT d.id FROM memory_delivery AS d JOIN due USING (id)
        WHERE d.status = 'waiting' AND d.next_attempt_at <= clock_timestamp()
        ORDER BY due.place, d.next_attempt_at LIMIT how_many FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE memory_delivery AS d SET next_attempt_at = clock_timestamp() + lease, attempts = d.attempts + 1
    FROM chosen WHERE d.id = chosen.id
    RETURNING d.id, d.team_id
$$;
