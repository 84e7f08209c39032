-- Promises that no code path may break.

-- Facts are never edited, they are superseded. Only the owner's privileged verbs (erasure) may change content.
CREATE FUNCTION cairn_keep_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.content IS DISTINCT FROM OLD.content AND coalesce(current_setting('cairn.erasing', true), '') <> 'on' THEN
        RAISE EXCEPTION 'a memory''s content never changes; supersede it' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.team_id <> OLD.team_id THEN
        RAISE EXCEPTION 'a memory never changes its team' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER memory_content_is_kept BEFORE UPDATE OF content, team_id ON memory_memory
    FOR EACH ROW EXECUTE FUNCTION cairn_keep_content();

-- The audit log only grows. (A person's erasure may blank who did it, by the foreign key, nothing else.)
CREATE FUNCTION cairn_keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.verb, NEW.subject, NEW.detail, NEW.at, NEW.team_id)
                            IS NOT DISTINCT FROM (OLD.verb, OLD.subject, OLD.detail, OLD.at, OLD.team_id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON memory_auditevent
    FOR EACH ROW EXECUTE FUNCTION cairn_keep_audit();
REVOKE DELETE ON memory_auditevent FROM cairn_app;

-- One NOTIFY a change, in the transaction of the row: the live timeline hears of a memory exactly when it exists.
CREATE FUNCTION cairn_announce_memory() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('cairn_memories', json_build_object(
        'team', NEW.team_id, 'memory', NEW.id, 'status', NEW.status,
        'private_to', CASE WHEN NEW.visibility = 'private' THEN NEW.author_id END)::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER memory_is_announced AFTER INSERT OR UPDATE OF status ON memory_memory
    FOR EACH ROW EXECUTE FUNCTION cairn_announce_memory();
