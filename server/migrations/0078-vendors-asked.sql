-- A launch may bear a token: its bets name it, and it ends with 30 minutes of silence. seen_at: when it was last played with, to the minute.
alter table launch add column token_hash bytea unique, add column seen_at timestamptz;
