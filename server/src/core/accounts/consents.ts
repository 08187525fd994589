import type { ConsentKind, ConsentWord } from "@laro/contract/privacy";
import { maskAddress } from "../../platform/addresses.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";

/** What may be agreed to, and the version that counts now: who agreed to an older one is asked again. */
const versions = {
  terms: "2026-11",
  privacy: "2026-11",
  declaration: "2026-11",
  marketingEmail: "2026-11",
  marketingSms: "2026-11",
} as const satisfies Record<ConsentKind, string>;

interface Word {
  readonly accountId: bigint;
  readonly kinds: readonly ConsentKind[];
  /** Where the word was given from. */
  readonly address: string;
  readonly now: Date;
}

/** Keeps that a member agreed to the versions that count now. */
export const giveConsents = (tx: Tx, word: Word): Promise<void> => keepWord(tx, { ...word, given: true });

/** Keeps that a member takes an agreement back; what was agreed to before stays on record. */
export const withdrawConsents = (tx: Tx, word: Word): Promise<void> => keepWord(tx, { ...word, given: false });

async function keepWord(tx: Tx, { accountId, kinds, address, given, now }: Word & { given: boolean }): Promise<void> {
  const rows = kinds.map((kind) => ({ id: newId(now), account_id: accountId, kind, version: versions[kind], given, address, at: now }));
  await tx.insertInto("consent").values(rows).execute();
}

export interface Consent {
  readonly kind: ConsentKind;
  readonly version: string;
  readonly given: boolean;
  readonly at: Date;
  /** The word is of the version that counts now. */
  readonly isCurrent: boolean;
}

/** A member's last word on each kind they ever spoke of. */
export async function listConsents(db: Db | Tx, accountId: bigint): Promise<readonly Consent[]> {
  const rows = await (db as Db)
    .selectFrom("consent")
    .distinctOn("kind")
    .select(["kind", "version", "given", "at"])
    .where("account_id", "=", accountId)
    .orderBy("kind")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as ConsentKind, isCurrent: row.version === versions[row.kind as ConsentKind] }));
}

/** Every word of a member, the newest first, with the network it came from. */
export async function listWords(db: Db | Tx, { accountId, limit }: { accountId: bigint; limit: number }): Promise<readonly ConsentWord[]> {
  const rows = await (db as Db)
    .selectFrom("consent")
    .select(["kind", "version", "given", "at", "address"])
    .where("account_id", "=", accountId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ kind, at, address, ...row }) => ({ ...row, kind: kind as ConsentKind, at: at.toISOString(), address: maskAddress(address) }));
}

/** Whether a member must still be asked: never agreed, took it back, or agreed to an older version. */
export async function isConsentDue(db: Db | Tx, { accountId, kind }: { accountId: bigint; kind: ConsentKind }): Promise<boolean> {
  const word = (await listConsents(db, accountId)).find((one) => one.kind === kind);
  return word === undefined || !word.given || !word.isCurrent;
}
