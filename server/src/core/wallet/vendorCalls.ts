import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import pg from "pg";
import type { Clock } from "../../platform/clock.ts";
import { crashInside, crashPoint } from "../../platform/crash.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId, type OwnId } from "../../platform/ids.ts";
import { CarefulLine } from "./carefulLine.ts";
import { type Apart, GroupCommit, type Lane } from "./groupCommit.ts";
import { BUSY_RETRY_AFTER_S, isHeldElsewhere, refusalOf, unknownOutcome } from "./ledger.ts";
import { results } from "./posting.ts";
import type { LedgerMoment } from "./wallet.ts";

/** The accounts of a vendor come with its row, ten numbers to each; the same stand in `vendor_accounts()`. */
const accountOf = (vendorId: number, place: number): bigint => BigInt(-10_000 - 10 * vendorId - place);
export const vendorAccounts = {
  play: (vendorId: number): bigint => accountOf(vendorId, 0),
  promo: (vendorId: number): bigint => accountOf(vendorId, 1),
  /** What of a purse nobody can explain. */
  unmatched: (vendorId: number): bigint => accountOf(vendorId, 2),
  /** What members owe after a win was taken back that was spent. */
  owed: (vendorId: number): bigint => accountOf(vendorId, 3),
} as const;

/** What a play is booked on whose game the vendor never told us. */
export const unknownGameOf = (vendorId: number): number => -vendorId;
/** Whose unknown game a number below zero is. */
export const vendorOfUnknown = (gameId: number): number => -gameId;

/** The number a transaction has in `vendor_entry`; 3 is a rollback, 9 never came. */
export const entryTypes = { bet: 1, win: 2, prize: 4, freeBet: 5 } as const;

/** One transaction of a vendor. */
export interface VendorStep {
  /** Made of the vendor, the wallet and the vendor's own id. */
  readonly ref: OwnId;
  readonly type: "bet" | "win";
  /** Minor units; 0 moves nothing and is remembered. */
  readonly amountMinor: bigint;
  /** Tells two contents under one id apart. */
  readonly digest: bigint;
  readonly foreignId: string;
  /** Of a win that has to name its bet: that bet, and what a prize would be called that was given in the win's place. */
  readonly founding?: { readonly bet: OwnId; readonly given: OwnId } | undefined;
}

/** A round of a vendor as a wallet knows it. */
export interface VendorRound {
  readonly walletId: bigint;
  readonly vendorId: number;
  readonly gameId: number;
  /** Made of the vendor, the wallet and the vendor's own id of the round. */
  readonly key: OwnId;
  readonly foreignId: string;
  /** After how many seconds the vendor is asked what became of it, if it is still open. */
  readonly lookAfterS: number;
}

/** What a vendor asks for at once: all of it happens, or nothing. */
export interface VendorCall {
  readonly round: VendorRound;
  readonly steps: readonly VendorStep[];
  /** Whether the round ends with it. */
  readonly closes: boolean;
}

export interface VendorAnswer {
  /** Why nothing happened, where a rule forbade it. */
  readonly refused?: Error;
  /** Nothing happened: a bet that a win names is not here, or the win was given as a prize. */
  readonly isUnfounded: boolean;
  /** Nothing was left to do: the vendor asked before. */
  readonly repeated: boolean;
  /** As it was answered then, where all was asked before; where nothing happened, as it is. */
  readonly balanceMinor: bigint;
}

interface Waiting {
  readonly call: VendorCall;
  readonly resolve: (answer: VendorAnswer) => void;
  readonly reject: (error: unknown) => void;
}

interface VendorLedgerOptions {
  readonly url: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly timeZone: string;
  readonly clock: Clock;
  /** As the ledger's own. */
  readonly carefulDb: Db;
  /** Whether bets of the house are being written at this moment. */
  readonly isHouseAtWork: () => boolean;
  /** Called after the commit with the wallets that moved. */
  readonly moved: (walletIds: readonly bigint[]) => void;
}

/** A statement for one call costs the database what one for ten does, and vendors wait for seconds. While members bet at the house more of them share one. */
const APART: Apart = { ms: 8, enough: 16 };
const APART_BESIDE_BETS: Apart = { ms: 20, enough: 32 };

/** Vendors' play by group commit, beside the ledger's own: what they ask for is another statement, so no bet of the house waits or pays for it. */
export class VendorLedger {
  readonly #options: VendorLedgerOptions;
  readonly #careful = new CarefulLine(isHeldElsewhere);
  readonly #group: GroupCommit<Waiting>;

  constructor(options: VendorLedgerOptions) {
    this.#options = options;
    this.#group = new GroupCommit<Waiting>({
      url: options.url,
      settings: options.settings,
      walletOf: ({ call }) => call.round.walletId,
      idOf: ({ call }) => call.round.key,
      areManyOfAWallet: false,
      apart: () => (options.isHouseAtWork() ? APART_BESIDE_BETS : APART),
      run: (batch, lane) => this.#run(batch, lane),
      fail: (waiting, error) => waiting.reject(error),
    });
  }

  /** How much of its room is taken, from 0 to 1. */
  get load(): number {
    return this.#group.load;
  }

  /**
   * Books one call and answers after its commit. All its bets leave the wallet by every rule of protection, all its wins are paid whatever is closed.
   * Says why where a rule forbids it: as `Ledger.post` refuses, and `vendors.rolled_back` for a transaction that was taken back; and whether a win was unfounded. Refuses with `server.busy` (nothing
   * happened) or `server.pending` (outcome unknown: ask again with the same ids).
   */
  book(call: VendorCall): Promise<VendorAnswer> {
    if (this.#group.isFull) refuse("server.busy", { retryAfter: BUSY_RETRY_AFTER_S });
    return new Promise((resolve, reject) => this.#group.push({ call, resolve, reject }));
  }

  close(): Promise<void> {
    return this.#group.close(() => this.#careful.isEmpty);
  }

  async #run(batch: readonly Waiting[], lane: Lane): Promise<void> {
    let rows: readonly Row[];
    try {
      rows = await this.#send(batch, lane);
    } catch (error) {
      return this.#recover(batch, lane, error);
    }
    crashPoint("batch.after_commit");
    this.#options.moved(rows.filter(([, code]) => code === results.applied).map(([item]) => batch[item - 1]!.call.round.walletId));
    for (const [item, code, balance] of rows) {
      const waiting = batch[item - 1]!;
      if (code === results.busy) void this.#bookAlone(waiting);
      else settle(waiting, code, balance);
    }
  }

  async #send(batch: readonly Waiting[], lane: Lane): Promise<readonly Row[]> {
    const client = await lane.connected();
    const pause = crashInside("batch.after_lock", "batch.before_commit", "call.after_money");
    if (pause !== undefined) await client.query("select set_config('laro.pause_at', $1, false)", [pause]);
    const { clock, timeZone } = this.#options;
    const at = clock.now();
    const columns = [...callColumns(batch.map(({ call }) => ({ call, entry: newId(at) }))), ...stepColumns(batch.map(({ call }) => call))];
    return (await client.query<Row>({ name: "ledger_calls", text: CALLS_SQL, rowMode: "array", values: [at, timeZone, ...columns] })).rows;
  }

  /** One bad call must not fail the others. A lost connection leaves the outcome unknown. */
  async #recover(batch: readonly Waiting[], lane: Lane, cause: unknown): Promise<void> {
    if (!(cause instanceof pg.DatabaseError)) {
      await lane.disconnect();
      throw unknownOutcome(cause);
    }
    await Promise.all(batch.map((waiting) => this.#bookAlone(waiting)));
  }

  async #bookAlone(waiting: Waiting): Promise<void> {
    const { walletId } = waiting.call.round;
    try {
      await this.#careful.run(walletId, async () => {
        const { clock, timeZone, carefulDb } = this.#options;
        const { code, balance } = await callAlone(carefulDb as Tx, { now: clock.now(), timeZone }, waiting.call);
        if (code === results.applied) this.#options.moved([walletId]);
        settle(waiting, code, balance);
        this.#group.start();
      });
    } catch (error) {
      waiting.reject(unknownOutcome(error));
    }
  }
}

type Row = [item: number, code: number, balance: bigint | null];

function settle({ resolve }: Waiting, code: number, balance: bigint | null): void {
  const answer = { repeated: code === results.repeat, isUnfounded: code === results.unfounded, balanceMinor: balance ?? 0n };
  const isAnswered = code === results.applied || answer.repeated || answer.isUnfounded;
  resolve(isAnswered ? answer : { ...answer, refused: refusalOf(code) });
}

const CALLS_SQL =
  "select * from ledger_calls($1, $2, $3::bigint[], $4::uuid[], $5::smallint[], $6::bigint[], $7::integer[], $8::uuid[], $9::boolean[], $10::text[], $11::integer[], $12::integer[], $13::uuid[], $14::smallint[], $15::bigint[], $16::bigint[], $17::text[], $18::uuid[], $19::uuid[])";

/** Array literals of what needs no quoting: the driver's own costs more than the query. */
const literal = (values: readonly (bigint | number | string | boolean)[]): string => `{${values.join(",")}}`;

function callColumns(calls: readonly { call: VendorCall; entry: OwnId }[]): readonly (string | string[])[] {
  const column = (value: (round: VendorRound) => bigint | number | string): string => literal(calls.map(({ call }) => value(call.round)));
  return [
    column(({ walletId }) => walletId),
    column(({ key }) => key),
    column(({ vendorId }) => vendorId),
    column(({ vendorId }) => vendorAccounts.play(vendorId)),
    column(({ gameId }) => gameId),
    literal(calls.map(({ entry }) => entry)),
    literal(calls.map(({ call }) => call.closes)),
    calls.map(({ call }) => call.round.foreignId),
    column(({ lookAfterS }) => lookAfterS),
  ];
}

function stepColumns(calls: readonly VendorCall[]): readonly (string | string[] | null)[] {
  const steps = calls.flatMap((call, place) => call.steps.map((step) => ({ step, place: place + 1 })));
  const column = (value: (step: VendorStep) => bigint | number | string): string => literal(steps.map(({ step }) => value(step)));
  return [
    literal(steps.map(({ place }) => place)),
    column(({ ref }) => ref),
    column(({ type }) => entryTypes[type]),
    column(({ amountMinor }) => amountMinor),
    column(({ digest }) => digest),
    steps.map(({ step }) => step.foreignId),
    ...foundingColumns(steps.map(({ step }) => step)),
  ];
}

/** What the wins have to be founded on; nothing is looked for where none has to be. */
function foundingColumns(steps: readonly VendorStep[]): readonly (string | null)[] {
  if (steps.every(({ founding }) => founding === undefined)) return [null, null];
  return [literal(steps.map(({ founding }) => founding?.bet ?? "null")), literal(steps.map(({ founding }) => founding?.given ?? "null"))];
}

/** One call with every rule, in the caller's transaction or in one of its own; with none where it was played already. */
async function callAlone(
  tx: Tx,
  { now, timeZone }: LedgerMoment,
  call: VendorCall,
  { isPlayed = false }: { readonly isPlayed?: boolean } = {},
): Promise<{ code: number; balance: bigint | null }> {
  const { round, closes } = call;
  const [, refs, types, amounts, digests, foreignIds, founding, given] = stepColumns([call]);
  const { rows } = await sql<{ code: number; balance: bigint | null }>`
    select code, balance from ledger_call(${now}, ${timeZone}, ${round.walletId}::bigint, ${round.key}::uuid, ${round.vendorId}::smallint, ${vendorAccounts.play(round.vendorId)}::bigint,
      ${round.gameId}::integer, ${newId(now)}::uuid, ${closes}::boolean, ${round.foreignId}::text, ${round.lookAfterS}::integer,
      ${refs}::uuid[], ${types}::smallint[], ${amounts}::bigint[], ${digests}::bigint[], ${foreignIds}::text[], ${isPlayed}::boolean,
      ${founding}::uuid[], ${given}::uuid[])`.execute(tx);
  return rows[0]!;
}

/** Books a call of what was played elsewhere already, in the caller's transaction: no rule of protection can undo it. The wallet must hold what it comes to. Throws where anything forbids it. */
export async function bookPlayed(tx: Tx, moment: LedgerMoment, call: VendorCall): Promise<void> {
  const { code } = await callAlone(tx, moment, call, { isPlayed: true });
  if (code !== results.applied && code !== results.repeat) throw refusalOf(code);
}

/** Why a member may not play a game now, though it costs nothing; undefined where it may. */
export async function whyNotPlaying(
  tx: Tx,
  { now, timeZone }: LedgerMoment,
  { walletId, gameId }: Pick<VendorRound, "walletId" | "gameId">,
): Promise<Error | undefined> {
  await sql`select from wallet where id = ${walletId} for update`.execute(tx);
  // The smallest stake there is meets every rule that a stake meets; that the wallet has to hold it is none of them.
  const { rows } = await sql<{ code: number }>`select code from ledger_allow(${walletId}::bigint, ${now}, ${timeZone}, 1, true, ${gameId}::integer)`.execute(
    tx,
  );
  const { code } = rows[0]!;
  return code === results.applied || code === results.insufficient ? undefined : refusalOf(code);
}

/** What a vendor takes back. */
export interface VendorRollback {
  readonly ref: OwnId;
  readonly foreignId: string;
  readonly original: OwnId;
  readonly originalForeignId: string;
}

export interface RolledBack {
  /** Whether each moved money, now or when it came first. */
  readonly moves: readonly boolean[];
  /** Whether the last of them was here before; then the balance is that of then. */
  readonly repeated: boolean;
  readonly balanceMinor: bigint;
}

/**
 * Takes back transactions of a round in the order given, all or none, and closes it where that is asked for: stakes come back, wins leave again as far as the wallet
 * holds them and are owed beyond. What never came never will; what was taken back stays so. Refuses with `request.id_reused` an id that stood for something else.
 */
export async function rollBack(
  tx: Tx,
  moment: LedgerMoment,
  { round, rollbacks, closes }: { round: VendorRound; rollbacks: readonly VendorRollback[]; closes: boolean },
): Promise<RolledBack> {
  const pause = crashInside("call.after_money");
  if (pause !== undefined) await sql`select set_config('laro.pause_at', ${pause}, true)`.execute(tx);
  const moves: boolean[] = [];
  let last = { code: results.applied as number, balance: 0n as bigint | null };
  for (const rollback of rollbacks) {
    const row = await rollBackOne(tx, moment, round, rollback);
    if (row.code !== results.applied && row.code !== results.repeat) throw refusalOf(row.code);
    moves.push(row.moves);
    last = row;
  }
  const ended = closes || rollbacks.length === 0 ? await callAlone(tx, moment, { round, steps: [], closes }) : last;
  if (ended.code !== results.applied && ended.code !== results.repeat) throw refusalOf(ended.code);
  return { moves, repeated: last.code === results.repeat, balanceMinor: (last.code === results.repeat ? last : ended).balance ?? 0n };
}

async function rollBackOne(
  tx: Tx,
  { now }: LedgerMoment,
  { walletId, vendorId, gameId }: VendorRound,
  { ref, foreignId, original, originalForeignId }: VendorRollback,
): Promise<{ code: number; balance: bigint | null; moves: boolean }> {
  const { rows } = await sql<{ code: number; balance: bigint | null; moves: boolean }>`
    select code, balance, moves from ledger_rollback(${now}, ${walletId}::bigint, ${vendorId}::smallint, ${vendorAccounts.play(vendorId)}::bigint, ${vendorAccounts.owed(vendorId)}::bigint,
      ${gameId}::integer, ${newId(now)}::uuid, ${ref}::uuid, ${foreignId}::text, ${original}::uuid, ${originalForeignId}::text)`.execute(tx);
  return rows[0]!;
}
