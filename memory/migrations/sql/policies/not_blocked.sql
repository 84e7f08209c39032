-- What a blocked source led to is hidden from everybody but curators (memory/knowledge/blocking.py): here, so that no
-- query can forget it.

CREATE POLICY not_blocked ON memory_memory AS RESTRICTIVE FOR SELECT
    USING (blocked_by_id IS NULL OR cairn_may('curate'));
CREATE POLICY not_blocked ON memory_codingsession AS RESTRICTIVE FOR SELECT
    USING (blocked_by_id IS NULL OR cairn_may('curate'));
CREATE POLICY not_blocked ON memory_evidence AS RESTRICTIVE FOR SELECT
    USING (session_id IS NULL OR session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[]));
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memory_turn', 'memory_message', 'memory_toolcall', 'memory_sessionweights'] LOOP
        -- The subquery makes it one call per statement instead of one per row.
        EXECUTE format('CREATE POLICY not_blocked ON %I AS RESTRICTIVE FOR SELECT
                        USING (session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[]))', name);
    END LOOP;
END
$$;
