-- Return the sessions of blocked sources, which only curators see (memory/knowledge/blocking.py). Policies call it
-- once per statement instead of joining the sessions for each row.
CREATE OR REPLACE FUNCTION cairn_hidden_sessions() RETURNS bigint[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT CASE WHEN cairn_may('curate') THEN '{}'::bigint[] ELSE ARRAY(
        SELECT id FROM memory_codingsession WHERE team_id = cairn_team() AND blocked_by_id IS NOT NULL) END
$$;
