-- Return those of the pairs (better and worse, side by side) that have the same words or are next to each other in
-- meaning. The plan is kept (see cairn_shown).
CREATE OR REPLACE FUNCTION cairn_twins(better bigint[], worse bigint[])
RETURNS TABLE (better_id bigint, worse_id bigint, worse_uuid uuid, better_content text, worse_content text)
LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY WITH found AS MATERIALIZED (
        SELECT id, uuid, content, tsv, embedding_model, embedding FROM memory_memory
        WHERE id = ANY (better) OR id = ANY (worse)
    )
    SELECT p.a, p.b, other.uuid, one.content, other.content
    FROM unnest(better, worse) AS p(a, b) JOIN found one ON one.id = p.a JOIN found other ON other.id = p.b
    WHERE one.tsv = other.tsv
       OR (one.embedding_model = other.embedding_model AND one.embedding <=> other.embedding < 0.05);
END
$$;
