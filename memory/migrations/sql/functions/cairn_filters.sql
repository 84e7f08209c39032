-- Return what narrows a search, as SQL about `m` (`memory_searchable`) that begins with AND; '' if nothing does. A
-- memory about no project has the projects {0} there, so one overlap finds it too.
CREATE OR REPLACE FUNCTION cairn_filters(
    types text[], agent bigint, wanted_tag text, since timestamptz, until timestamptz, projects bigint[]
) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat(
        ' AND m.type = ANY (' || quote_literal(types) || '::varchar[])', ' AND m.agent_id = ' || agent,
        ' AND m.tags @> ARRAY[' || quote_literal(wanted_tag) || ']::varchar[]',
        ' AND m.occurred_at >= ' || quote_literal(since), ' AND m.occurred_at < ' || quote_literal(until),
        CASE WHEN projects IS NOT NULL THEN ' AND m.projects && ' || quote_literal(projects || 0::bigint) || '::bigint[]' END)
$$;
