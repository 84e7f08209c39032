-- Record a question. If the same person asked within the last 30 seconds and goes on typing, their row is updated.
--
-- It does not wait for the disk: losing the last rows in a crash does no harm. It runs in the asker's own scope. It is
-- a function so that its plan is kept, because every search calls it and planning took longer than running it.
CREATE OR REPLACE FUNCTION cairn_note_question(
    of_team bigint, by_user bigint, by_agent bigint, on_surface text, about bigint, asked text, hits bigint[]
) RETURNS void
LANGUAGE plpgsql VOLATILE SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
DECLARE
    said constant text := cairn_gist(asked, of_team);
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    UPDATE memory_recall AS r SET question = asked, gist = said, shown = hits, project_id = about, at = statement_timestamp()
    WHERE r.id = (
        SELECT id FROM memory_recall
        WHERE team_id = of_team AND at > statement_timestamp() - interval '30 seconds'
          AND user_id = by_user AND agent_id IS NOT DISTINCT FROM by_agent AND surface = on_surface
          AND NOT asked_team AND answered_by_id IS NULL AND dismissed_at IS NULL
          AND (starts_with(lower(asked), lower(question)) OR starts_with(lower(question), lower(asked)))
        ORDER BY at DESC LIMIT 1);
    IF NOT FOUND THEN
        INSERT INTO memory_recall (
            team_id, user_id, agent_id, project_id, surface, question, gist, shown, fetched, asked_team, at)
        VALUES (of_team, by_user, by_agent, about, on_surface, asked, said, hits, '{}', false, statement_timestamp());
    END IF;
END
$$;
