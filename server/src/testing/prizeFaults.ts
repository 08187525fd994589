/** A held prize under the id of one that was paid: state, what is paid of it, and who said so. */
const heldPrize = (state: string): string =>
  `insert into vendor_prize_held (id, wallet_id, account_id, vendor_id, game_id, foreign_id, digest, amount, bound, balance_after, at, state, pays, proposed_by, decided_by) select ref, wallet_id, 1, vendor_id, game_id, foreign_id, digest, 200, 0, 0, at, ${state} from vendor_entry where type = 4`;
/** Free rounds that come to a centavo at most: state, what they won and when they ended. */
const grantOf = (state: string): string =>
  `insert into free_round (id, account_id, vendor_id, game_id, rounds, stake, wagering, until, source_id, reason, granted_by, granted_name, at, win_max, state, won, ended_at) values (gen_random_uuid(), 1, 9, 1, 1, 1, 0, now() + interval '1 day', gen_random_uuid(), 'x', 1, 'x', now(), 1, ${state})`;

/** What may be wrong with prizes, the audit view that sees it, and the statement that plants it. A vendor of the number 9 has paid one prize. */
export const prizeFaults: readonly [what: string, view: "audit_a26" | "audit_a28", plant: string][] = [
  ["a prize of another sum than its line", "audit_a26", "update vendor_entry set amount = amount + 1 where type = 4"],
  ["a prize that was paid and forgotten", "audit_a26", "delete from vendor_entry where type = 4"],
  ["a prize that another than its giver paid", "audit_a26", "update transfer set contra = -302 where kind = 17"],
  ["a prize that was paid twice", "audit_a26", "update transfer set amount = 2 * amount where kind = 17"],
  ["a prize of a grant that nobody gave", "audit_a26", "update vendor_entry set issue = gen_random_uuid() where type = 4"],
  [
    "something to be staked for a prize that has none",
    "audit_a26",
    "insert into turnover (account_id, source, source_id, needed, from_staked, until_staked, at) values (1, 'freeRounds', gen_random_uuid(), 1, 0, 1, now())",
  ],
  ["a held prize that was paid unasked", "audit_a28", heldPrize("'held', null, null, null")],
  ["a decided prize that was paid otherwise", "audit_a28", heldPrize("'decided', 1, 1, 2")],
  ["a grant that waits for nothing", "audit_a28", grantOf("'held', 0, null")],
  ["a grant that won more than it could", "audit_a28", grantOf("'finished', 2, now()")],
];
