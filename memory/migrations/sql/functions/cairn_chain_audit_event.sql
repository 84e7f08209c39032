-- Give an audit row the next number of its team and the hash over the row before it. It runs as the owner because the
-- server's role may not change audit rows or chain heads.
CREATE OR REPLACE FUNCTION cairn_chain_audit_event(event_id bigint) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    event memory_auditevent;
    head memory_audithead;
BEGIN
    SELECT * INTO event FROM memory_auditevent WHERE id = event_id AND sequence IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
    INSERT INTO memory_audithead (team_id, sequence, hash) VALUES (event.team_id, 0, '') ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM memory_audithead WHERE team_id = event.team_id FOR UPDATE;
    event.sequence := head.sequence + 1;
    event.hash := cairn_audit_hash(head.hash, event);
    UPDATE memory_auditevent SET sequence = event.sequence, hash = event.hash WHERE id = event_id;
    UPDATE memory_audithead SET sequence = event.sequence, hash = event.hash WHERE team_id = event.team_id;
END
$$;
