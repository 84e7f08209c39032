-- Return how many rows of `memory_searchable` the planner expects to meet a condition. It is volatile because a stable
-- function must not run EXPLAIN.
CREATE OR REPLACE FUNCTION cairn_expected_rows(condition text) RETURNS double precision
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) SELECT FROM memory_searchable m WHERE ' || condition INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END
$$;
