-- The channels in which every member may open a table, as a JSON list of ids.
ALTER TABLE guilds ADD COLUMN open_channels TEXT NOT NULL DEFAULT '[]';
