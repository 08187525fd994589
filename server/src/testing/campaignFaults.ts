const CAMPAIGN = "00000000-0000-8000-8000-000000000c01";
const campaign = (spent: number): string =>
  `insert into campaign (id, code, state, version, tab, trigger, starts_at, ends_at, budget, spent) values ('${CAMPAIGN}', 'FAULTY', 'published', 1, 'games', 'applied', now(), now() + interval '1 day', 1000, ${spent})`;
const reward = (gives: string, state: "issued" | "open"): string =>
  `insert into reward (id, campaign_id, version, account_id, occasion, gives, amount, gift, cost, facts, state, day, at, claim_until, issued_at) values (gen_random_uuid(), '${CAMPAIGN}', 1, 1, 'once', '${gives}', 5, '{}', 5, '[]', '${state}', current_date, now(), now(), ${state === "issued" ? "now()" : "null"})`;

/** What may be wrong with campaigns, the audit view that sees it, and the statement that plants it. */
export const campaignFaults: readonly [what: string, view: "audit_a36" | "audit_a37", plant: string][] = [
  [
    "money of a campaign that nobody reserved",
    "audit_a36",
    "update transfer set kind = 8, contra = -302 where kind = 5 and wallet_id in (select id from wallet where kind = 1)",
  ],
  ["a reward of money that never came", "audit_a36", `${campaign(5)}; ${reward("cash", "issued")}`],
  ["a reward of points that never came", "audit_a36", `${campaign(5)}; ${reward("points", "issued")}`],
  ["a reward of a bonus that never came", "audit_a36", `${campaign(5)}; ${reward("bonus", "issued")}`],
  ["a campaign that spent what nobody got", "audit_a37", campaign(5)],
  [
    "a day that spent what nobody got",
    "audit_a37",
    `${campaign(0)}; insert into campaign_day (campaign_id, day, cap, spent) values ('${CAMPAIGN}', current_date, 10, 5)`,
  ],
];
