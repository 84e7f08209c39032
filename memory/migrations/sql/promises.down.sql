DROP TRIGGER memory_is_announced ON memory_memory;
DROP FUNCTION cairn_announce_memory();
GRANT DELETE ON memory_auditevent TO cairn_app;
DROP TRIGGER audit_is_append_only ON memory_auditevent;
DROP FUNCTION cairn_keep_audit();
DROP TRIGGER memory_content_is_kept ON memory_memory;
DROP FUNCTION cairn_keep_content();
