-- Refuse every change of an audit row, except that the chain adds number and hash once, and that actor, agent and
-- token may be blanked when their rows are erased.
CREATE OR REPLACE FUNCTION cairn_keep_audit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.verb, NEW.subject, NEW.detail, NEW.at, NEW.team_id, NEW.actor_key, NEW.agent_key, NEW.token_key)
                            IS NOT DISTINCT FROM
                            (OLD.verb, OLD.subject, OLD.detail, OLD.at, OLD.team_id, OLD.actor_key, OLD.agent_key, OLD.token_key)
       AND (OLD.sequence IS NULL OR (NEW.sequence, NEW.hash) = (OLD.sequence, OLD.hash))
       -- Whose deed it was is blanked, never said anew.
       AND coalesce(NEW.actor_id, OLD.actor_id) IS NOT DISTINCT FROM OLD.actor_id
       AND coalesce(NEW.agent_id, OLD.agent_id) IS NOT DISTINCT FROM OLD.agent_id
       AND coalesce(NEW.token_id, OLD.token_id) IS NOT DISTINCT FROM OLD.token_id THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'check_violation';
END
$$;
CREATE OR REPLACE TRIGGER audit_is_append_only BEFORE UPDATE ON memory_auditevent
    FOR EACH ROW EXECUTE FUNCTION cairn_keep_audit();
