-- Return what waits in the scope's team, for the status page: numbers only. It runs as the owner because observations
-- are their author's alone.
CREATE OR REPLACE FUNCTION cairn_queue()
RETURNS TABLE (due bigint, pending bigint, failed bigint, oldest_due timestamptz, last_capture timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT (SELECT count(*) FROM memory_turn WHERE team_id = cairn_team() AND due_at <= clock_timestamp()),
           (SELECT count(*) FROM memory_observation WHERE team_id = cairn_team() AND status = 'pending'),
           (SELECT count(*) FROM memory_observation WHERE team_id = cairn_team() AND status = 'failed'),
           (SELECT min(due_at) FROM memory_turn WHERE team_id = cairn_team() AND due_at <= clock_timestamp()),
           (SELECT max(last_event_at) FROM memory_codingsession WHERE team_id = cairn_team())
$$;
