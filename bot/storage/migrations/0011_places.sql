-- The channel in which a table's lobby stood, if its game is played in a thread of it; 0: it is not.
ALTER TABLE games ADD COLUMN parent_id INTEGER NOT NULL DEFAULT 0;
-- When its board was last brought below what people write, in milliseconds; 0: never.
ALTER TABLE games ADD COLUMN brought INTEGER NOT NULL DEFAULT 0;
