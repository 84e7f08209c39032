-- What the server's role never needs: to make operators, to grant Django's own permissions, or to say what was migrated.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON django_migrations, auth_group,
    auth_group_permissions FROM cairn_app;
REVOKE INSERT, UPDATE ON memory_user_groups, memory_user_user_permissions FROM cairn_app;
CREATE FUNCTION cairn_keep_operators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.is_superuser AND current_user = 'cairn_app' AND (TG_OP = 'INSERT' OR NOT OLD.is_superuser) THEN
        RAISE EXCEPTION 'permission denied: operators are made with the owner''s connection'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER operators_are_kept BEFORE INSERT OR UPDATE OF is_superuser ON memory_user
    FOR EACH ROW EXECUTE FUNCTION cairn_keep_operators();
