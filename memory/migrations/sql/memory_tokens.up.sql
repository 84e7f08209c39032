-- Late interaction for memories: what each word of one is near to, a bit a component.

-- Signs are as good as random, so compressing them is for nothing.
ALTER TABLE memory_memory ALTER COLUMN token_signs SET STORAGE EXTERNAL;
CREATE TRIGGER memory_tokens BEFORE UPDATE OF content ON memory_memory FOR EACH ROW
    WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION cairn_forget_tokens();

-- What is kept of the tokens of these memories, as far as the scope shows them.
CREATE FUNCTION cairn_memory_signs(keys bigint[], model text) RETURNS TABLE (memory_id bigint, signs bytea)
LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY SELECT m.id, m.token_signs FROM memory_memory m WHERE m.id = ANY (keys) AND m.embedding_model = model;
END
$$;
