-- Lobbies that nobody starts are found by their age. Whether somebody's direct messages are open is
-- seen from each table's own posts.

CREATE INDEX games_lobbies ON games (created_at) WHERE status = 'lobby';
CREATE INDEX games_ended ON games (updated_at) WHERE status IN ('over', 'cancelled');
ALTER TABLE users DROP COLUMN dm_open;
