/**
 * Proof of rounds that are open while the books move. Rounds of steps and tickets of one month end in the next, after their month was moved to another disk, and are
 * computed again from what is read back. Others stand in a backup that is brought to an empty database, and are settled there: each once, none is lost.
 */
import { rounds, type SteppedRound } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import pg from "pg";
import { drawResult, moveDraw } from "../core/draws/draws.ts";
import { settleDraw } from "../core/draws/settle.ts";
import { readAudit } from "../core/wallet/audit.ts";
import { keepMonths, moveMonth } from "../core/wallet/months.ts";
import { timeOutRounds } from "../features/rounds/rounds.steps.ts";
import { restoreBackup, writeBackup } from "../platform/backup.ts";
import { openDatabase } from "../platform/db.ts";
import { newId } from "../platform/ids.ts";
import { addJob } from "../platform/outbox.ts";
import { verifyExports } from "../roles/laro.verify.ts";
import { enterAgain } from "../testing/cashier.ts";
import { asOwner, endRealityChecks } from "../testing/owner.ts";
import type { Person } from "../testing/person.ts";
import type { World } from "../testing/world.ts";
import { makeDraw, ticketOf } from "./open.ts";
import { getWalletId } from "../core/wallet/wallet.ts";

const DAY_MS = 24 * 60 * 60_000;
const SECOND_MS = 1_000;
const STAKE = 2_00n;

export interface MonthsProof {
  readonly world: World;
  /** A tablespace to move a month to. */
  readonly place: string;
  /** Where the backup is brought to, and its file. */
  readonly emptyUrl: string;
  readonly path: string;
  /** What happens to the restored database before anything is settled there. */
  readonly restored?: (url: string) => Promise<unknown>;
}

interface Left {
  readonly steps: readonly SteppedRound[];
  readonly drawId: bigint;
  readonly ticketId: string;
}

/** Leaves two rounds of steps and a ticket of a drawn draw open. */
async function leaveOpen(world: World, person: Person & { readonly id: bigint }): Promise<Left> {
  const steps: SteppedRound[] = [];
  for (const [gameCode, choice] of [
    ["COIN_FLIP", {}],
    ["MINES", { mines: 3 }],
  ] as const) {
    world.clock.advance(SECOND_MS);
    steps.push(await person.call(rounds.open, { requestId: newId(world.clock.now()), gameCode, stake: STAKE, choice }));
  }
  const { database, ledger, keys } = world.open.platform;
  const walletId = await getWalletId(database.db, { accountId: person.id, kind: "main" });
  const drawId = await makeDraw(world);
  const { roundId } = await ledger.post(ticketOf(world, { walletId, drawId }));
  await database.begin((tx) => moveDraw(tx, drawId, "open", "closed"));
  await database.begin((tx) => drawResult(tx, keys, { id: drawId, now: world.clock.now() }));
  // Nobody waits a month for a player; here somebody does.
  await asOwner(world.open.url, "update open_round set due_at = due_at + interval '90 days' where stepped");
  return { steps, drawId, ticketId: roundId! };
}

const monthOf = (at: Date): string => at.toLocaleDateString("en-CA", { timeZone: "Asia/Manila" }).slice(0, 7).replace("-", "_");

/** Goes into the next month and moves the one before away. */
async function moveOn(world: World, place: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.open.url });
  await client.connect();
  try {
    await keepMonths(client, world.clock.now());
    await openMonths(world);
    const month = monthOf(world.clock.now());
    while (monthOf(world.clock.now()) === month) await world.pass(7 * DAY_MS);
    await world.pass(2 * DAY_MS);
    await openMonths(world);
    await moveMonth(client, { name: "early", place, now: world.clock.now() });
  } finally {
    await client.end();
  }
}

async function openMonths(world: World): Promise<void> {
  await world.open.platform.database.begin((tx) => addJob(tx, "wallet:openMonths", {}));
  await world.work();
}

/** Ends what was left open, and computes it again from what is read back. */
async function endAndReplay(world: World, person: Person, { steps, drawId, ticketId }: Left): Promise<readonly string[]> {
  const { database, timeZone } = world.open.platform;
  await enterAgain(person);
  const [coin, mines] = steps as [SteppedRound, SteppedRound];
  for (const { id, action } of [
    { id: coin.id, action: { act: "toss", side: "heads" } },
    { id: mines.id, action: { act: "pick", tile: 7 } },
  ]) {
    const { round } = await person.call(rounds.act, { roundId: id, step: 0, action });
    if (round === null) await person.call(rounds.act, { roundId: id, step: 1, action: { act: "cashOut" } });
  }
  await settleDraw(database, () => ({ now: world.clock.now(), timeZone }), drawId);
  await person.call(seeds.rotate, { clientSeed: "another" });
  const faults: string[] = [];
  for (const id of [...steps.map((step) => step.id), ticketId]) {
    const { answer } = await person.request("GET", `/api/rounds.get?id=${id}`);
    const { isSound, lines } = verifyExports([{ name: id, text: JSON.stringify(answer) }]);
    if (!isSound) faults.push(`a round of the month that moved is not what its seed says: ${lines.join(" ")}`);
  }
  return faults;
}

/** Brings a backup to an empty database and settles there what is open in it. */
async function settleElsewhere({ world, emptyUrl, path, restored }: MonthsProof, { drawId, steps, ticketId }: Left): Promise<readonly string[]> {
  await writeBackup(world.open.url, path);
  await restoreBackup(emptyUrl, path, { check: async () => undefined });
  await restored?.(emptyUrl);
  const database = openDatabase(emptyUrl, { connections: 4 });
  try {
    const { timeZone } = world.open.platform;
    await world.pass(100 * DAY_MS);
    const moment = () => ({ now: world.clock.now(), timeZone });
    await Promise.all([settleDraw(database, moment, drawId), settleDraw(database, moment, drawId)]);
    await timeOutRounds({ ...world.open.platform, database });
    const ids = [...steps.map(({ id }) => id), ticketId];
    const closed = await asOwner<{ id: string; times: number }>(
      emptyUrl,
      "select part_of::text as id, count(*)::integer as times from round where status = 4 and part_of = any($1::uuid[]) group by 1",
      [ids],
    );
    const faults = ids.flatMap((id) => {
      const times = closed.find((one) => one.id === id)?.times ?? 0;
      return times === 1 ? [] : [`a restored round was closed ${times} times`];
    });
    return [...faults, ...(await readAudit(database.db))];
  } finally {
    await database.close();
  }
}

/** No faults means that it holds. */
export async function proveMonths(proof: MonthsProof): Promise<readonly string[]> {
  const { world, place } = proof;
  const person = await world.player({ balance: 1_000_00n });
  await endRealityChecks(world, person.id);
  const first = await leaveOpen(world, person);
  await moveOn(world, place);
  const faults = [...(await endAndReplay(world, person, first)), ...(await world.audit())];
  return [...faults, ...(await settleElsewhere(proof, await leaveOpen(world, person)))];
}
