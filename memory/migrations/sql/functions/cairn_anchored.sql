-- Return the latest memories that are anchored to one of these files, at most `most`, the newest first. It runs as the
-- owner because row-level security keeps `&&` from its index (the operator is not leakproof). It takes team and person
-- from the scope, so no caller can name another team.
CREATE OR REPLACE FUNCTION cairn_anchored(paths text[], most integer) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT m.id FROM memory_memory m
    WHERE m.files && paths AND m.team_id = nullif(current_setting('cairn.team', true), '')::bigint
      AND m.status IN ('active', 'disputed')
      AND (m.visibility <> 'private' OR m.author_id = nullif(current_setting('cairn.user', true), '')::bigint)
    ORDER BY m.occurred_at DESC, m.id DESC LIMIT most
$$;
