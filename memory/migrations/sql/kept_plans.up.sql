-- A plan that is kept may have been made when the tables were empty, as on a server's first day, and stays until
-- Postgres looks at them again. What was cheapest then is dear with a hundred rows: to read a table from end to end for
-- each row, or to list a briefing anew for each memory of the team. So neither is left to choose.
DO $do$
DECLARE
    stood constant text := pg_get_functiondef('cairn_briefing(bigint, bigint, bigint[], timestamptz, interval)'::regprocedure);
    wanted constant text := replace(stood, '), listed AS (', '), listed AS MATERIALIZED (');
BEGIN
    IF wanted = stood THEN RAISE EXCEPTION 'cairn_briefing lists in another way than this expects'; END IF;
    EXECUTE wanted;
END
$do$;

ALTER FUNCTION cairn_briefing(bigint, bigint, bigint[], timestamptz, interval) SET enable_seqscan = off;
ALTER FUNCTION cairn_shown(bigint[]) SET enable_seqscan = off;
ALTER FUNCTION cairn_twins(bigint[], bigint[]) SET enable_seqscan = off;
ALTER FUNCTION cairn_note_question(bigint, bigint, bigint, text, bigint, text, bigint[]) SET enable_seqscan = off;
