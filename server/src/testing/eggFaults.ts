import { CAMPAIGN, campaign } from "./campaignFaults.ts";

/** A ticket for an egg that no reward gave, with what it won where it was drawn: client seed, stop, points, cash, prize, when. */
const ticket = (outcome: string): string =>
  `insert into prize_ticket (id, account_id, draw, cause, level, reward_id, place, version, server_seed, server_seed_hash, at, client_seed, stop, points, cash, prize, drawn_at) select gen_random_uuid(), 1, 'egg', 'campaign', 0, gen_random_uuid(), 1, 1, seed, sha256(seed), now(), ${outcome} from (select decode(repeat('00', 32), 'hex') as seed) s`;
const drawn = (what: string): string => ticket(`repeat('0', 32), ${what}, now()`);

/** A reward of three tickets for eggs, issued so long ago, and none of them. */
const rewarded = (age: string): string =>
  `${campaign(0)}; insert into reward (id, campaign_id, version, account_id, occasion, gives, amount, gift, cost, facts, state, day, at, claim_until, issued_at) values (gen_random_uuid(), '${CAMPAIGN}', 1, 1, 'once', 'ticket', 3, '{"gives": "egg", "count": 3}', 0, '[]', 'issued', current_date, now(), now(), now() - interval '${age}')`;

/** What may be wrong with golden eggs, the fault the audit's view sees, and the statement that plants it. */
export const eggFaults: readonly [what: string, view: "audit_a26" | "audit_a42", plant: string][] = [
  ["a ticket for an egg that no reward gave", "audit_a42", ticket("null, null, null, null, null, null")],
  ["a reward whose tickets for eggs never came", "audit_a42", rewarded("25 hours")],
  ["an egg whose money never came", "audit_a42", drawn("880, null, 500, 4")],
  ["an egg that gave another prize than its stop's", "audit_a42", drawn("0, 100, null, 1")],
  [
    "money of an egg that nobody drew",
    "audit_a26",
    "update transfer set kind = 17, contra = -302 where kind = 5 and wallet_id in (select id from wallet where kind = 1)",
  ],
  ["a prize that was given without an egg", "audit_a42", "update prize_egg set given = 1 where version = 1 and place = 7"],
];
