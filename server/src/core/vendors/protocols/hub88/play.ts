import { AMOUNT_MAX_MINOR } from "@laro/contract/core/money";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { PlayOddity, PlayPage, PlayQuestion, PlayRecord, TransferProtocol } from "../../protocol.ts";
import { sign } from "./signature.ts";
import { PARTS_OF_MINOR } from "./wire.ts";

/** More in one answer are none: the stretch of time is asked for in smaller parts. */
const RECORDS_MAX = 5_000;
const TEXT_MAX = 255;
const WORD_MAX = 64;

/** What names something: compared byte for byte. */
const Name = z
  .string()
  .min(1)
  .max(TEXT_MAX)
  .regex(/^\P{Cc}+$/u)
  .refine((text) => text.isWellFormed());
/** Without a zone it is UTC. */
const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?$/)
  .transform((text) => new Date(`${text.replace(" ", "T").replace(/Z$/, "")}Z`))
  .refine((time) => !Number.isNaN(time.getTime()));

/** The status has one name in the documentation of the list and another in some answers of it. */
const Item = z.object({
  transaction_uuid: Name,
  reference_transaction_uuid: Name.nullish(),
  user: Name,
  currency: Name,
  game_code: Name,
  round: Name.nullish(),
  kind: z.string().max(WORD_MAX),
  transaction_status: z.string().max(WORD_MAX).optional(),
  status: z.string().max(WORD_MAX).optional(),
  inserted_at: Time,
  amount: z.number(),
});
type Item = z.output<typeof Item>;

/** What moved money, by what Hub88 calls it. The other kinds are given away or correct something: nothing of ours grants them. */
const TYPES: Readonly<Record<string, PlayRecord["type"]>> = { TK_BET: "bet", TK_WIN: "win", TK_JP_WIN: "win", TK_ROLLBACK: "undo" };
/** It costs nothing: only what it wins is of interest. */
const FREE_BET = "TK_FREE_BET";
const DONE = "TS_SUCCESS";
const ROLLED_BACK = "TS_ROLLEDBACK";

type Read = { readonly record: PlayRecord } | { readonly odd: PlayOddity } | undefined;

const Named = z.object({ transaction_uuid: Name });
const nameOf = (item: unknown): string => Named.safeParse(item).data?.transaction_uuid ?? "";

/** One item of a list: a record, what is none, or what moved nothing: declined, given up or free. */
function readItem(unread: unknown): Read {
  const { success, data: item } = Item.safeParse(unread);
  if (!success) return { odd: { id: nameOf(unread), kind: "record_malformed" } };
  const { transaction_uuid: id, kind } = item;
  const status = item.transaction_status ?? item.status;
  if ((status !== DONE && status !== ROLLED_BACK) || kind === FREE_BET) return undefined;
  const type = Object.hasOwn(TYPES, kind) ? TYPES[kind] : undefined;
  if (type === undefined) return { odd: { id, kind: "record_kind_unknown" } };
  // A rollback names what it takes back; what was taken back may say so itself.
  if (type === "undo" || status === ROLLED_BACK) return readUndo(item, type === "undo" ? item.reference_transaction_uuid : id);
  const amountMinor = readAmount(item.amount);
  if (typeof amountMinor === "string") return { odd: { id, kind: amountMinor } };
  return { record: { ...aboutOf(item), type, id, amountMinor } };
}

const readUndo = (item: Item, original: string | null | undefined): Read =>
  original === null || original === undefined
    ? { odd: { id: item.transaction_uuid, kind: "record_malformed" } }
    : { record: { ...aboutOf(item), type: "undo", id: original, amountMinor: 0n } };

const aboutOf = ({ user, currency, game_code, round, transaction_uuid, inserted_at }: Item) => ({
  player: user,
  currency,
  game: game_code,
  round: round ?? transaction_uuid,
  playedAt: inserted_at,
});

/** Minor units, or why it is none. Beyond the safe integers what was parsed need not be what was written. */
function readAmount(parts: number): bigint | "amount_wrong" | "fraction" {
  if (!Number.isSafeInteger(parts) || parts < 0) return "amount_wrong";
  const amount = BigInt(parts);
  if (amount / PARTS_OF_MINOR > AMOUNT_MAX_MINOR) return "amount_wrong";
  return amount % PARTS_OF_MINOR === 0n ? amount / PARTS_OF_MINOR : "fraction";
}

function readPage(items: readonly unknown[]): PlayPage {
  const read = items.map(readItem);
  return {
    list: read.flatMap((one) => (one !== undefined && "record" in one ? [one.record] : [])),
    odd: read.flatMap((one) => (one !== undefined && "odd" in one ? [one.odd] : [])),
    next: undefined,
  };
}

const S_MS = 1_000;
/** To the second, without a zone; the end is told a second late rather than early, because a record is booked once however often it is told. */
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

function ask({ casinoId, currency, from, until }: PlayQuestion, privateKey: Buffer) {
  const [start, end] = [Math.floor(from.getTime() / S_MS) * S_MS, Math.ceil(until.getTime() / S_MS) * S_MS];
  const body = JSON.stringify({
    operator_id: casinoId,
    sub_partner_id: casinoId,
    currency,
    start_time: textOf(start),
    end_time: textOf(end),
    request_uuid: randomUUID(),
  });
  const headers = { "content-type": "application/json", "x-hub88-signature": sign(Buffer.from(body), privateKey) };
  return { path: "operator/generic/v2/transactions/list", headers, body };
}

/** Hub88's Transactions API (docs.hub88.io): what was played in a stretch of time, all of it in one list. */
export const hub88Play: NonNullable<TransferProtocol["play"]> = { ask, answer: z.array(z.unknown()).max(RECORDS_MAX).transform(readPage) };
