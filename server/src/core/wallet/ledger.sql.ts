import { sql } from "kysely";
import type pg from "pg";
import type { Db, Tx } from "../../platform/db.ts";
import { kindNumber, type Posting } from "./posting.ts";

/** A posting whose outcome is drawn: what goes to the database. */
export interface Operation {
  readonly posting: Posting;
  readonly creditMinor: bigint;
  readonly seedId: bigint | null;
  readonly nonce: bigint | null;
  readonly detail: string | null;
}

export interface LedgerRow {
  /** Position in the batch, from 1. */
  readonly item: number;
  readonly code: number;
  readonly balanceMinor: bigint;
  readonly roundId: string | null;
  readonly nextNonce: bigint;
}

interface Moment {
  readonly at: Date;
  readonly timeZone: string;
}

const BATCH_SQL =
  "select * from ledger_batch($1, $2, $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::smallint[], $9::bigint[], $10::uuid[], $11::integer[], $12::bigint[], $13::bigint[], $14::text[])";

/** Sends many operations as one statement and one commit. Array literals are written here because the driver's own quoting of each element costs more than the query. */
export async function ledgerBatch(
  client: pg.ClientBase,
  { at, timeZone, operations }: Moment & { readonly operations: readonly Operation[] },
): Promise<readonly LedgerRow[]> {
  const column = (value: (operation: Operation) => bigint | number | string | null): string =>
    `{${operations.map((operation) => value(operation) ?? "NULL").join(",")}}`;
  const result = await client.query<(number | bigint | string | null)[]>({
    name: "ledger_batch",
    text: BATCH_SQL,
    rowMode: "array",
    values: [
      at,
      timeZone,
      column(({ posting }) => posting.ref),
      column(({ posting }) => posting.walletId),
      column(({ posting }) => posting.contra),
      column(({ posting }) => posting.debitMinor),
      column(({ creditMinor }) => creditMinor),
      column(({ posting }) => kindNumber[posting.kind]),
      column(({ posting }) => posting.digest),
      column(({ posting }) => posting.round?.id ?? null),
      column(({ posting }) => posting.round?.gameId ?? null),
      column(({ seedId }) => seedId),
      column(({ nonce }) => nonce),
      column(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
    ],
  });
  return result.rows.map(readRow);
}

/** Runs one operation with every rule, in the caller's transaction or in one of its own. */
export async function ledgerPost(db: Db | Tx, { at, timeZone, operation }: Moment & { readonly operation: Operation }): Promise<LedgerRow> {
  const { posting, creditMinor, seedId, nonce, detail } = operation;
  const { rows } = await sql<{ code: number; balance: bigint | null; round_id: string | null; next_nonce: bigint | null }>`
    select * from ledger_post(${at}, ${timeZone}, ${posting.ref}::uuid, ${posting.walletId}::bigint, ${posting.contra}::bigint, ${posting.debitMinor}::bigint, ${creditMinor}::bigint,
      ${kindNumber[posting.kind]}::smallint, ${posting.digest}::bigint, ${posting.round?.id ?? null}::uuid, ${posting.round?.gameId ?? null}::integer, ${seedId}::bigint, ${nonce}::bigint, ${detail}::jsonb)`.execute(
    db as Tx,
  );
  const row = rows[0]!;
  return readRow([1, row.code, row.balance, row.round_id, row.next_nonce]);
}

const readRow = ([item, code, balance, roundId, nextNonce]: readonly (number | bigint | string | null)[]): LedgerRow => ({
  item: Number(item),
  code: Number(code),
  balanceMinor: BigInt(balance ?? 0n),
  roundId: roundId === null || roundId === undefined ? null : String(roundId),
  nextNonce: BigInt(nextNonce ?? 0n),
});
