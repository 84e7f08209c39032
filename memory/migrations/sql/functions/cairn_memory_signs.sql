-- Return the token signs of these memories, as far as the scope shows them, for late interaction. The plan is kept,
-- and it goes by the keys whatever the statistics say.
CREATE OR REPLACE FUNCTION cairn_memory_signs(keys bigint[], model text)
RETURNS TABLE (memory_id bigint, signs bytea)
LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY SELECT m.id, m.token_signs FROM memory_memory m WHERE m.id = ANY (keys) AND m.embedding_model = model;
END
$$;
