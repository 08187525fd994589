const UNGUARDED = "alter table seed disable trigger user";

/** What the audit of members' seeds is known to see: what is planted, and how. */
export const seedFaults: readonly [what: string, view: "audit_a43", plant: string][] = [
  [
    "a seed that is not the promised one",
    "audit_a43",
    `${UNGUARDED}; update seed set server_seed = sha256('a'), seed_sealed = null, revealed_at = now(), rounds = 0 where is_next`,
  ],
  [
    "a seed shown with fewer rounds than were drawn from it",
    "audit_a43",
    `${UNGUARDED}; update seed set server_seed = sha256('a'), server_seed_hash = sha256(sha256('a')), seed_sealed = null, revealed_at = now(), rounds = 1
     where id in (select seed_id from round where nonce > 2)`,
  ],
  ["rounds drawn from somebody else's seed", "audit_a43", `${UNGUARDED}; update seed set wallet_id = -1 where id in (select seed_id from round)`],
  ["rounds drawn from a seed to come", "audit_a43", `${UNGUARDED}; drop index seed_next; update seed set is_next = true`],
  ["a seed that was taken away", "audit_a43", "delete from seed where id in (select seed_id from round)"],
];

const UNGUARDED_DRAWS = "alter table draw disable trigger draw_stands";

/** Of draws that are over, what the services could not write. */
export const drawFaults: readonly [what: string, view: "audit_a16", plant: string][] = [
  ["a seed that is not the promised one", "audit_a16", `${UNGUARDED_DRAWS}; update draw set seed = sha256(seed) where state = 'settled'`],
  ["an open ticket of a void draw", "audit_a16", `${UNGUARDED_DRAWS}; update draw set state = 'void', void_reason = 'x' where link = 2`],
  ["a settled draw that says another sum", "audit_a16", `${UNGUARDED_DRAWS}; update draw set paid = paid + 1 where state = 'settled'`],
  [
    "a later link drawn first",
    "audit_a16",
    `${UNGUARDED_DRAWS}; update draw set seed = null, result = null, state = 'open' where link = 1; update draw set seed = sha256('x') where link = 2`,
  ],
];
