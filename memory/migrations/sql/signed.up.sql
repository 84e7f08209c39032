-- A briefing tells nothing that only a model told: a person said it, or approved, pinned or confirmed it.
DO $do$
DECLARE
    stood constant text := pg_get_functiondef('cairn_briefing(bigint, bigint, bigint[], timestamptz, interval)'::regprocedure);
    wanted constant text := replace(stood, 'm.purged_at IS NULL AND', 'm.purged_at IS NULL AND NOT m.unsigned AND');
BEGIN
    IF wanted = stood THEN RAISE EXCEPTION 'cairn_briefing lists in another way than this expects'; END IF;
    EXECUTE wanted;
END
$do$;
