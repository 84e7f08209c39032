-- Clear the token signs of a row whose content changed; the worker computes them anew.
CREATE OR REPLACE FUNCTION cairn_forget_tokens() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    NEW.token_signs := NULL;
    RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER memory_tokens BEFORE UPDATE OF content ON memory_memory FOR EACH ROW
    WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION cairn_forget_tokens();
CREATE OR REPLACE TRIGGER message_tokens BEFORE UPDATE OF content ON memory_message FOR EACH ROW
    WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION cairn_forget_tokens();
