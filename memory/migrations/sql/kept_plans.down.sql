ALTER FUNCTION cairn_briefing(bigint, bigint, bigint[], timestamptz, interval) RESET enable_seqscan;
ALTER FUNCTION cairn_shown(bigint[]) RESET enable_seqscan;
ALTER FUNCTION cairn_twins(bigint[], bigint[]) RESET enable_seqscan;
ALTER FUNCTION cairn_note_question(bigint, bigint, bigint, text, bigint, text, bigint[]) RESET enable_seqscan;

DO $do$
DECLARE
    stood constant text := pg_get_functiondef('cairn_briefing(bigint, bigint, bigint[], timestamptz, interval)'::regprocedure);
    wanted constant text := replace(stood, '), listed AS MATERIALIZED (', '), listed AS (');
BEGIN
    IF wanted = stood THEN RAISE EXCEPTION 'cairn_briefing lists in another way than this expects'; END IF;
    EXECUTE wanted;
END
$do$;
