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
