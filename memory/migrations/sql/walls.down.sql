DROP FUNCTION cairn_queue();
DROP FUNCTION cairn_claim_turns(integer, interval);
DROP FUNCTION cairn_team_id(text);
DROP FUNCTION cairn_team_ids();
DROP FUNCTION cairn_token_state(text);
DROP FUNCTION cairn_holder(text);
DO $$
DECLARE
    policy record;
BEGIN
    FOR policy IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = 'public' AND tablename LIKE 'memory\_%' LOOP
        EXECUTE format('DROP POLICY %I ON %I', policy.policyname, policy.tablename);
        EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY', policy.tablename);
    END LOOP;
END
$$;
DROP FUNCTION cairn_system();
DROP FUNCTION cairn_user();
DROP FUNCTION cairn_team();
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE SELECT, INSERT, UPDATE, DELETE ON TABLES FROM cairn_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE USAGE, SELECT ON SEQUENCES FROM cairn_app;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM cairn_app;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM cairn_app;
