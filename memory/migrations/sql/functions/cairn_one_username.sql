-- Refuse a new user name that differs from another one only in case. memory/people/usernames.py asks first; this
-- catches two requests at once. It is a trigger and not a unique index because accounts that already differ only in
-- case keep their names, also when a backup brings them.
CREATE OR REPLACE FUNCTION cairn_one_username() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
CREATE OR REPLACE TRIGGER username_is_one_in_any_case BEFORE INSERT OR UPDATE OF username ON memory_user
    FOR EACH ROW EXECUTE FUNCTION cairn_one_username();
