import { campaignFaults } from "./campaignFaults.ts";

/** What may be wrong with VIP, its wheel, what friends bring and campaigns, the audit view that sees it, and the statement that plants it. */
export const vipFaults: readonly [
  what: string,
  view: "audit_a32" | "audit_a33" | "audit_a35" | "audit_a36" | "audit_a37" | "audit_a40" | "audit_a41" | "audit_a45",
  plant: string,
][] = [
  ...campaignFaults,
  [
    "a week's bonus that nobody was given",
    "audit_a32",
    "insert into vip_week (week, account_id, level, stake, win, base, bonus_bps, week_max, bonus, state, bonus_id, at) values ('2026-01-05', 1, 4, 100, 0, 100, 500, 500, 5, 'given', gen_random_uuid(), now())",
  ],
  [
    "a bonus of a week that nobody settled",
    "audit_a32",
    "insert into bonus (id, account_id, code, amount, needed, days, state, at) values (gen_random_uuid(), 1, 'VIPWEEK', 5, 5, 7, 'waiting', now())",
  ],
  ["a day that was counted for nobody", "audit_a32", "insert into vip_day (day, done) select day, true from activity_day where state = 'frozen'"],
  ["valid bets of days that are not counted", "audit_a32", "insert into vip_member (account_id, valid) values (1, 5)"],
  ["a level that was never reached", "audit_a32", "insert into vip_member (account_id, level) values (1, 3)"],
  ["a settled week of another sum", "audit_a32", "insert into vip_settlement (week, amount, settled_at) values ('2026-01-05', 5, now())"],
  [
    "a drawn ticket that gave nothing",
    "audit_a33",
    "insert into prize_ticket (id, account_id, cause, level, version, server_seed, server_seed_hash, at, client_seed, stop, points, drawn_at) select gen_random_uuid(), 1, 'level', 1, 1, seed, sha256(seed), now(), repeat('0', 32), 0, 10, now() from (select decode(repeat('00', 32), 'hex') as seed) s",
  ],
  [
    "a reward for a friend that is no bonus",
    "audit_a35",
    "insert into referral_month (month, cap, spent) values ('2026-01-01', 5, 5); insert into referral_reward (friend_id, step, referrer_id, amount, state, at) values (2, 'deposit', 1, 5, 'given', '2026-01-15')",
  ],
  ["a month of rewards for friends that nobody got", "audit_a35", "insert into referral_month (month, cap, spent) values ('2026-01-01', 5, 5)"],
];
