import { Refusal, type ErrorCode } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/db.ts";
import { sweepInTurns } from "../../platform/rows.ts";

/** Addresses that are counted one by one within a minute; the others of that minute share a row. */
const ADDRESSES_PER_MINUTE_MAX = 20;
const OTHERS = "others";
/** Enough to see what was tried. */
const SAMPLE_BYTES_MAX = 512;
const MINUTE_MS = 60_000;
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

/** What anyone can have the gateway say, without knowing the secret; an old message may be a true one that someone repeats. */
const unsignedFaults: readonly ErrorCode[] = ["webhooks.signature_wrong", "webhooks.too_old"];

export const isUnsigned = ({ code }: Refusal): boolean => unsignedFaults.includes(code);

interface Counted {
  readonly count: number;
  readonly fault: ErrorCode;
  readonly sample: Buffer;
}

/** Counts what nobody we know signed. However much comes, a process writes with one connection, and a minute has twenty-one rows at most. */
export class UnsignedMessages {
  readonly #begin: Database["begin"];
  readonly #clock: Clock;
  #counted = new Map<string, Counted>();
  #written: PromiseWithResolvers<void> | undefined;
  #isWriting = false;

  constructor({ database, clock }: { database: Pick<Database, "begin">; clock: Clock }) {
    this.#begin = database.begin;
    this.#clock = clock;
  }

  /** Does what takes a message; one that turns out unsigned is counted before its refusal goes out. */
  async watch<Taken>(sender: { address: string; body: Buffer }, take: () => Promise<Taken>): Promise<Taken> {
    try {
      return await take();
    } catch (error) {
      if (error instanceof Refusal && isUnsigned(error)) await this.#count(sender, error.code);
      throw error;
    }
  }

  #count({ address, body }: { address: string; body: Buffer }, fault: ErrorCode): Promise<void> {
    const key = this.#counted.has(address) || this.#counted.size < ADDRESSES_PER_MINUTE_MAX ? address : OTHERS;
    const { count, ...first } = this.#counted.get(key) ?? { count: 0, fault, sample: Buffer.from(body.subarray(0, SAMPLE_BYTES_MAX)) };
    this.#counted.set(key, { count: count + 1, ...first });
    this.#written ??= Promise.withResolvers<void>();
    const { promise } = this.#written;
    if (!this.#isWriting) void this.#writeAll();
    return promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#written !== undefined) {
      const [written, counted] = [this.#written, this.#counted];
      [this.#written, this.#counted] = [undefined, new Map()];
      const minute = new Date(Math.floor(this.#clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
      await this.#begin((tx) => addCounts(tx, minute, counted)).then(written.resolve, written.reject);
    }
    this.#isWriting = false;
  }
}

async function addCounts(tx: Tx, minute: Date, counted: ReadonlyMap<string, Counted>): Promise<void> {
  // Two processes that find the same room would fill it twice.
  await sql`select pg_advisory_xact_lock(hashtext('unsigned_message'))`.execute(tx);
  const rows = await tx.selectFrom("unsigned_message").select("address").where("minute", "=", minute).execute();
  const known = new Set(rows.map(({ address }) => address));
  for (const [address, { count, fault, sample }] of counted) {
    const row = known.has(address) || known.size < ADDRESSES_PER_MINUTE_MAX ? address : OTHERS;
    known.add(row);
    await tx
      .insertInto("unsigned_message")
      .values({ minute, address: row, count: BigInt(count), fault, sample })
      .onConflict((conflict) => conflict.columns(["minute", "address"]).doUpdateSet((eb) => ({ count: eb("unsigned_message.count", "+", BigInt(count)) })))
      .execute();
  }
}

const SWEPT_AT_ONCE_MAX = 10_000;

/** Forgets what was counted a week ago. */
export async function sweepUnsigned(database: Pick<Database, "begin">, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await sweepInTurns(database, SWEPT_AT_ONCE_MAX, [
    (tx) =>
      sql`delete from unsigned_message where ctid = any(array(select ctid from unsigned_message where minute < ${before} limit ${SWEPT_AT_ONCE_MAX}))`.execute(
        tx,
      ),
  ]);
}
