-- Return the SQL condition, about `m`, for what the scope's person may see, narrowed by `filters` (cairn_filters).
CREATE OR REPLACE FUNCTION cairn_condition(filters text) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat(
        'm.team_id = ', nullif(current_setting('cairn.team', true), '')::bigint, ' AND (m.visibility <> ''private'' OR m.author_id = ',
        coalesce(nullif(current_setting('cairn.user', true), '')::bigint, 0), ')', filters)
$$;
