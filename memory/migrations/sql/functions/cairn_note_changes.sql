-- Count a turn's file changes on the memories that are anchored to those files (memory/knowledge/anchors.py), so that
-- a memory can be due for review. It runs as the owner because row-level security keeps `&&` from the index
-- memory_of_file; it checks team and scopes itself.
CREATE OR REPLACE FUNCTION cairn_note_changes(
    in_project bigint, paths text[], changed_at timestamptz, born bigint[]
) RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH noted AS (
        UPDATE memory_memory m SET file_changes = m.file_changes + 1
        WHERE m.team_id = cairn_team() AND cairn_may('capture', 'write') AND m.status IN ('active', 'disputed')
          AND m.files && paths AND m.id <> ALL (born) AND greatest(m.occurred_at, m.confirmed_at) < changed_at
          AND EXISTS (SELECT FROM memory_memoryproject p WHERE p.memory_id = m.id AND p.project_id = in_project)
        RETURNING 1
    ) SELECT count(*)::integer FROM noted
$$;
