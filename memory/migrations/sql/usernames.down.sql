DROP TRIGGER username_is_one_in_any_case ON memory_user;
DROP FUNCTION cairn_one_username();
