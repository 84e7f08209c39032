-- Cut long memories and messages into passages, whose vectors stand for the parts that the model does not read of the
-- whole text. A trigger does it so that no writer can forget it. It runs as the owner because the server's role may
-- not add passages.
CREATE OR REPLACE FUNCTION cairn_keep_passages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        EXECUTE format('DELETE FROM memory_%1$spassage WHERE %1$s_id = $1', TG_ARGV[0]) USING NEW.id;
    END IF;
    EXECUTE format('INSERT INTO memory_%1$spassage (team_id, %1$s_id, first, length, embedding_model)
                    SELECT $1, $2, first, length, '''' FROM cairn_passages($3)', TG_ARGV[0])
    USING NEW.team_id, NEW.id, NEW.content;
    RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER memory_has_passages AFTER INSERT ON memory_memory FOR EACH ROW
    WHEN (cairn_is_long(NEW.content)) EXECUTE FUNCTION cairn_keep_passages('memory');
CREATE OR REPLACE TRIGGER memory_changes_passages AFTER UPDATE OF content ON memory_memory FOR EACH ROW
    WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION cairn_keep_passages('memory');
CREATE OR REPLACE TRIGGER message_has_passages AFTER INSERT ON memory_message FOR EACH ROW
    WHEN (cairn_is_long(NEW.content)) EXECUTE FUNCTION cairn_keep_passages('message');
CREATE OR REPLACE TRIGGER message_changes_passages AFTER UPDATE OF content ON memory_message FOR EACH ROW
    WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION cairn_keep_passages('message');
