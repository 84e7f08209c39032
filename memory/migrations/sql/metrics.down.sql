DROP FUNCTION cairn_metrics();
