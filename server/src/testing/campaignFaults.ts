/** The campaign that planted faults belong to. */
export const CAMPAIGN = "00000000-0000-8000-8000-000000000c01";
/** A campaign that says it spent so much. */
export const campaign = (spent: number): string =>
  `insert into campaign (id, code, state, version, tab, trigger, starts_at, ends_at, budget, spent) values ('${CAMPAIGN}', 'FAULTY', 'published', 1, 'games', 'applied', now(), now() + interval '1 day', 1000, ${spent})`;
const reward = (gives: string, state: "issued" | "open"): string =>
  `insert into reward (id, campaign_id, version, account_id, occasion, gives, amount, gift, cost, facts, state, day, at, claim_until, issued_at) values (gen_random_uuid(), '${CAMPAIGN}', 1, 1, 'once', '${gives}', 5, '{}', 5, '[]', '${state}', current_date, now(), now(), ${state === "issued" ? "now()" : "null"})`;
const entered = `${campaign(0)}; insert into participation (id, campaign_id, account_id, period, version, state, counts, categories, since, until, at) values (gen_random_uuid(), '${CAMPAIGN}', 1, 'once', 1, 'signed', 'nothing', '{}', now(), now(), now())`;

const rain = (taken: number, given: number): string =>
  `insert into envelope_rain (campaign_id, seed_sealed, server_seed_hash, total, slips, smallest, largest, taken, given, at) values ('${CAMPAIGN}', '', sha256(''), 10, 2, 4, 6, ${taken}, ${given}, now())`;
const slips = `insert into envelope_slip values ('${CAMPAIGN}', 1, 4), ('${CAMPAIGN}', 2, 6)`;
const opened = (account: number, n: number, paidAt: string): string =>
  `insert into envelope_claim (campaign_id, account_id, n, at, paid_at) values ('${CAMPAIGN}', ${account}, ${n}, now(), ${paidAt})`;

const tournament = `insert into tournament values ('${CAMPAIGN}', 'DICE', 100, 5)`;
const seatWithRound = (round: string): string =>
  `insert into tournament_seat (campaign_id, account_id, chips, rounds, seed_sealed, server_seed_hash, client_seed, reached_at) values ('${CAMPAIGN}', 1, 100, 1, '', sha256(''), 'seed', now()); insert into tournament_round values ('${CAMPAIGN}', 1, 1, ${round})`;
const versionOf = (chips: number): string =>
  `insert into campaign_version (campaign_id, version, state, tab, words, rule, starts_at, ends_at, budget, clearance, permit, two_from, made_by, made_name, made_at, published_at) values ('${CAMPAIGN}', 1, 'published', 'games', '{}', '{"trigger": {"on": "ranked", "categories": [], "seat": {"gameCode": "DICE", "chips": ${chips}, "rounds": 5}}}', now(), now() + interval '1 day', 1000, '', '', 2000, 1, 'officer', now(), now())`;

const bets = (used: number): string =>
  `insert into bonus_bet (id, account_id, stake, count, used, at, expires_at) select '${CAMPAIGN}', min(id), 500, 3, ${used}, now(), now() from account where id > 0`;
/** A bonus bet that was played in the first round there is, as that round is. */
const betPlayed = `${bets(1)}; insert into bonus_bet_play select '${CAMPAIGN}', 1, w.account_id, r.id, r.game_id, r.stake, r.win, r.at from round r join wallet w on w.id = r.wallet_id where r.status = 1 order by r.id limit 1`;

/** What may be wrong with campaigns, rains, bonus bets and tournaments, the audit view that sees it, and the statement that plants it. */
export const campaignFaults: readonly [what: string, view: "audit_a36" | "audit_a37" | "audit_a40" | "audit_a41" | "audit_a45", plant: string][] = [
  [
    "money of a campaign that nobody reserved",
    "audit_a36",
    "update transfer set kind = 8, contra = -302 where kind = 5 and wallet_id in (select id from wallet where kind = 1)",
  ],
  ["a reward of money that never came", "audit_a36", `${campaign(5)}; ${reward("cash", "issued")}`],
  ["a reward of points that never came", "audit_a36", `${campaign(5)}; ${reward("points", "issued")}`],
  ["a reward of a bonus that never came", "audit_a36", `${campaign(5)}; ${reward("bonus", "issued")}`],
  ["a reward of bonus bets that never came", "audit_a36", `${campaign(5)}; ${reward("bonusBet", "issued")}`],
  ["bonus bets that nobody gave", "audit_a36", bets(0)],
  ["a bonus bet that says it was played", "audit_a45", bets(1)],
  ["a bonus bet whose round counted, and whose money never moved", "audit_a45", betPlayed],
  ["a campaign that spent what nobody got", "audit_a37", campaign(5)],
  ["a rain whose total the campaign did not set aside", "audit_a37", `${campaign(0)}; ${rain(0, 0)}`],
  [
    "a rain whose envelopes are not its total",
    "audit_a41",
    `${campaign(10)}; ${rain(0, 0)}; insert into envelope_slip values ('${CAMPAIGN}', 1, 4), ('${CAMPAIGN}', 2, 5)`,
  ],
  ["a rain that says less was taken than was opened", "audit_a41", `${campaign(10)}; ${rain(0, 0)}; ${slips}; ${opened(1, 1, "null")}`],
  ["an envelope that was passed over", "audit_a41", `${campaign(10)}; ${rain(1, 6)}; ${slips}; ${opened(1, 2, "null")}`],
  ["an envelope that is paid and stands nowhere", "audit_a41", `${campaign(10)}; ${rain(1, 4)}; ${slips}; ${opened(1, 1, "now()")}`],
  [
    "a day that spent what nobody got",
    "audit_a37",
    `${campaign(0)}; insert into campaign_day (campaign_id, day, cap, spent) values ('${CAMPAIGN}', current_date, 10, 5)`,
  ],
  [
    "a seat with chips that no round brought",
    "audit_a40",
    `${entered}; insert into tournament values ('${CAMPAIGN}', 'DICE', 100, 5); insert into tournament_seat (campaign_id, account_id, chips, seed_sealed, server_seed_hash, reached_at) values ('${CAMPAIGN}', 1, 105, '', sha256(''), now())`,
  ],
  ["a round that took more chips than the seat had", "audit_a40", `${entered}; ${tournament}; ${seatWithRound("150, 150, '{}', now()")}`],
  ["a round that was played after its tournament", "audit_a40", `${entered}; ${tournament}; ${seatWithRound("5, 5, '{}', now() + interval '2 days'")}`],
  ["a tournament of other chips than its rule says", "audit_a40", `${campaign(0)}; ${tournament}; ${versionOf(200)}`],
  [
    "a seat of whoever is not in the tournament",
    "audit_a40",
    `${campaign(0)}; insert into tournament values ('${CAMPAIGN}', 'DICE', 100, 5); insert into tournament_seat (campaign_id, account_id, chips, seed_sealed, server_seed_hash, reached_at) values ('${CAMPAIGN}', 1, 100, '', sha256(''), now())`,
  ],
  [
    "a seat whose rounds have a gap",
    "audit_a40",
    `${entered}; insert into tournament values ('${CAMPAIGN}', 'DICE', 100, 5); insert into tournament_seat (campaign_id, account_id, chips, rounds, seed_sealed, server_seed_hash, client_seed, reached_at) values ('${CAMPAIGN}', 1, 100, 2, '', sha256(''), 'seed', now()); insert into tournament_round values ('${CAMPAIGN}', 1, 1, 5, 5, '{}', now()), ('${CAMPAIGN}', 1, 3, 5, 5, '{}', now())`,
  ],
];
