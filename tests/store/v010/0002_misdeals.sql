-- Hands that had to be shown, because the cards were dealt again before the deal began.
ALTER TABLE deals ADD COLUMN misdeals TEXT NOT NULL DEFAULT '[]'; -- JSON: each time, the hands by seat
