DO $do$
BEGIN
    EXECUTE replace(pg_get_functiondef('cairn_briefing(bigint, bigint, bigint[], timestamptz, interval)'::regprocedure),
                    'm.purged_at IS NULL AND NOT m.unsigned AND', 'm.purged_at IS NULL AND');
END
$do$;
