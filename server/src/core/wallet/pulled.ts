import { sql } from "kysely";
import { crashInside } from "../../platform/crash.ts";
import type { Tx } from "../../platform/db.ts";
import { newId, type OwnId } from "../../platform/ids.ts";
import { lockPurse, moveUnmatched, type OwnPurse, passNet } from "./purses.ts";
import { aboveZero, keepUnmatched, readUnmatched, type Unmatched } from "./unmatched.ts";
import { bookPlayed, entryTypes, rollBack, type VendorRollback, type VendorRound, type VendorStep } from "./vendorCalls.ts";
import type { LedgerMoment } from "./wallet.ts";

/** What a vendor tells of one transaction of a purse: a bet or a win, or that one was taken back. */
export type PulledRecord = {
  readonly round: VendorRound;
  /** By the vendor's clock. */
  readonly playedAt: Date;
} & ({ readonly step: VendorStep } | { readonly undo: VendorRollback });

export interface Odd {
  readonly theirId: string;
  readonly kind: "id_reused" | "purse_short";
}

export interface Pulled {
  /** What cannot be booked; nothing of it moved. */
  readonly odd: readonly Odd[];
  /** Whether anything was new. */
  readonly isNew: boolean;
  /** What the purse holds now, minor units. */
  readonly purseMinor: bigint;
}

/** The lowest rounds last, so that no wallet goes below zero on the way. */
export type ByNet = (a: bigint, b: bigint) => number;
const creditsFirst: ByNet = (a, b) => (a > b ? -1 : a < b ? 1 : 0);

interface Booking {
  readonly purse: OwnPurse;
  readonly records: readonly PulledRecord[];
  /** How much more may be unmatched; asked only where more would be. */
  readonly room: () => Promise<bigint>;
  readonly order?: ByNet;
}

/**
 * Books what a vendor tells of a member's play in its purse, in the caller's transaction: each record once by its id, as entries of the main wallet against the vendor's
 * account, credits first; what it comes to passes between purse and main wallet, so that the main wallet holds what it held. What was played before the vendor last said
 * what is there stands in that word already: it is taken from what is unmatched. What the purse lacks is unmatched until records explain it; rounds for which there is no room
 * even so are odd, the largest losses first.
 */
export async function bookPulled(tx: Tx, moment: LedgerMoment, { purse, records, room, order = creditsFirst }: Booking): Promise<Pulled> {
  const held = await lockPurse(tx, purse);
  const known = await readKnown(tx, purse.walletId, records);
  const { undone, undos } = sortUndos(records, known);
  const { fresh, odd } = sortSteps(records, known, undone);
  if (fresh.length === 0 && undos.length === 0) return { odd, isNew: false, purseMinor: held };
  const was = await readUnmatched(tx, purse.purseId);
  const found = { held, was, undos };
  let rounds = roundsOf(fresh).toSorted((a, b) => order(a.net, b.net));
  let sums = addUp({ ...found, rounds });
  const roomMinor = growthOf(was, sums) > 0n ? await room() : 0n;
  while (rounds.length > 0 && growthOf(was, sums) > roomMinor) {
    for (const { foreignId: theirId } of rounds.at(-1)!.steps) odd.push({ theirId, kind: "purse_short" });
    rounds = rounds.slice(0, -1);
    sums = addUp({ ...found, rounds });
  }
  if (rounds.length === 0 && undos.length === 0) return { odd, isNew: false, purseMinor: held };
  const plan = { id: newId(moment.now), ...sums };
  await carryOut(tx, moment, purse, { ...plan, rounds, undos });
  await keepUnmatched(tx, moment, purse, { ...plan, matchedAt: was.matchedAt });
  return { odd, isNew: true, purseMinor: held + plan.net + plan.unmatched };
}

interface Sums {
  /** What play comes to. */
  readonly net: bigint;
  /** What passes between the purse and the unmatched account. */
  readonly unmatched: bigint;
  /** What of the unmatched stands for records that came too early, afterwards. */
  readonly short: bigint;
}

function addUp({
  held,
  was,
  undos,
  rounds,
}: {
  readonly held: bigint;
  readonly was: Unmatched;
  readonly undos: readonly Undo[];
  readonly rounds: readonly Played[];
}): Sums {
  const changes = [...rounds.flatMap(({ records }) => records.map((record) => ({ record, net: netOf(record) }))), ...undos];
  const isTold = ({ record: { playedAt } }: { record: PulledRecord }): boolean => was.matchedAt !== null && playedAt <= was.matchedAt;
  const net = changes.reduce((all, one) => all + one.net, 0n);
  const told = changes.reduce((all, one) => (isTold(one) ? all + one.net : all), 0n);
  const later = net - told;
  const lacks = held + later < 0n ? -(held + later) : 0n;
  const back = later > 0n ? least(was.short, later) : 0n;
  return { net, unmatched: lacks - told - back, short: was.short + lacks - back };
}

/** By how much more is unmatched of what a vendor has or took beyond what is known of. */
const growthOf = ({ amount }: Unmatched, { unmatched }: Sums): bigint => aboveZero(amount + unmatched) - aboveZero(amount);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

interface Known {
  readonly type: number;
  readonly amount: bigint;
  readonly digest: bigint;
}

async function readKnown(tx: Tx, walletId: bigint, records: readonly PulledRecord[]): Promise<ReadonlyMap<string, Known>> {
  const refs = [...new Set(records.flatMap((record): string[] => ("step" in record ? [record.step.ref] : [record.undo.ref, record.undo.original])))];
  const rows = await tx
    .selectFrom("vendor_entry")
    .select(["ref", "type", "amount", "digest"])
    .where("wallet_id", "=", walletId)
    .where("ref", "in", refs)
    .execute();
  return new Map(rows.map(({ ref, ...entry }) => [ref, entry]));
}

type Stepped = Extract<PulledRecord, { step: VendorStep }>;
type Undone = Extract<PulledRecord, { undo: VendorRollback }>;
interface Undo {
  readonly record: Undone;
  /** What it gives back, or takes. */
  readonly net: bigint;
}

/** What is taken back and was not yet. What was taken back before we heard of it never came. */
function sortUndos(records: readonly PulledRecord[], known: ReadonlyMap<string, Known>): { undone: ReadonlySet<string>; undos: readonly Undo[] } {
  const told = new Map(records.flatMap((record) => ("undo" in record ? [[record.undo.original as string, record] as const] : [])));
  const undos = [...told.values()]
    .filter(({ undo }) => !known.has(undo.ref))
    .map((record) => {
      const was = known.get(record.undo.original);
      return { record, net: was?.type === entryTypes.bet ? was.amount : was?.type === entryTypes.win ? -was.amount : 0n };
    });
  return { undone: new Set(told.keys()), undos };
}

/** What is new, and what contradicts what was told before. */
function sortSteps(
  records: readonly PulledRecord[],
  known: ReadonlyMap<string, Known>,
  undone: ReadonlySet<string>,
): { fresh: readonly Stepped[]; odd: Odd[] } {
  const fresh = new Map<string, Stepped>();
  const odd: Odd[] = [];
  for (const record of records) {
    if (!("step" in record)) continue;
    const { ref, foreignId: theirId, ...step } = record.step;
    const was = known.get(ref) ?? describe(fresh.get(ref));
    if (was?.type === NEVER_CAME) continue;
    if (was !== undefined) {
      if (was.type !== entryTypes[step.type] || was.amount !== step.amountMinor || was.digest !== step.digest) odd.push({ theirId, kind: "id_reused" });
    } else if (!undone.has(ref)) fresh.set(ref, record);
  }
  return { fresh: [...fresh.values()], odd };
}

/** What was taken back before it was told. */
const NEVER_CAME = 9;

const describe = (record: Stepped | undefined): Known | undefined =>
  record && { type: entryTypes[record.step.type], amount: record.step.amountMinor, digest: record.step.digest };

const netOf = ({ step }: Stepped): bigint => (step.type === "bet" ? -step.amountMinor : step.amountMinor);

interface Played {
  readonly round: VendorRound;
  readonly records: readonly Stepped[];
  readonly steps: readonly VendorStep[];
  readonly net: bigint;
}

const roundsOf = (fresh: readonly Stepped[]): readonly Played[] =>
  [...Map.groupBy(fresh, ({ round }) => round.key).values()].map((own) => ({
    round: own[0]!.round,
    records: own,
    steps: own.map(({ step }) => step),
    net: own.reduce((all, record) => all + netOf(record), 0n),
  }));

interface Plan {
  readonly id: OwnId;
  readonly net: bigint;
  readonly unmatched: bigint;
  readonly rounds: readonly Played[];
  readonly undos: readonly Undo[];
}

/** Money comes before it goes, in both wallets. A round that was won in is over; one that was not is closed when nothing more was heard of it. */
async function carryOut(tx: Tx, moment: LedgerMoment, purse: OwnPurse, { id, net, unmatched, rounds, undos }: Plan): Promise<void> {
  const pause = crashInside("call.after_money");
  if (pause !== undefined) await sql`select set_config('laro.pause_at', ${pause}, true)`.execute(tx);
  const undo = async (of: readonly Undo[]): Promise<void> => {
    for (const { record } of of) await rollBack(tx, moment, { round: record.round, rollbacks: [record.undo], closes: false });
  };
  if (unmatched > 0n) await moveUnmatched(tx, moment, purse, { id, amount: unmatched });
  if (net < 0n) await passNet(tx, moment, purse, { id, net });
  await undo(undos.filter((one) => one.net >= 0n));
  for (const { round, steps } of rounds) await bookPlayed(tx, moment, { round, steps, closes: steps.some(({ type }) => type === "win") });
  await undo(undos.filter((one) => one.net < 0n));
  if (net > 0n) await passNet(tx, moment, purse, { id, net });
  if (unmatched < 0n) await moveUnmatched(tx, moment, purse, { id, amount: unmatched });
}
