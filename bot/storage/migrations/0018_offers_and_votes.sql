-- Who offered a free seat that its owner did not give up, and since when the caretaker had kept it.
-- Both are empty for a seat that was given up.
ALTER TABLE seats ADD COLUMN offered_by TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN kept_since TEXT NOT NULL DEFAULT '';
-- Whether the owner of a seat that is to change hands has left the server.
ALTER TABLE handovers ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;
-- The open vote of the players to cancel their game, as JSON; empty if no vote is open.
ALTER TABLE games ADD COLUMN cancel_vote TEXT NOT NULL DEFAULT '';
