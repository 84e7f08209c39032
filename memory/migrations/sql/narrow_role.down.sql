DROP TRIGGER operators_are_kept ON memory_user;
DROP FUNCTION cairn_keep_operators();
GRANT INSERT, UPDATE, DELETE, TRUNCATE ON django_migrations, auth_group,
    auth_group_permissions TO cairn_app;
GRANT INSERT, UPDATE ON memory_user_groups, memory_user_user_permissions TO cairn_app;
