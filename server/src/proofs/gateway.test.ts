import { afterEach, beforeEach, expect, test } from "vitest";
import { rollUpPlay } from "../core/wallet/playDays.ts";
import { PROOF_TIMEOUT_MS } from "../testing/long.ts";
import { asOwner } from "../testing/owner.ts";
import { sabotage } from "../testing/sabotage.ts";
import { createWorld, type World } from "../testing/world.ts";
import { dialects } from "./gateway.dialects.ts";
import { proveStorm } from "./gateway.ts";

const DAY_AND_MORE_MS = 26 * 60 * 60_000;

let world: World;
beforeEach(async () => void (world = await createWorld()));
afterEach(() => world.close());

test.each(dialects)(
  "vendors' messages in any order, doubled, to two processes, leave the books that the set of messages says: $name",
  { timeout: PROOF_TIMEOUT_MS },
  async (dialect) => {
    const { faults, answers } = await proveStorm({ world, dialect, sequences: 250, players: 12, seed: 20_261_124 });
    expect(faults).toEqual([]);
    expect(answers["done"]).toBeGreaterThan(500);
    expect(answers["rolled back"]).toBeGreaterThan(30);
    if (dialect.winNeedsBet) expect(answers["no bet"]).toBeGreaterThan(10);
    // The days close over it, and the facts of members and lines say the same.
    await world.pass(DAY_AND_MORE_MS);
    const { database, timeZone } = world.open.platform;
    await rollUpPlay(database, { now: world.clock.now(), timeZone });
    const [facts] = await asOwner<{ n: number }>(world.open.url, "select count(*)::int as n from play_day where game_id = $1", [dialect.vendorId * 1_000]);
    expect(facts!.n).toBe(12);
    expect(await world.audit()).toEqual([]);
  },
);

sabotage("the proof turns red where a prize counts again when its id does", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const [defined] = await asOwner<{ text: string }>(world.open.url, "select pg_get_functiondef(oid) as text from pg_proc where proname = 'ledger_give'");
  const faulty = defined!.text
    .replace(
      "code := 1; balance := seen.balance_after; return;",
      "delete from vendor_entry e where e.wallet_id = op_wallet and e.ref = op_ref; delete from idempotency i where i.ref = op_ref;",
    )
    .replace("LANGUAGE plpgsql", "LANGUAGE plpgsql SECURITY DEFINER");
  expect(faulty).toContain("delete from idempotency");
  await asOwner(world.open.url, faulty);
  const { faults } = await proveStorm({ world, dialect: dialects[0], sequences: 120, players: 4, seed: 7 });
  expect(faults).toContainEqual(expect.stringMatching(/^SoftSwiss: player \d has/));
  expect(faults).toContainEqual(expect.stringMatching(/^audit_a26/));
});

sabotage("the proof turns red where what never came is not remembered", { timeout: PROOF_TIMEOUT_MS }, async () => {
  const [defined] = await asOwner<{ text: string }>(world.open.url, "select pg_get_functiondef(oid) as text from pg_proc where proname = 'ledger_rollback'");
  const faulty = defined!.text.replace("if not found and op_ref <> op_original then", "if false then");
  expect(faulty).not.toBe(defined!.text);
  await asOwner(world.open.url, faulty);
  const { faults } = await proveStorm({ world, dialect: dialects[0], sequences: 120, players: 4, seed: 7 });
  expect(faults).toContainEqual(expect.stringMatching(/^SoftSwiss: player \d has/));
});
