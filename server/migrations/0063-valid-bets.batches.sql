-- Valid bets of days that were written down before they had one definition.
update play_day p set valid = c.valid
from (
  select d.wallet_id, d.day, d.game_id, coalesce((
    select sum(valid_bet(s.stake, s.win, s.valid, null)) from round_settled s
    where s.wallet_id = d.wallet_id and s.game_id = d.game_id
      and s.at >= d.day::timestamp at time zone 'Asia/Manila' and s.at < (d.day + 1)::timestamp at time zone 'Asia/Manila'
      and s.id >= uuid_floor(d.day::timestamp at time zone 'Asia/Manila' - interval '1 minute') and s.id < uuid_floor((d.day + 1)::timestamp at time zone 'Asia/Manila' + interval '1 minute')
  ), 0) as valid
  from (select wallet_id, day, game_id from play_day where valid is null order by day limit 5000) d
) c
where p.wallet_id = c.wallet_id and p.day = c.day and p.game_id = c.game_id;
