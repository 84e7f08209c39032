-- Return the projects of a memory, {0} if it has none: a memory about no project concerns all projects.
CREATE OR REPLACE FUNCTION cairn_projects_of(memory bigint) RETURNS bigint[]
LANGUAGE sql STABLE AS $$
    SELECT coalesce(array_agg(p.project_id ORDER BY p.project_id), '{0}') FROM memory_memoryproject p WHERE p.memory_id = memory
$$;
