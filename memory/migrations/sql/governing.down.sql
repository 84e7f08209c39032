DROP POLICY own_team_and_both_sides ON memory_supersession;
CREATE POLICY own_team ON memory_supersession USING (team_id = cairn_team());
DROP POLICY own_team_and_seen ON memory_evidence;
CREATE POLICY own_team ON memory_evidence USING (team_id = cairn_team());
DROP INDEX memory_waiting;
DROP INDEX memory_guessed;
DROP INDEX memory_due;
ALTER TABLE memory_memory DROP COLUMN is_used;
DROP FUNCTION cairn_note_changes(bigint, text[], timestamptz, bigint[]);
CREATE OR REPLACE FUNCTION cairn_holder(digest text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT jsonb_build_object(
        'token', to_jsonb(t) - 'sha256', 'user', to_jsonb(u) - 'password', 'team', to_jsonb(team),
        'agent', to_jsonb(a), 'role', m.role)
    FROM memory_accesstoken t
    JOIN memory_user u ON u.id = t.user_id AND u.is_active
    JOIN memory_team team ON team.id = t.team_id
    JOIN memory_membership m ON m.team_id = t.team_id AND m.user_id = t.user_id
    LEFT JOIN memory_agent a ON a.id = t.agent_id
    WHERE t.sha256 = digest AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
$$;
DO $$
BEGIN
    PERFORM '[1]'::vector;
    EXECUTE replace(pg_get_functiondef('cairn_search_messages'::regproc),
                    ' AND m.session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[])', '');
END
$$;
DO $$
DECLARE
    policy record;
BEGIN
    FOR policy IN SELECT policyname, tablename FROM pg_policies
                  WHERE schemaname = 'public' AND policyname = 'not_blocked'
    LOOP
        EXECUTE format('DROP POLICY %I ON %I', policy.policyname, policy.tablename);
    END LOOP;
END
$$;
DROP FUNCTION cairn_hidden_sessions();
DROP INDEX session_blocked;
GRANT INSERT, UPDATE, DELETE ON memory_audithead TO cairn_app;
DROP TRIGGER audit_is_chained ON memory_auditevent;
DROP FUNCTION cairn_chain_audit();
DROP FUNCTION cairn_chain_audit_event(bigint);
DROP TRIGGER audit_begins_unchained ON memory_auditevent;
DROP FUNCTION cairn_begin_audit();
CREATE OR REPLACE FUNCTION cairn_keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.verb, NEW.subject, NEW.detail, NEW.at, NEW.team_id)
                            IS NOT DISTINCT FROM (OLD.verb, OLD.subject, OLD.detail, OLD.at, OLD.team_id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'check_violation';
END
$$;
DROP FUNCTION cairn_audit_hash(text, memory_auditevent);
DROP FUNCTION cairn_invitations_for(text);
DROP FUNCTION cairn_invitation(text);
DROP FUNCTION cairn_note_use(bigint[]);
DO $$
DECLARE
    policy record;
BEGIN
    FOR policy IN SELECT policyname, tablename FROM pg_policies
                  WHERE schemaname = 'public' AND policyname IN ('who_may_add', 'who_may_change', 'who_may_delete')
    LOOP
        EXECUTE format('DROP POLICY %I ON %I', policy.policyname, policy.tablename);
    END LOOP;
END
$$;
DROP POLICY own_team_and_seen ON memory_assignment;
DROP POLICY own_team_and_seen ON memory_feedback;
DROP POLICY own_team ON memory_audithead;
DROP POLICY own_team ON memory_block;
DROP POLICY own_team ON memory_approvalrule;
DROP POLICY own_team ON memory_invitation;
DROP FUNCTION cairn_may(text[]);
