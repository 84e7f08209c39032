-- Refuse to change a memory's content or team: facts are never edited, they are superseded. Only erasure, which sets
-- `cairn.erasing`, may change content.
CREATE OR REPLACE FUNCTION cairn_keep_content() RETURNS trigger
LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER memory_content_is_kept BEFORE UPDATE OF content, team_id ON memory_memory
    FOR EACH ROW EXECUTE FUNCTION cairn_keep_content();
