import { refuse } from "@laro/contract/core/errors";
import { formatAmount } from "@laro/contract/core/money";
import { sql } from "kysely";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { gather } from "../../platform/gather.ts";
import { contentDigest, derivedId, type IdKind, type OwnId } from "../../platform/ids.ts";
import { ledgerBatchWithin, ledgerPost, plain } from "./ledger.sql.ts";
import { refusalOf } from "./ledger.ts";
import { commitSeed, randomClientSeed } from "./seeds.ts";
import type { SeedKeys } from "./seeds.sealed.ts";
import {
  houseAccount,
  results,
  systemAccounts,
  walletKinds,
  type Posted,
  type Posting,
  type HouseSide,
  type PostingKind,
  type SystemAccount,
  type TransitAccount,
} from "./posting.ts";

/** When an operation happens and in whose calendar its limits count. */
export interface LedgerMoment {
  readonly now: Date;
  readonly timeZone: string;
}

export interface Balances {
  readonly main: bigint;
  readonly bonus: bigint;
  readonly locked: bigint;
}

/** Opens a new account's wallets with nothing in them. */
export async function openWallets(
  tx: Tx,
  keys: SeedKeys | null,
  { accountId, currency, now }: { accountId: bigint; currency: string; now: Date },
): Promise<void> {
  const rows = [walletKinds.main, walletKinds.bonus, walletKinds.locked].map((kind) => ({ account_id: accountId, kind, currency }));
  const wallets = await tx.insertInto("wallet").values(rows).returning(["id", "kind"]).execute();
  const main = wallets.find((wallet) => wallet.kind === walletKinds.main)!;
  await commitSeed(tx, keys, { walletId: main.id, clientSeed: randomClientSeed(), now });
}

export const walletStatus = { open: 0, noStakes: 1, noDebits: 2 } as const;

/** Wallets whose status does not follow the account's standing. */
const notByStanding: readonly number[] = [walletKinds.locked, walletKinds.held, walletKinds.moving];

/**
 * Makes the status of an account's wallets what its standing and an officer's freeze say, in the transaction that changed either; wins and refunds pay
 * in every status. What waits to be paid is decided by officers and stays open to them, what is on its way to a vendor and back by the vendor;
 * what a case holds (`held.ts`) stays closed.
 */
export async function syncWalletStatus(tx: Tx, accountId: bigint): Promise<void> {
  // Who changes a standing and who freezes look one after the other.
  await sql`select from account where id = ${accountId} for no key update`.execute(tx);
  await sql`update wallet set status = s.due from (select wallet_status_of(${accountId}) as due) s
    where account_id = ${accountId} and kind <> all(${[...notByStanding]}::smallint[]) and status <> s.due`.execute(tx);
}

const ALIGNED_AT_ONCE = 2_000;

/** Makes every wallet's status right, so many accounts at a time: once, when the market asks for something else than before. */
export async function alignWallets({ begin }: Pick<Database, "begin">): Promise<void> {
  for (let after: bigint | null = 0n; after !== null;) {
    const from: bigint = after;
    after = await begin(async (tx) => {
      const { rows } = await sql<{ last: bigint | null }>`
        with chosen as (select id from account where id > ${from} order by id limit ${ALIGNED_AT_ONCE} for no key update),
        due as materialized (select id, wallet_status_of(id) as status from chosen),
        aligned as (update wallet w set status = d.status from due d
          where w.account_id = d.id and w.kind <> all(${[...notByStanding]}::smallint[]) and w.status <> d.status)
        select max(id) as last from chosen`.execute(tx);
      return rows[0]?.last ?? null;
    });
  }
}

/** Makes the next bet read the account's limits again. */
export async function refreshAllowance(tx: Tx, accountId: bigint): Promise<void> {
  await tx.updateTable("wallet").set({ limited: true, left_until: null }).where("account_id", "=", accountId).where("kind", "=", walletKinds.main).execute();
}

/** Refuses what a stake would be refused for now, whatever its amount: a freeze, an exclusion, the time, a reality check. For play that moves no money. */
export async function checkMayStake(tx: Tx, { accountId, now, timeZone }: LedgerMoment & { readonly accountId: bigint }): Promise<void> {
  const walletId = await getWalletId(tx, { accountId, kind: "main" });
  await sql`select ledger_refresh_limits(id, ${now}, ${timeZone}) from wallet
    where id = ${walletId} and limited and (left_until is null or left_until <= ${now} or limits_read_at > ${now})`.execute(tx);
  const { status, block } = await tx.selectFrom("wallet").select(["status", "block"]).where("id", "=", walletId).executeTakeFirstOrThrow();
  if (status !== walletStatus.open) throw refusalOf(results.closed);
  if (block !== 0) throw refusalOf(block);
}

/** The id of an account's wallet; accounts without wallets are a fault of ours. */
export async function getWalletId(db: Db | Tx, { accountId, kind }: { accountId: bigint; kind: keyof typeof walletKinds }): Promise<bigint> {
  const row = await (db as Db).selectFrom("wallet").select("id").where("account_id", "=", accountId).where("kind", "=", walletKinds[kind]).executeTakeFirst();
  return row?.id ?? refuse("wallet.not_found");
}

/** An account's main wallet, which never changes: read once per process, those of one moment by one query. Refuses with `wallet.not_found`. */
export async function getMainWalletId(db: Db, accountId: bigint): Promise<bigint> {
  const known = mainWallets.get(db) ?? {
    ids: new Map<bigint, bigint>(),
    load: gather((accountIds: readonly bigint[]) => loadMainWallets(db, accountIds)),
  };
  mainWallets.set(db, known);
  const remembered = known.ids.get(accountId);
  if (remembered !== undefined) return remembered;
  const walletId = (await known.load(accountId)) ?? refuse("wallet.not_found");
  if (known.ids.size >= WALLETS_REMEMBERED_MAX) known.ids.clear();
  known.ids.set(accountId, walletId);
  return walletId;
}

const WALLETS_REMEMBERED_MAX = 200_000;
const mainWallets = new WeakMap<Db, { ids: Map<bigint, bigint>; load: (accountId: bigint) => Promise<bigint | undefined> }>();

async function loadMainWallets(db: Db, accountIds: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> {
  const rows = await db
    .selectFrom("wallet")
    .select(["id", "account_id as accountId"])
    .where("account_id", "in", accountIds)
    .where("kind", "=", walletKinds.main)
    .execute();
  return new Map(rows.map(({ id, accountId }) => [accountId, id]));
}

/** An account's balances in minor units. Reads of one moment share one query; always the primary, never a replica. */
export async function getBalances(db: Db, accountId: bigint): Promise<Balances> {
  const load = balanceReaders.get(db) ?? gather((accountIds: readonly bigint[]) => loadBalances(db, accountIds));
  balanceReaders.set(db, load);
  return (await load(accountId)) ?? { main: 0n, bonus: 0n, locked: 0n };
}

const balanceReaders = new WeakMap<Db, (accountId: bigint) => Promise<Balances | undefined>>();

async function loadBalances(db: Db, accountIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Balances>> {
  const rows = await db.selectFrom("wallet").select(["account_id as accountId", "kind", "balance"]).where("account_id", "in", accountIds).execute();
  const of = (wallets: typeof rows, kind: number): bigint => wallets.find((wallet) => wallet.kind === kind)?.balance ?? 0n;
  return new Map(
    [...Map.groupBy(rows, ({ accountId }) => accountId)].map(([accountId, wallets]) => [
      accountId,
      { main: of(wallets, walletKinds.main), bonus: of(wallets, walletKinds.bonus), locked: of(wallets, walletKinds.locked) },
    ]),
  );
}

export interface Movement {
  readonly ref: OwnId;
  readonly walletId: bigint;
  readonly contra: SystemAccount | HouseSide;
  readonly kind: PostingKind;
  /** Signed from the wallet's side. */
  readonly amountMinor: bigint;
}

/** What the ledger is handed for a movement. */
function postingOf({ ref, walletId, contra, kind, amountMinor }: Movement): Posting {
  const [farSide, said] = typeof contra === "string" ? [systemAccounts[contra], contra] : [houseAccount(contra.gameId), `house ${contra.gameId}`];
  return {
    ref,
    walletId,
    contra: farSide,
    kind,
    debitMinor: amountMinor < 0n ? -amountMinor : 0n,
    creditMinor: amountMinor > 0n ? amountMinor : 0n,
    digest: contentDigest(`${walletId} ${said} ${kind} ${formatAmount(amountMinor)}`),
  };
}

/** Posts one movement inside the caller's transaction, with the same rules as the batch. Refuses as `Ledger.post` does. */
export async function postMovement(tx: Tx, moment: LedgerMoment, movement: Movement): Promise<Posted> {
  const row = await ledgerPost(tx, { at: moment.now, timeZone: moment.timeZone, operation: plain(postingOf(movement)) });
  if (row.code !== results.applied && row.code !== results.repeat) throw refusalOf(row.code);
  return { repeated: row.code === results.repeat, balanceMinor: row.balanceMinor, roundId: null, at: moment.now };
}

/** As many movements as `postMany` takes. */
export const POSTED_AT_ONCE_MAX = 500;

/**
 * Posts at most `POSTED_AT_ONCE_MAX` movements as one batch inside the caller's transaction, which locks their wallets in one order, and answers the code of each
 * (`results`), as they were given: 0 posted, 1 posted before, 6 its wallet is held elsewhere and nothing happened. A closed wallet still receives; nothing is added to
 * what must be staked.
 */
export async function postMany(tx: Tx, moment: LedgerMoment, movements: readonly Movement[]): Promise<readonly number[]> {
  if (movements.length > POSTED_AT_ONCE_MAX) throw new Error(`${movements.length} movements at once are more than ${POSTED_AT_ONCE_MAX}.`);
  if (movements.length === 0) return [];
  const inOrder = movements.map((movement, place) => ({ movement, place })).toSorted((a, b) => Number(a.movement.walletId - b.movement.walletId));
  const operations = inOrder.map(({ movement }) => plain(postingOf(movement)));
  const codes = await ledgerBatchWithin(tx, { at: moment.now, timeZone: moment.timeZone, operations });
  const answers: number[] = [];
  for (const [at, { place }] of inOrder.entries()) answers[place] = codes[at]!;
  return answers;
}

/** What the ledger keeps of an operation, by its id. */
export interface KeptPosting {
  readonly digest: bigint;
  readonly roundId: string | null;
  /** The wallet's balance right after it, in minor units. */
  readonly balanceMinor: bigint;
}

/** The operation with this id, where it stands in the ledger. */
export const findPosted = (db: Db, ref: OwnId): Promise<KeptPosting | undefined> =>
  db.selectFrom("idempotency").select(["digest", "round_id as roundId", "balance_after as balanceMinor"]).where("ref", "=", ref).executeTakeFirst();

/** Whether an operation with this id stands in the ledger. */
export const isPosted = async (db: Db, ref: OwnId): Promise<boolean> => (await findPosted(db, ref)) !== undefined;

interface Passage {
  /** What it is for; with `id` it makes the two operations' own ids, so that each passage happens once. */
  readonly reason: IdKind;
  readonly id: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly transit: TransitAccount;
  readonly kind: PostingKind;
  readonly amountMinor: bigint;
}

/** Passes an amount from one wallet to another: two lines that cancel in transit. Refuses as `Ledger.post` does. */
export async function passMoney(tx: Tx, moment: LedgerMoment, { reason, id, from, to, transit, kind, amountMinor }: Passage): Promise<void> {
  // In id order, so that two passages between the same wallets never wait for each other in a circle.
  await tx.selectFrom("wallet").select("id").where("id", "in", [from, to]).orderBy("id").forUpdate().execute();
  await postMovement(tx, moment, { ref: derivedId(reason, id, "out"), walletId: from, contra: transit, kind, amountMinor: -amountMinor });
  await postMovement(tx, moment, { ref: derivedId(reason, id, "in"), walletId: to, contra: transit, kind, amountMinor });
}

interface Hold {
  /** What the money is held for; one hold per id. */
  readonly id: string;
  readonly accountId: bigint;
  readonly amountMinor: bigint;
}

/** Takes an amount out of play and holds it in the locked wallet. Refuses with `wallet.insufficient_funds` or `wallet.closed`. */
export async function holdFunds(tx: Tx, moment: LedgerMoment, { id, accountId, amountMinor }: Hold): Promise<void> {
  const [from, to] = [await getWalletId(tx, { accountId, kind: "main" }), await getWalletId(tx, { accountId, kind: "locked" })];
  await passMoney(tx, moment, { reason: "hold", id, from, to, transit: "transit:withdrawal", kind: "withdrawal", amountMinor });
}

/** Gives held money back to the main wallet. */
export async function releaseFunds(tx: Tx, moment: LedgerMoment, { id, accountId, amountMinor }: Hold): Promise<void> {
  const [from, to] = [await getWalletId(tx, { accountId, kind: "locked" }), await getWalletId(tx, { accountId, kind: "main" })];
  await passMoney(tx, moment, { reason: "release", id, from, to, transit: "transit:withdrawal", kind: "withdrawal", amountMinor });
}

/** Pays held money out of the platform; what it costs stays here. */
export async function payOutHeld(
  tx: Tx,
  moment: LedgerMoment,
  { id, accountId, amountMinor, feeMinor = 0n }: Hold & { readonly feeMinor?: bigint },
): Promise<void> {
  const walletId = await getWalletId(tx, { accountId, kind: "locked" });
  await postMovement(tx, moment, { ref: derivedId("payout", id), walletId, contra: "psp:payout", kind: "payout", amountMinor: feeMinor - amountMinor });
  if (feeMinor > 0n) await postMovement(tx, moment, { ref: derivedId("payout-fee", id), walletId, contra: "fees", kind: "fee", amountMinor: -feeMinor });
}

/** Mirrors every line of an operation, once; the original stays. Refuses a second reversal with `wallet.already_reversed`, and a round that was corrected with `adjustments.not_reversible`. */
export async function reverseOperation(tx: Tx, moment: LedgerMoment, { walletId, original }: { walletId: bigint; original: string }): Promise<void> {
  const { rows } = await sql<{
    code: number;
  }>`select code from ledger_reverse(${moment.now}, ${moment.timeZone}, ${walletId}::bigint, ${original}::uuid, ${derivedId("reversal", original)}::uuid)`.execute(
    tx,
  );
  const code = rows[0]?.code;
  if (code === results.repeat) refuse("wallet.already_reversed");
  if (code === results.corrected) refuse("adjustments.not_reversible", { field: "original" });
  if (code !== results.applied) throw refusalOf(code ?? -1);
}

/** The accounts some wallets belong to; an owner never changes, so each is read once, inside a transaction once in it. */
export async function findOwners(db: Db | Tx, walletIds: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> {
  const owners = ownersSeen.get(db) ?? new Map<bigint, bigint>();
  ownersSeen.set(db, owners);
  const unknown = walletIds.filter((id) => !owners.has(id));
  if (unknown.length > 0) {
    const rows = await (db as Db).selectFrom("wallet").select(["id", "account_id as accountId"]).where("id", "in", unknown).execute();
    if (owners.size >= OWNERS_REMEMBERED_MAX) owners.clear();
    for (const row of rows) owners.set(row.id, row.accountId);
  }
  return owners;
}

const OWNERS_REMEMBERED_MAX = 200_000;
const ownersSeen = new WeakMap<Db | Tx, Map<bigint, bigint>>();
