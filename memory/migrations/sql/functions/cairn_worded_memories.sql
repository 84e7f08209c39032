-- Run only the arm of words of the memory search, while the caller still waits for the question's vector. It runs as
-- the owner and by the scope's team, like cairn_search_memories.
CREATE OR REPLACE FUNCTION cairn_worded_memories(
    query text, depth integer, projects bigint[], types text[], agent bigint, wanted_tag text,
    since timestamptz, until timestamptz
) RETURNS cairn_question
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    filters constant text := cairn_filters(types, agent, wanted_tag, since, until, projects);
    asked cairn_question;
BEGIN
    IF nullif(current_setting('cairn.team', true), '') IS NULL THEN RETURN NULL; END IF;
    asked := cairn_read_question(query, filters);
    asked.worded := cairn_best_worded(asked.light, asked.heavy, asked.heavy_weights, asked.enough, asked.weights,
                                      cairn_condition(filters), depth);
    RETURN asked;
END
$$;
