-- What a hand of cards earns the house is its rake, not what one member loses to another: so it counts in the figures of members, lines and agents' pay.

create index pvp_hand_ended on pvp_hand (ended_at) where state = 'settled';

-- What each loser's part of a hand's rake is: by what they lost, rounded down; who lost the most, of equals the first seat, takes the rest. A winner has none.
create function card_rakes(since timestamptz, until timestamptz)
  returns table (hand_id uuid, account_id bigint, wallet_id bigint, round_id uuid, loss bigint, win bigint, part bigint) language sql stable as $$
  with seat as (
    select s.hand_id, s.seat, s.account_id, s.wallet_id, s.round_id, h.hold - s.back as loss, s.win, h.rake, (sum(h.hold - s.back) over hand)::bigint as lost
    from pvp_hand h join pvp_hand_seat s on s.hand_id = h.id where h.state = 'settled' and h.ended_at >= since and h.ended_at < until window hand as (partition by s.hand_id)
  ), share as (
    select *, case when lost = 0 then 0 else rake * loss / lost end as least, row_number() over (partition by hand_id order by loss desc, seat) as place from seat
  )
  select hand_id, account_id, wallet_id, round_id, loss, win,
         case when lost = 0 then 0 else least + case when place = 1 then rake - (sum(least) over (partition by hand_id))::bigint else 0 end end
  from share
$$;

-- What is counted beside the rounds of a span: those voided in it, as less than nothing; and of each round of cards what makes its result, which is stake less win, its
-- part of the rake. Such a line is of its round's very moment and is no round: its count is null, as that of no round is, so that whoever reads rounds alone leaves it out.
-- A round closes in the moment its hand ends, or as much later as its wallet's limits were read.
create or replace function activity_voids(since timestamptz, until timestamptz, zone text)
  returns table (account_id bigint, wallet_id bigint, round_id uuid, game_id integer, category text, at timestamptz, rounds bigint, valid bigint, stake bigint, win bigint)
  language sql stable as $$
  select w.account_id, s.wallet_id, s.round_id, s.game_id, coalesce(g.category, ''), v.at, -1::bigint, -valid_bet(s.stake, s.win, s.valid, p.percent), -s.stake, -s.win
  from reversal v join idempotency i on i.ref = v.original_ref join round_settled s on s.wallet_id = i.wallet_id and s.id = i.round_id and s.status = 1
  join wallet w on w.id = s.wallet_id left join game g on g.id = s.game_id left join activity_percent p on p.game_id = s.game_id and p.day = (s.at at time zone zone)::date
  where v.at >= since and v.at < until
  union all
  select c.account_id, c.wallet_id, c.round_id, r.game_id, coalesce(g.category, ''), r.at, null::bigint, 0::bigint, 0::bigint, c.loss - c.part - c.win
  from card_rakes(since - interval '1 hour', until + interval '1 hour') c
  join round r on r.wallet_id = c.wallet_id and r.part_of = c.round_id and r.status = 4 left join game g on g.id = r.game_id
  where r.at >= since and r.at < until
$$;
