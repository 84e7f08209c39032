-- Return how many memories the scope's person may know of. Private memories of others do not count, so that word
-- weights do not reveal them.
CREATE OR REPLACE FUNCTION cairn_known_memories() RETURNS bigint
LANGUAGE sql STABLE AS $$
    SELECT coalesce(sum(s.documents), 0)::bigint FROM memory_lexiconsize s
    WHERE s.team_id = nullif(current_setting('cairn.team', true), '')::bigint AND s.collection = 'memory'
      AND (s.owner_id IS NULL OR s.owner_id = nullif(current_setting('cairn.user', true), '')::bigint)
$$;
