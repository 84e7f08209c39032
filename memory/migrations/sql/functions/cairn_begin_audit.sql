-- Prepare a new audit row: copy the numbers of actor, agent and token into columns that stay when those rows are
-- erased, and leave the row out of the chain until the transaction ends (cairn_chain_audit).
CREATE OR REPLACE FUNCTION cairn_begin_audit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.actor_key := NEW.actor_id;
    NEW.agent_key := coalesce(NEW.agent_id, 0);
    NEW.token_key := coalesce(NEW.token_id, 0);
    NEW.sequence := NULL;
    NEW.hash := '';
    RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER audit_begins_unchained BEFORE INSERT ON memory_auditevent
    FOR EACH ROW EXECUTE FUNCTION cairn_begin_audit();
