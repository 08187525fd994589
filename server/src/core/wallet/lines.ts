import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { PAGE_LIMIT_DEFAULT } from "@laro/contract/core/page";
import type { JournalLine, wallet } from "@laro/contract/wallet";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { findMember, isFrozen } from "./freeze.ts";
import { listWallets, type OwnWallet, walletCode } from "./funds.ts";
import { kindOf } from "./posting.ts";

interface Row {
  readonly walletId: bigint;
  readonly walletKind: number;
  readonly seq: bigint;
  readonly kind: number;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly reference: string;
  readonly roundId: string | null;
  readonly at: Date;
  readonly contra: string;
  readonly reversed: boolean;
}

/**
 * The journal of a member over all wallets, newest first; with a reference, the lines of that operation. Refuses with `accounts.not_found`.
 * Each wallet is read backwards by its seq and the wallets are merged by time; the cursor is how far each was read, so every page costs the same.
 */
export async function listJournal(
  db: Db,
  { memberName, reference, cursor, limit = PAGE_LIMIT_DEFAULT }: InputOf<(typeof wallet)["lines"]>,
): Promise<OutputOf<(typeof wallet)["lines"]>> {
  const accountId = await findMember(db, memberName);
  const own = await listWallets(db, accountId);
  const standing = {
    wallets: own.map(({ kind, balance }) => ({ code: walletCode(kind), balance })),
    frozen: await isFrozen(db, accountId),
  };
  if (reference !== undefined) return { list: (await readOperation(db, { accountId, reference })).map(describe), next: null, ...standing };
  const before = readCursor(cursor, own);
  const heads = await readHeads(db, { before, limit: limit + 1 });
  const merged = merge(heads, limit + 1);
  const page = merged.slice(0, limit);
  for (const { walletId, seq } of page) before.set(walletId, seq);
  return { list: page.map(describe), next: merged.length > limit ? writeCursor(before) : null, ...standing };
}

const describe = ({ walletId: _, walletKind, seq, kind, at, ...row }: Row): JournalLine => ({
  ...row,
  seq: String(seq),
  kind: kindOf[kind]!,
  at: at.toISOString(),
  wallet: walletCode(walletKind),
});

const columns = sql`t.wallet_id as "walletId", w.kind as "walletKind", t.seq, t.kind, t.amount, t.balance_after as "balanceAfter", t.ref as reference,
  t.round_id as "roundId", t.at, coalesce(s.code, t.contra::text) as contra, exists (select from reversal r where r.original_ref = t.ref) as reversed`;

/** The newest lines of each wallet below where it was read to. */
async function readHeads(db: Db, { before, limit }: { before: ReadonlyMap<bigint, bigint>; limit: number }): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select ${columns}
    from unnest(${[...before.keys()]}::bigint[], ${[...before.values()]}::bigint[]) e(id, before) join wallet w on w.id = e.id
    cross join lateral (select * from transfer where wallet_id = e.id and seq < e.before order by seq desc limit ${limit}) t
    left join system_account s on s.id = t.contra order by t.wallet_id, t.seq desc`.execute(db as Tx);
  return rows;
}

/** An operation moved one wallet at one moment, which its id knows: the lines are looked for there. */
async function readOperation(db: Db, { accountId, reference }: { accountId: bigint; reference: string }): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select ${columns}
    from idempotency i join wallet w on w.id = i.wallet_id and w.account_id = ${accountId}
    cross join lateral (select journal_seq(w.id, i.at - interval '1 minute') as low, journal_seq(w.id, i.at + interval '1 minute') as high offset 0) e
    join transfer t on t.wallet_id = w.id and t.seq >= e.low and t.seq < e.high and t.ref = i.ref
    left join system_account s on s.id = t.contra where i.ref = ${reference}::uuid order by t.seq desc`.execute(db as Tx);
  return rows;
}

/** The newest of all wallets, each wallet in its own order. */
function merge(rows: readonly Row[], limit: number): readonly Row[] {
  const queues = [...Map.groupBy(rows, ({ walletId }) => walletId).values()];
  const merged: Row[] = [];
  while (merged.length < limit) {
    const waiting = queues.filter(({ length }) => length > 0);
    if (waiting.length === 0) break;
    merged.push(waiting.reduce((best, queue) => (queue[0]!.at > best[0]!.at ? queue : best)).shift()!);
  }
  return merged;
}

/** Above every seq there will be: a wallet of which no line was shown yet. */
const UNREAD = 2n ** 62n;

/** Up to where each wallet was read, in the order the wallets were opened: one opened meanwhile holds nothing older than the page before. */
function readCursor(cursor: string | undefined, own: readonly OwnWallet[]): Map<bigint, bigint> {
  const parts = /^([0-9]{1,18}|-)(\.([0-9]{1,18}|-))*$/.test(cursor ?? "") ? cursor!.split(".") : undefined;
  const beforeOf = (part: string | undefined): bigint => (parts === undefined || part === "-" ? UNREAD : BigInt(part ?? 0));
  return new Map(own.map(({ id }, place) => [id, beforeOf(parts?.[place])]));
}

const writeCursor = (before: ReadonlyMap<bigint, bigint>): string => [...before.values()].map((seq) => (seq === UNREAD ? "-" : String(seq))).join(".");
