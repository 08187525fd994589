/** What may be wrong with VIP, the audit view that sees it, and the statement that plants it. */
export const vipFaults: readonly [what: string, view: "audit_a32", plant: string][] = [
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
];
