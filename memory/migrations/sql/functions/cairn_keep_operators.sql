-- Refuse to let the server's role make superusers. Only the owner's connection can.
CREATE OR REPLACE FUNCTION cairn_keep_operators() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.is_superuser AND current_user = 'cairn_app' AND (TG_OP = 'INSERT' OR NOT OLD.is_superuser) THEN
        RAISE EXCEPTION 'permission denied: operators are made with the owner''s connection'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER operators_are_kept BEFORE INSERT OR UPDATE OF is_superuser ON memory_user
    FOR EACH ROW EXECUTE FUNCTION cairn_keep_operators();
