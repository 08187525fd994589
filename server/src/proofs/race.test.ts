import { afterAll, beforeAll, expect, test } from "vitest";
import { isLong, PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { openSister } from "../testing/sister.ts";
import { createWorld, type World } from "../testing/world.ts";
import { type Arena, raceForAllMoney, raceOfOfficers, raceOfRepeats } from "./race.ts";

/** `npm run proof race` runs the long form. */
const ROUNDS = isLong ? 25 : 2;
const GOT_ALL = / of 45 got all the money$/;
/** One race of three has a winning bet: all of so many have one less than once in a billion runs. */
const TRIES_MAX = 20;

let world: World;
let arena: Arena;
let close: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld({ psp: true, vendors: ["AG"] });
  const sister = await openSister(world);
  arena = { world, meetElsewhere: sister.meet };
  close = sister.close;
});
afterAll(async () => {
  await close();
  await world.close();
});

test.each([
  ["bets, withdrawals and transfers of all the money behind one barrier: exactly one gets it", raceForAllMoney],
  ["two officers on one withdrawal: one decides, and the money follows", raceOfOfficers],
  ["one callback fifty times and one bonus claimed fifty times: each counts once", raceOfRepeats],
])("%s", { timeout: PROOF_TIMEOUT_MS }, async (_what, race) => {
  for (let round = 0; round < ROUNDS; round++) expect(await race(arena)).toEqual([]);
});

test("the proof turns red on a ledger that looks at the balance before it waits for the wallet", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const [defined] = await asOwner<{ text: string }>(world.open.url, "select pg_get_functiondef(oid) as text from pg_proc where proname = 'ledger_allow'");
  const faulty = defined!.text.replace("code := case when w.balance < debit then 2 else 0 end;", "code := 0;");
  expect(faulty).not.toBe(defined!.text);
  await asOwner(world.open.url, "alter table wallet drop constraint wallet_never_negative");
  await asOwner(world.open.url, faulty);
  try {
    // A bet that wins may rightly pay for others: where one did, the race is run again.
    const faults: string[] = [];
    for (let tries = 0; tries < TRIES_MAX && !faults.some((fault) => GOT_ALL.test(fault)); tries++) faults.push(...(await raceForAllMoney(arena)));
    expect(faults).toContainEqual(expect.stringMatching(GOT_ALL));
    expect(faults).toContainEqual(expect.stringMatching(/^audit_a4: /));
  } finally {
    await asOwner(world.open.url, defined!.text);
  }
});
