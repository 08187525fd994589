-- The tickets of a draw in the order of its leaves, and a member's of one game, newest first: neither walks a whole history.
create index round_sold on round (draw_id, id) where draw_id is not null and status = 2;
create index round_ticket_game on round (wallet_id, game_id, id) where draw_id is not null and status = 2;

-- What is to be done for one lottery after the other, the oldest draw first.
create index draw_due on draw (series, id) where rooted and seed is null;
create index draw_drawn on draw (game_id, id) where rooted and state = 'drawn';
