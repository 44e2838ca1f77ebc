-- The language of a user's client, as last seen: hand cards come when nobody has asked.

ALTER TABLE users ADD COLUMN client_locale TEXT;
