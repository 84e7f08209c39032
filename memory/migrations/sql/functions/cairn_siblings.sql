-- Return the memories of cairn_learned_beside with what a page shows of them, in the order of the hits. Row-level
-- security applies to the asker.
CREATE OR REPLACE FUNCTION cairn_siblings(hits bigint[], but uuid[], near double precision, most integer) RETURNS TABLE (
    hit bigint, sibling_uuid uuid, sibling_type varchar, sibling_content text, sibling_unsigned boolean
)
LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY SELECT b.hit, m.uuid, m.type, m.content, m.unsigned
    FROM cairn_learned_beside(hits, but, near, most) AS b JOIN memory_memory m ON m.id = b.sibling
    ORDER BY array_position(hits, b.hit), b.place;
END
$$;
