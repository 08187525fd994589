/** A settled hand of two seats that each lost or won nothing, as an owner would plant it. */
const hand = (state: string, rake: string, seats: string, started = "now()") => `
  with h as (
    insert into pvp_hand (id, table_id, room, game_id, version, number, unit, hold, hitter, seed_hash, seed_sealed, seed, state, moves, rake, started_at, acted_at, ended_at)
    select gen_random_uuid(), gen_random_uuid(), 'TONGITS-1', 93, 1, 1, 100, 800, 0, sha256('x'), 'x', ${state === "open" ? "null" : "sha256('s')"}, '${state}', 0, ${rake}, ${started}, now(), ${state === "open" ? "null" : "now()"}
    returning id
  )
  insert into pvp_hand_seat (hand_id, seat, account_id, wallet_id, round_id, bytes, units, back, win) select h.id, s.seat, s.seat + 1, s.seat + 1, gen_random_uuid(), decode(repeat('00', 16), 'hex'), ${seats} from h, (values (0), (1)) s(seat)`;

/** What may be wrong with a hand of cards, the audit view that sees it, and the statement that plants it. */
export const cardFaults: readonly [what: string, view: "audit_a38", plant: string][] = [
  ["a hand that kept another rake than it says", "audit_a38", hand("settled", "5", "0, 800, 0")],
  ["a void hand that kept something", "audit_a38", hand("void", "null", "0, 700, 0")],
  ["an open hand without its holds", "audit_a38", hand("open", "null", "null, null, null")],
  ["a hand that is open for an hour", "audit_a38", hand("open", "null", "null, null, null", "now() - interval '1 hour'")],
];
