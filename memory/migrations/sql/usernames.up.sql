-- No new name may differ from an account's in case alone; people/usernames.py asks first, this is for two at once.
-- A trigger and no unique index: accounts that are such twins already keep their names, also where a backup brings them.
CREATE FUNCTION cairn_one_username() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.username = OLD.username THEN RETURN NEW; END IF;
    -- Whoever takes the same name waits here, and then sees it taken.
    PERFORM pg_advisory_xact_lock(hashtext('cairn_one_username'), hashtext(lower(NEW.username)));
    IF EXISTS (SELECT FROM memory_user u WHERE lower(u.username) = lower(NEW.username) AND u.id <> NEW.id) THEN
        RAISE unique_violation USING MESSAGE = 'an account has this name in other letters', TABLE = 'memory_user';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER username_is_one_in_any_case BEFORE INSERT OR UPDATE OF username ON memory_user
    FOR EACH ROW EXECUTE FUNCTION cairn_one_username();
