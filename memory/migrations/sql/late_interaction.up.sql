-- Late interaction: what each word of a message is near to, a bit a component.

-- Signs are as good as random, so compressing them is for nothing.
ALTER TABLE memory_message ALTER COLUMN token_signs SET STORAGE EXTERNAL;

CREATE FUNCTION cairn_forget_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.token_signs := NULL;
    RETURN NEW;
END
$$;
CREATE TRIGGER message_tokens BEFORE UPDATE OF content ON memory_message FOR EACH ROW
    WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION cairn_forget_tokens();

-- What is kept of the tokens of these messages, as far as the scope shows them: by their keys, whatever the planner
-- believes of a team that has grown since it last looked.
CREATE FUNCTION cairn_token_signs(keys bigint[], model text) RETURNS TABLE (message_id bigint, signs bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT m.id, m.token_signs FROM memory_message m
    WHERE m.id = ANY (keys) AND m.team_id + 0 = cairn_team() AND m.embedding_model || '' = model
      AND m.session_id <> ALL ((SELECT cairn_hidden_sessions())::bigint[])
$$;
