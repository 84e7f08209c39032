DROP FUNCTION cairn_briefing(bigint, bigint, bigint[], timestamptz, interval);
