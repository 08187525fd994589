import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import { crashInside } from "../../platform/crash.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { gather } from "../../platform/gather.ts";
import { contentDigest, newId, siblingId, type OwnId } from "../../platform/ids.ts";
import { refusalOf } from "./ledger.ts";
import { houseAccount, results, systemAccounts, type TransitAccount } from "./posting.ts";
import { getKeptSeed } from "./seeds.ts";
import { keptColumns, type KeptSeed } from "./seeds.sealed.ts";
import type { LedgerMoment } from "./wallet.ts";

/** What an open round keeps: the first stake (minor units, as text), what was chosen, and every action since. All else follows from them and the seed. */
export interface OpenState {
  /** Of the game's mathematics it was opened with; absent: the first. */
  readonly v?: number;
  readonly stake: string;
  readonly choice: unknown;
  readonly actions: readonly unknown[];
}

export interface OpenRound {
  readonly id: string;
  readonly walletId: bigint;
  readonly gameId: number;
  /** All that was staked so far, in minor units. */
  readonly stake: bigint;
  readonly step: number;
  readonly nonce: bigint;
  readonly state: OpenState;
  readonly dueAt: Date;
  readonly at: Date;
  readonly seed: KeptSeed;
}

/** The wallet's row, locked before any of its open rounds: whoever touches both takes them in this order. */
export async function lockWallet(tx: Tx, walletId: bigint): Promise<{ nonce: bigint; balance: bigint; seed: KeptSeed }> {
  const { nonce, balance, id, hash, serverSeed, sealed, clientSeed } = await tx
    .selectFrom("wallet as w")
    .leftJoin("seed as s", "s.id", "w.seed_id")
    .select(["w.nonce", "w.balance", "w.seed_id as id", ...keptColumns])
    .where("w.id", "=", walletId)
    .forUpdate("w")
    .executeTakeFirstOrThrow();
  // Where the seed was rotated while this waited, the wallet is read as it is by then, but not the seed beside it.
  const seed = hash === null || clientSeed === null ? await getKeptSeed(tx, id!) : { id: id!, hash, serverSeed, sealed, clientSeed };
  return { nonce, balance, seed };
}

const openRounds = (db: Db | Tx) =>
  (db as Db)
    .selectFrom("open_round as o")
    .innerJoin("seed as s", "s.id", "o.seed_id")
    .select(["o.id", "o.wallet_id as walletId", "o.game_id as gameId", "o.stake", "o.step", "o.nonce", "o.state", "o.due_at as dueAt", "o.at"])
    .select(["s.id as seedId", ...keptColumns])
    .where("o.stepped", "=", true);

type Row = Awaited<ReturnType<ReturnType<typeof openRounds>["executeTakeFirstOrThrow"]>>;

const readOpen = ({ seedId, hash, serverSeed, sealed, clientSeed, nonce, dueAt, state, ...row }: Row): OpenRound => ({
  ...row,
  nonce: nonce!,
  dueAt: dueAt!,
  state: state as unknown as OpenState,
  seed: { id: seedId, hash, serverSeed, sealed, clientSeed },
});

/** The rounds of a wallet that wait for its player, oldest first; one of a game at most. */
export async function listOpenRounds(db: Db | Tx, walletId: bigint): Promise<readonly OpenRound[]> {
  return (await openRounds(db).where("o.wallet_id", "=", walletId).orderBy("o.id").execute()).map(readOpen);
}

/** An open round of a wallet. */
export async function findOpenRound(db: Db | Tx, { walletId, id }: { walletId: bigint; id: string }): Promise<OpenRound | undefined> {
  const row = await openRounds(db).where("o.wallet_id", "=", walletId).where("o.id", "=", id).executeTakeFirst();
  return row && readOpen(row);
}

/** The next wallets after one with rounds for which the clock acts, and whose they are. */
export async function listDueWallets(db: Db, { now, after, limit }: { now: Date; after: bigint; limit: number }) {
  return db
    .selectFrom("open_round as o")
    .innerJoin("wallet as w", "w.id", "o.wallet_id")
    .select(["o.wallet_id as number", "w.account_id as accountId"])
    .distinct()
    .where("o.due_at", "<=", now)
    .where("o.stepped", "=", true)
    .where("o.wallet_id", ">", after)
    .orderBy("o.wallet_id")
    .limit(limit)
    .execute();
}

/** Lets the clock act now in an account's open rounds: their player may not come back to them. */
export async function hastenRounds(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  await tx
    .updateTable("open_round")
    .set({ due_at: now })
    .where("wallet_id", "in", (wallets) => wallets.selectFrom("wallet as w").select("w.id").where("w.account_id", "=", accountId))
    .where("stepped", "=", true)
    .execute();
}

interface Entry {
  readonly ref: OwnId;
  readonly walletId: bigint;
  readonly gameId: number;
  /** Minor units; below zero where a stake is given back. */
  readonly stakeMinor: bigint;
  readonly winMinor: bigint;
  readonly digest: bigint;
  /** Where its money comes from; the game's own account where nothing is said. */
  readonly contra?: TransitAccount;
}

interface Closing {
  /** Of the whole round, in minor units. */
  readonly validMinor: bigint;
  readonly detail: object;
}

/** What a row of an entry holds beside its money. */
interface EntryRow {
  readonly status: 2 | 3 | 4;
  readonly entryId: string;
  readonly roundId: string;
  readonly drawn?: { readonly seedId: bigint; readonly nonce: bigint };
  readonly validMinor: bigint;
  readonly detail: object | null;
  readonly state: OpenState | null;
  readonly dueAt: Date | null;
}

/** What was written: the round as it stands, or that this very entry was written before. */
export interface Written {
  readonly repeated: boolean;
  readonly roundId: string;
  /** The wallet's balance right after the entry, in minor units. */
  readonly balanceMinor: bigint;
}

/**
 * Opens a round that waits for its player: takes the stake and uses up the nonce. The wallet is locked by the caller.
 * Refuses as `Ledger.post` does, and with `rounds.already_open` where one of the game is open.
 */
export async function openRound(
  tx: Tx,
  moment: LedgerMoment,
  { seed, nonce, state, dueAt, ...entry }: Omit<Entry, "winMinor"> & Pick<OpenRound, "nonce" | "state" | "dueAt"> & { readonly seed: Pick<KeptSeed, "id"> },
): Promise<Written> {
  const id = newId(moment.now);
  const row = {
    status: 2,
    entryId: id,
    roundId: id,
    drawn: { seedId: seed.id, nonce },
    validMinor: 0n,
    detail: { choice: state.choice },
    state,
    dueAt,
  } as const;
  return writeEntry(tx, moment, { ...entry, winMinor: 0n }, row);
}

/** An open round that goes one step on, or a ticket that its owner decides about: no clock acts for that. */
type Step = Pick<OpenRound, "id" | "step" | "state"> & { readonly dueAt: Date | null };

/** Takes another stake for an open round. Refuses as `Ledger.post` does. */
export async function addToRound(tx: Tx, moment: LedgerMoment, { id, step, state, dueAt, ...entry }: Omit<Entry, "ref" | "winMinor"> & Step): Promise<Written> {
  const row = { status: 3, entryId: newId(moment.now), roundId: id, validMinor: 0n, detail: null, state, dueAt } as const;
  return writeEntry(tx, moment, { ...entry, winMinor: 0n, ref: siblingId(id, "step", String(step)) }, row);
}

/** Closes an open round: its last stake, the stake given back, what it won, or nothing of these. It is paid once, whoever closes it. */
export async function closeRound(
  tx: Tx,
  moment: LedgerMoment,
  { id, validMinor, detail, ...entry }: Omit<Entry, "ref"> & Closing & Pick<OpenRound, "id">,
): Promise<Written> {
  const row = { status: 4, entryId: newId(moment.now), roundId: id, validMinor, detail, state: null, dueAt: null } as const;
  return writeEntry(tx, moment, { ...entry, ref: siblingId(id, "close") }, row);
}

/** Ends an open round as if it had not been played: all of its stake comes back. The wallet is locked by the caller. */
export async function giveBackRound(tx: Tx, moment: LedgerMoment, { id, walletId, gameId, stake, state }: Omit<OpenRound, "seed">): Promise<Written> {
  const { stake: firstStake, ...played } = state;
  const closing = { id, walletId, gameId, stakeMinor: -stake, winMinor: 0n, validMinor: 0n, detail: { firstStake, ...played, outcome: {} } };
  return closeRound(tx, moment, { ...closing, digest: contentDigest(JSON.stringify(state.actions)) });
}

async function writeEntry(tx: Tx, moment: LedgerMoment, entry: Entry, row: EntryRow): Promise<Written> {
  const pause = crashInside("entry.after_money");
  if (pause !== undefined) await sql`select set_config('laro.pause_at', ${pause}, true)`.execute(tx);
  const { rows } = await sql<{ code: number; balance: bigint | null; roundId: string | null }>`
    select code, balance, round_id as "roundId" from ledger_entry(${moment.now}, ${moment.timeZone}, ${entry.ref}::uuid, ${entry.walletId}::bigint, ${contraOf(entry)}::bigint,
      ${entry.stakeMinor}::bigint, ${entry.winMinor}::bigint, ${entry.digest}::bigint, ${row.entryId}::uuid, ${row.roundId}::uuid, ${row.status}::smallint, ${entry.gameId}::integer,
      ${row.drawn?.seedId ?? null}::bigint, ${row.drawn?.nonce ?? null}::bigint, ${json(row.detail)}::jsonb, ${row.validMinor}::bigint, true, ${json(row.state)}::jsonb, ${row.dueAt}::timestamptz)`.execute(
    tx,
  );
  const { code, balance, roundId } = rows[0]!;
  if (code === results.alreadyOpen) refuse("rounds.already_open");
  if (code !== results.applied && code !== results.repeat) throw refusalOf(code);
  return { repeated: code === results.repeat, roundId: roundId!, balanceMinor: balance! };
}

const contraOf = ({ contra, gameId }: Entry): bigint => (contra === undefined ? houseAccount(gameId) : systemAccounts[contra]);

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** An open ticket of a draw, as its settlement needs it. */
export interface Ticket extends Pick<OpenRound, "id" | "walletId" | "gameId" | "stake" | "state"> {}

/** The next open tickets of a draw after a wallet, in the order of their wallets: so many, and with the last of them all of its wallet's, because what counts of a wallet's tickets is said of them together. */
export async function listTickets(db: Db | Tx, { drawId, limit, after }: { drawId: bigint; limit: number; after: bigint }): Promise<readonly Ticket[]> {
  const { rows } = await sql<Ticket>`
    select p.* from (
      select o.id, o.wallet_id as "walletId", o.game_id as "gameId", o.stake, o.state from open_round o where o.draw_id = ${drawId} and o.wallet_id > ${after} order by o.wallet_id fetch first ${limit} rows with ties
    ) p order by p."walletId", p.id`.execute(db as Tx);
  return rows;
}

/** A member's ticket that waits for its draw. */
export interface OpenTicket extends Ticket {
  readonly drawId: bigint;
  /** The draw's series and number. */
  readonly series: string;
  readonly number: string;
}

/** The open tickets of a wallet, oldest first; of one draw, of some series, or the one with an id, where it is named. A member has few: a draw bounds them. */
export async function listMyTickets(
  db: Db | Tx,
  { walletId, drawId, series, id }: { walletId: bigint; drawId?: bigint; series?: readonly string[]; id?: string },
): Promise<readonly OpenTicket[]> {
  return (db as Db)
    .selectFrom("open_round as o")
    .innerJoin("draw as d", "d.id", "o.draw_id")
    .select(["o.id", "o.wallet_id as walletId", "o.game_id as gameId", "o.stake", "o.state", "o.draw_id as drawId", "d.series", "d.number"])
    .where("o.wallet_id", "=", walletId)
    .$if(series !== undefined, (query) => query.where("d.series", "in", series!))
    .$if(drawId !== undefined, (query) => query.where("o.draw_id", "=", drawId!))
    .$if(id !== undefined, (query) => query.where("o.id", "=", id!))
    .orderBy("o.id")
    .$castTo<OpenTicket>()
    .execute();
}

/** What a wallet laid on a draw that is open, oldest first. Reads of one moment share one query, whoever asks: a ticket is bought in the time of a bet. */
export async function listLying(db: Db, { walletId, drawId }: { walletId: bigint; drawId: bigint }): Promise<readonly Ticket[]> {
  const load = lyingReaders.get(db) ?? gather((places: readonly string[]) => loadLying(db, places));
  lyingReaders.set(db, load);
  return (await load(`${drawId} ${walletId}`)) ?? [];
}

const lyingReaders = new WeakMap<Db, (place: string) => Promise<readonly Ticket[] | undefined>>();

async function loadLying(db: Db, places: readonly string[]): Promise<ReadonlyMap<string, readonly Ticket[]>> {
  const asked = places.map((place) => place.split(" "));
  const column = (at: number) => asked.map((place) => place[at]!);
  const { rows } = await sql<Ticket & { place: string }>`
    select o.draw_id || ' ' || o.wallet_id as place, o.id, o.wallet_id as "walletId", o.game_id as "gameId", o.stake, o.state
    from unnest(${column(0)}::bigint[], ${column(1)}::bigint[]) p(draw_id, wallet_id)
    join open_round o on o.draw_id = p.draw_id and o.wallet_id = p.wallet_id order by o.id`.execute(db as Tx);
  return Map.groupBy(rows, ({ place }) => place);
}

/** How a ticket is closed. */
export interface TicketClosing extends Ticket, Closing, Pick<Entry, "stakeMinor" | "winMinor"> {}

/** Closes tickets in one statement, in the order of their wallets: what was closed before stays as it was, and is paid once. Throws where one cannot be closed. */
export async function closeTickets(tx: Tx, { now, timeZone }: LedgerMoment, closings: readonly TicketClosing[]): Promise<void> {
  const column = <Value>(value: (closing: TicketClosing) => Value): Value[] => closings.map(value);
  const { rows } = await sql<{ item: number; code: number }>`
    select item, code from ledger_close(${now}, ${timeZone}, ${column(({ id }) => siblingId(id, "close"))}::uuid[], ${column(({ walletId }) => walletId)}::bigint[],
      ${column(({ gameId }) => houseAccount(gameId))}::bigint[], ${column(({ stakeMinor }) => stakeMinor)}::bigint[], ${column(({ winMinor }) => winMinor)}::bigint[],
      ${column(({ id }) => id)}::uuid[], ${column(() => newId(now))}::uuid[], ${column(({ gameId }) => gameId)}::integer[],
      ${column(({ detail }) => JSON.stringify(detail))}::text[], ${column(({ validMinor }) => validMinor)}::bigint[])`.execute(tx);
  const failed = rows.find(({ code }) => code !== results.applied && code !== results.repeat && code !== results.notOpen);
  if (failed !== undefined) throw refusalOf(failed.code);
}

/** An action without money: the open round goes one step on. The wallet is locked by the caller. */
export async function moveRound(tx: Tx, { walletId, id, step, state, dueAt }: Pick<OpenRound, "walletId"> & Step): Promise<void> {
  const moved = await tx
    .updateTable("open_round")
    .set({ step: step + 1, state: JSON.stringify(state), due_at: dueAt })
    .where("wallet_id", "=", walletId)
    .where("id", "=", id)
    .where("step", "=", step)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error(`Round ${id} did not stand at step ${step}.`);
}
