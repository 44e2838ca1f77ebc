-- How fast new tables of a server play, and whether vacations stop their clocks; NULL: as everywhere.
ALTER TABLE guilds ADD COLUMN pace TEXT;
ALTER TABLE guilds ADD COLUMN vacation INTEGER;

-- Games that are being played began without a pace: they say so once, with whatever they tell next.
INSERT INTO lines (game_id, n, user_id, key, facts)
  SELECT id, 0, 0, 'line-no-pace', '{}' FROM games WHERE status = 'playing';
