-- Return what a new session is told about a project (NULL: about all), in five lists: 0 patterns, dependencies and
-- pinned memories; 1 what is near to the current work (`near`: keys, the nearest first); 2 what others added since the
-- reader was last here; 3 what happened lately; 4 the most used. A memory that only a model told (`unsigned`) is in no
-- list.
--
-- It is a function because its plan is kept: planning six queries behind row-level security takes longer than running
-- them. Each query follows the order of an index and stops early, so links to projects are looked up row by row. No
-- index knows what is near, so list 0 takes the first rows without `near` and the near rows, and sorts those.
--
-- A kept plan may come from the first day, when the tables were empty. `enable_seqscan` is off and `listed` is
-- materialized so that such a plan is still fast with many rows.
CREATE OR REPLACE FUNCTION cairn_briefing(
    reader bigint, in_project bigint, near bigint[], last_here timestamptz, lately interval
) RETURNS TABLE (
    shelf integer, place bigint, id bigint, uuid uuid, type text, occurred_at timestamptz, content text
)
LANGUAGE plpgsql STABLE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    team constant bigint := cairn_team();
BEGIN
    RETURN QUERY
    WITH standing AS (
        (SELECT m.id, m.pinned, m.corroborations, m.uses, m.occurred_at FROM memory_memory m
         WHERE m.team_id = team AND m.purged_at IS NULL AND NOT m.unsigned AND m.status IN ('active', 'disputed')
           AND (m.visibility <> 'private' OR m.author_id = reader)
           AND (m.type IN ('pattern', 'dependency') OR m.pinned)
           AND (in_project IS NULL OR (SELECT coalesce(bool_or(l.project_id = in_project), true)
                                       FROM memory_memoryproject l WHERE l.memory_id = m.id))
         ORDER BY m.pinned DESC, m.corroborations DESC, m.uses DESC, m.occurred_at DESC LIMIT 12)
        UNION
        SELECT m.id, m.pinned, m.corroborations, m.uses, m.occurred_at FROM memory_memory m
        WHERE m.id = ANY (near) AND m.team_id = team AND m.purged_at IS NULL AND NOT m.unsigned AND m.status IN ('active', 'disputed')
          AND (m.visibility <> 'private' OR m.author_id = reader)
          AND (m.type IN ('pattern', 'dependency') OR m.pinned)
          AND (in_project IS NULL OR (SELECT coalesce(bool_or(l.project_id = in_project), true)
                                      FROM memory_memoryproject l WHERE l.memory_id = m.id))
    ), listed AS MATERIALIZED (
        (SELECT 0 AS shelf, row_number() OVER places AS place, s.id FROM standing s
         WINDOW places AS (ORDER BY s.pinned DESC, s.id = ANY (near) DESC, s.corroborations DESC, s.uses DESC,
                                    s.occurred_at DESC)
         ORDER BY place LIMIT 12)
        UNION ALL
        (SELECT 1, array_position(near, m.id)::bigint, m.id FROM memory_memory m
         WHERE m.id = ANY (near) AND m.team_id = team AND m.purged_at IS NULL AND NOT m.unsigned AND m.status IN ('active', 'disputed')
           AND (m.visibility <> 'private' OR m.author_id = reader) AND m.type NOT IN ('pattern', 'dependency')
           AND (in_project IS NULL OR (SELECT coalesce(bool_or(l.project_id = in_project), true)
                                       FROM memory_memoryproject l WHERE l.memory_id = m.id))
         ORDER BY 2 LIMIT 8)
        UNION ALL
        (SELECT 2, row_number() OVER (ORDER BY m.created_at DESC, m.id DESC), m.id FROM memory_memory m
         WHERE m.team_id = team AND m.created_at > last_here AND m.occurred_at > last_here - lately
           AND m.author_id IS DISTINCT FROM reader
           AND m.purged_at IS NULL AND NOT m.unsigned AND m.status IN ('active', 'disputed') AND m.visibility <> 'private'
           AND (in_project IS NULL OR (SELECT coalesce(bool_or(l.project_id = in_project), true)
                                       FROM memory_memoryproject l WHERE l.memory_id = m.id))
         ORDER BY m.created_at DESC, m.id DESC LIMIT 8)
        UNION ALL
        (SELECT 3, row_number() OVER (ORDER BY m.occurred_at DESC, m.id DESC), m.id FROM memory_memory m
         WHERE m.team_id = team AND m.occurred_at >= statement_timestamp() - lately
           AND m.purged_at IS NULL AND NOT m.unsigned AND m.status IN ('active', 'disputed')
           AND (m.visibility <> 'private' OR m.author_id = reader) AND m.type NOT IN ('pattern', 'dependency')
           AND (in_project IS NULL OR (SELECT coalesce(bool_or(l.project_id = in_project), true)
                                       FROM memory_memoryproject l WHERE l.memory_id = m.id))
         ORDER BY m.occurred_at DESC, m.id DESC LIMIT 15)
        UNION ALL
        (SELECT 4, row_number() OVER (ORDER BY m.uses DESC, m.occurred_at DESC, m.id DESC), m.id FROM memory_memory m
         WHERE m.team_id = team AND m.purged_at IS NULL AND NOT m.unsigned AND m.status IN ('active', 'disputed')
           AND (m.visibility <> 'private' OR m.author_id = reader) AND m.type NOT IN ('pattern', 'dependency')
           AND (in_project IS NULL OR (SELECT coalesce(bool_or(l.project_id = in_project), true)
                                       FROM memory_memoryproject l WHERE l.memory_id = m.id))
         ORDER BY m.uses DESC, m.occurred_at DESC, m.id DESC LIMIT 10)
    )
    SELECT f.shelf, f.place, m.id, m.uuid, m.type::text, m.occurred_at, m.content
    FROM listed f JOIN memory_memory m ON m.id = f.id
    ORDER BY f.shelf, f.place;
END
$$;
