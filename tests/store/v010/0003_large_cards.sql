-- Whether somebody has chosen cards with large figures.
ALTER TABLE people ADD COLUMN large_cards INTEGER NOT NULL DEFAULT 0;
