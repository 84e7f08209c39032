-- Chain new audit rows as their transaction ends: the chain has one head row per team, and a transaction that holds it
-- must not wait for anything else.
CREATE OR REPLACE FUNCTION cairn_chain_audit() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM cairn_chain_audit_event(NEW.id);
    RETURN NULL;
END
$$;
-- Postgres cannot replace a constraint trigger.
DROP TRIGGER IF EXISTS audit_is_chained ON memory_auditevent;
CREATE CONSTRAINT TRIGGER audit_is_chained AFTER INSERT ON memory_auditevent
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cairn_chain_audit();
