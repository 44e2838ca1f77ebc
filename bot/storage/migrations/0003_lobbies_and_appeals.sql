-- Lobbies that nobody starts are found by their age. Whether somebody's direct messages are open is
-- seen from each table's own posts.

CREATE INDEX games_lobbies ON games (created_at) WHERE status = 'lobby';
CREATE INDEX games_ended ON games (updated_at) WHERE status IN ('over', 'cancelled');
-- A player asks the others to let a step be taken back; void once the game has another version.
CREATE TABLE appeals (
  game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  version INTEGER NOT NULL,
  agreed  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE users DROP COLUMN dm_open;
