DROP FUNCTION cairn_claim_deliveries(integer, interval);
DROP FUNCTION cairn_choose_digest(boolean);
CREATE OR REPLACE FUNCTION cairn_note_use(ids bigint[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE memory_memory SET uses = uses + 1, last_used_at = clock_timestamp()
    WHERE id = ANY (ids) AND team_id = cairn_team()
      AND (visibility <> 'private' OR author_id = cairn_user() OR cairn_system())
$$;
DO $$
DECLARE
    policy record;
BEGIN
    FOR policy IN SELECT policyname, tablename FROM pg_policies
                  WHERE schemaname = 'public' AND tablename = ANY (ARRAY[
                      'memory_recall', 'memory_savedsearch', 'memory_comment', 'memory_webhook', 'memory_delivery'])
    LOOP
        EXECUTE format('DROP POLICY %I ON %I', policy.policyname, policy.tablename);
    END LOOP;
END
$$;
