-- Whether somebody took a jackpot is asked when they hide their wins.
create index jackpot_win_of on jackpot_win (wallet_id);
