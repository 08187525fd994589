const draw = (number: string, more: string, values: string): string =>
  `insert into draw_chain (series, length, anchor, top_sealed, created_at, salt, salt_source, salted_at) values ('PH_3D', 10, sha256('${number}'), '', now(), 's', 's', now());
   insert into draw (series, number, game_id, chain_id, link, salt, opens_at, closes_at, draws_at, member_max, rooted${more})
   select 'PH_3D', '${number}', 34, max(id), 1, 's', now() - interval '3 hours', now() - interval '2 hours', now() - interval '2 hours', 100, true${values} from draw_chain`;

/** What may be wrong with a lottery's draw, the audit view that sees it, and the statement that plants it. */
export const lotteryFaults: readonly [what: string, view: "audit_a34", plant: string][] = [
  [
    "a lottery's seed that was opened without a word",
    "audit_a34",
    draw(
      "20260101-0001",
      ", state, seed, commitment, result, tickets_root, drawn_at",
      ", 'drawn', sha256('seed'), sha256(sha256('seed')), '{}', sha256('root'), now()",
    ),
  ],
  [
    "a root that hashes a ticket nobody bought",
    "audit_a34",
    `${draw("20260101-0002", ", state, tickets_root, commitment", ", 'closed', sha256('root'), sha256('20260101-0002')")};
     insert into draw_seed_opening (draw_id, tickets_root, tickets, reason, at) select max(id), sha256('root'), 1, 'drawn', now() from draw`,
  ],
  [
    "a promise that shows the seed of a draw that is not drawn",
    "audit_a34",
    `${draw("20260101-0003", ", state, commitment", ", 'open', sha256('20260101-0003')")};
     insert into draw (series, number, game_id, chain_id, link, commitment, salt, opens_at, closes_at, draws_at, member_max, rooted, state)
     select series, '20260101-0004', game_id, chain_id, 2, sha256('x'), salt, opens_at, closes_at, draws_at, 100, true, 'open' from draw where number = '20260101-0003'`,
  ],
];
