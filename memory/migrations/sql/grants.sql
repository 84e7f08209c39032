-- The rights of `cairn_app`, the server's role, which owns nothing: reading and writing rows, less what it never needs.

-- The embedded stack and docker/ have made the role; elsewhere the owner makes it, if it may.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cairn_app') THEN
        CREATE ROLE cairn_app NOLOGIN;
        EXECUTE format('GRANT cairn_app TO %I', current_user);
    END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO cairn_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO cairn_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO cairn_app;
-- Tables of later migrations and of Django's own applications, which may come first or later.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO cairn_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO cairn_app;

-- The audit log is only added to, and triggers chain it.
REVOKE UPDATE, DELETE ON memory_auditevent FROM cairn_app;
REVOKE INSERT, UPDATE, DELETE ON memory_audithead FROM cairn_app;
-- Triggers write these.
REVOKE INSERT, UPDATE, DELETE ON memory_searchable FROM cairn_app;
REVOKE INSERT ON memory_memorypassage, memory_messagepassage FROM cairn_app;

-- What a token may do, and whose it is, never changes.
REVOKE UPDATE ON memory_accesstoken FROM cairn_app;
GRANT UPDATE (name, expires_at, revoked_at, last_used_at) ON memory_accesstoken TO cairn_app;

-- Password hashes are read and written one account at a time (cairn_password, cairn_set_password), so the column is left
-- out. A migration that adds a column to accounts grants it, too.
REVOKE SELECT, INSERT, UPDATE ON memory_user FROM cairn_app;
GRANT SELECT (id, username, first_name, last_name, email, email_proved, is_active, is_staff, is_superuser, last_login,
              date_joined),
      INSERT (id, username, first_name, last_name, email, email_proved, is_active, is_staff, is_superuser, last_login,
              date_joined),
      UPDATE (username, first_name, last_name, email, email_proved, is_active, is_staff, is_superuser, last_login,
              date_joined)
    ON memory_user TO cairn_app;
-- A sign-in is found by its key alone, by functions (cairn_session): whoever reads a key is signed in.
REVOKE SELECT, INSERT, UPDATE, DELETE ON django_session FROM cairn_app;

-- The server grants no permissions of Django's own and does not say what was migrated.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON django_migrations, auth_group, auth_group_permissions FROM cairn_app;
REVOKE INSERT, UPDATE ON memory_user_groups, memory_user_user_permissions FROM cairn_app;
