import { CompiledQuery, sql, type RawBuilder } from "kysely";
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
  /** What of the stake counts; null where all of it does. */
  readonly validMinor: bigint | null;
  readonly roundId: string | null;
  /** Whether the round is opened and not whole. */
  readonly staysOpen: boolean;
}

/** A posting that is no round. */
export const plain = (posting: Posting): Operation => ({
  posting,
  creditMinor: posting.creditMinor,
  seedId: null,
  nonce: null,
  detail: null,
  validMinor: null,
  roundId: null,
  staysOpen: false,
});

export interface LedgerRow {
  /** Position in the batch, from 1. */
  readonly item: number;
  readonly code: number;
  readonly balanceMinor: bigint;
  readonly roundId: string | null;
  readonly nextNonce: bigint;
  /** Where the posting was moved to a later moment than it was sent at. */
  readonly movedTo: Date | null;
}

interface Moment {
  readonly at: Date;
  readonly timeZone: string;
}

const BATCH_SQL =
  "select * from ledger_batch($1, $2, $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::smallint[], $9::bigint[], $10::uuid[], $11::integer[], $12::bigint[], $13::bigint[], $14::text[], $15::bigint[])";

type Column = string;

/** Array literals are written here because the driver's own quoting of each element costs more than the query. */
function columnsOf(operations: readonly Operation[]): readonly Column[] {
  const column = (value: (operation: Operation) => bigint | number | string | null): Column =>
    `{${operations.map((operation) => value(operation) ?? "NULL").join(",")}}`;
  return [
    column(({ posting }) => posting.ref),
    column(({ posting }) => posting.walletId),
    column(({ posting }) => posting.contra),
    column(({ posting }) => posting.debitMinor),
    column(({ creditMinor }) => creditMinor),
    column(({ posting }) => kindNumber[posting.kind]),
    column(({ posting }) => posting.digest),
    column(({ roundId }) => roundId),
    column(({ posting }) => posting.round?.gameId ?? null),
    column(({ seedId }) => seedId),
    column(({ nonce }) => nonce),
    column(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
    column(({ validMinor }) => validMinor),
  ];
}

/** Sends many operations as one statement and one commit. */
export async function ledgerBatch(
  client: pg.ClientBase,
  { at, timeZone, operations }: Moment & { readonly operations: readonly Operation[] },
): Promise<readonly LedgerRow[]> {
  const result = await client.query<LedgerColumns>({
    name: "ledger_batch",
    text: BATCH_SQL,
    rowMode: "array",
    values: [at, timeZone, ...columnsOf(operations)],
  });
  return result.rows.map(readRow);
}

/** The same inside the caller's transaction: answers the code of each operation, in their order. */
export async function ledgerBatchWithin(
  tx: Tx,
  { at, timeZone, operations }: Moment & { readonly operations: readonly Operation[] },
): Promise<readonly number[]> {
  const { rows } = await tx.executeQuery<{ code: number }>(
    CompiledQuery.raw(`select code from (${BATCH_SQL}) b order by item`, [at, timeZone, ...columnsOf(operations)]),
  );
  return rows.map(({ code }) => code);
}

const TICKETS_SQL =
  "select * from ledger_tickets($1, $2, $3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::uuid[], $9::integer[], $10::text[], $11::bigint[])";

/** Takes the stakes of many tickets as one statement and one commit. */
export async function ledgerTickets(
  client: pg.ClientBase,
  { at, timeZone, operations }: Moment & { readonly operations: readonly Operation[] },
): Promise<readonly LedgerRow[]> {
  const column = <Value>(value: (operation: Operation) => Value): Value[] => operations.map(value);
  const result = await client.query<LedgerColumns>({
    name: "ledger_tickets",
    text: TICKETS_SQL,
    rowMode: "array",
    values: [
      at,
      timeZone,
      column(({ posting }) => posting.ref),
      column(({ posting }) => posting.walletId),
      column(({ posting }) => posting.contra),
      column(({ posting }) => posting.debitMinor),
      column(({ posting }) => posting.digest),
      column(({ roundId }) => roundId),
      column(({ posting }) => posting.ticket!.gameId),
      column(({ posting }) => stateOf(posting)),
      column(({ posting }) => posting.ticket!.drawId),
    ],
  });
  return result.rows.map(readRow);
}

/** What an open ticket keeps. */
const stateOf = ({ ticket, debitMinor }: Posting): string => JSON.stringify({ stake: String(debitMinor), choice: ticket!.choice, actions: [] });

/** Runs one operation with every rule, in the caller's transaction or in one of its own. */
export async function ledgerPost(db: Db | Tx, { at, timeZone, operation }: Moment & { readonly operation: Operation }): Promise<LedgerRow> {
  const { posting, creditMinor, seedId, nonce, detail, validMinor, roundId } = operation;
  if (posting.ticket !== undefined) return ledgerTicket(db, { at, timeZone, operation });
  if (operation.staysOpen) return ledgerOpening(db, { at, timeZone, operation });
  return postAlone(
    db,
    sql`ledger_post(${at}, ${timeZone}, ${posting.ref}::uuid, ${posting.walletId}::bigint, ${posting.contra}::bigint, ${posting.debitMinor}::bigint, ${creditMinor}::bigint,
      ${kindNumber[posting.kind]}::smallint, ${posting.digest}::bigint, ${roundId}::uuid, ${posting.round?.gameId ?? null}::integer, ${seedId}::bigint, ${nonce}::bigint, ${detail}::jsonb, ${validMinor}::bigint)`,
  );
}

/** One ticket, as the careful path takes it. */
function ledgerTicket(db: Db | Tx, { at, timeZone, operation: { posting, roundId } }: Moment & { readonly operation: Operation }): Promise<LedgerRow> {
  const { gameId, drawId } = posting.ticket!;
  return postAlone(
    db,
    sql`ledger_entry(${at}, ${timeZone}, ${posting.ref}::uuid, ${posting.walletId}::bigint, ${posting.contra}::bigint, ${posting.debitMinor}::bigint, 0, ${posting.digest}::bigint,
      ${roundId}::uuid, ${roundId}::uuid, 2::smallint, ${gameId}::integer, null, null, null, 0, false, ${stateOf(posting)}::jsonb, null, ${drawId}::bigint)`,
  );
}

/** A drawn round that is not whole yet: its stake, its win so far, and what was drawn, which whoever closes it reads. */
function ledgerOpening(db: Db | Tx, { at, timeZone, operation }: Moment & { readonly operation: Operation }): Promise<LedgerRow> {
  const { posting, creditMinor, seedId, nonce, detail, roundId } = operation;
  return postAlone(
    db,
    sql`ledger_entry(${at}, ${timeZone}, ${posting.ref}::uuid, ${posting.walletId}::bigint, ${posting.contra}::bigint, ${posting.debitMinor}::bigint, ${creditMinor}::bigint,
      ${posting.digest}::bigint, ${roundId}::uuid, ${roundId}::uuid, 2::smallint, ${posting.round!.gameId}::integer, ${seedId}::bigint, ${nonce}::bigint, ${detail}::jsonb, 0, false,
      ${detail}::jsonb, null)`,
  );
}

async function postAlone(db: Db | Tx, call: RawBuilder<unknown>): Promise<LedgerRow> {
  const { rows } = await sql<{ code: number; balance: bigint | null; round_id: string | null; next_nonce: bigint | null; moved_to: Date | null }>`
    select * from ${call}`.execute(db as Tx);
  const row = rows[0]!;
  return readRow([1, row.code, row.balance, row.round_id, row.next_nonce, row.moved_to]);
}

type LedgerColumns = [item: number, code: number, balance: bigint | null, roundId: string | null, nextNonce: bigint | null, movedTo: Date | null];

const readRow = ([item, code, balance, roundId, nextNonce, movedTo]: LedgerColumns): LedgerRow => ({
  item,
  code,
  balanceMinor: balance ?? 0n,
  roundId,
  nextNonce: nextNonce ?? 0n,
  movedTo,
});
