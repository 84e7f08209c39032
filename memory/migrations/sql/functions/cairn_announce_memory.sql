-- Send one NOTIFY per change, in the transaction of the row: the live timeline hears of a memory exactly when the
-- memory exists. `private_to` names the author of a private memory, so that the listener tells nobody else.
CREATE OR REPLACE FUNCTION cairn_announce_memory() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('cairn_memories', json_build_object(
        'team', NEW.team_id, 'memory', NEW.id, 'status', NEW.status,
        'private_to', CASE WHEN NEW.visibility = 'private' THEN NEW.author_id END)::text);
    RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER memory_is_announced AFTER INSERT OR UPDATE OF status ON memory_memory
    FOR EACH ROW EXECUTE FUNCTION cairn_announce_memory();
