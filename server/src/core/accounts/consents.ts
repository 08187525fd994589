import { refuse } from "@laro/contract/core/errors";
import type { ConsentKind, ConsentWord } from "@laro/contract/privacy";
import { sql } from "kysely";
import { maskAddress } from "../../platform/addresses.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";

/** What was shipped of each: the version that counts where operators published none. */
export const shippedVersions = {
  terms: "2026-11",
  privacy: "2026-11",
  declaration: "2026-11",
  marketingEmail: "2026-11",
  marketingSms: "2026-11",
} as const satisfies Record<ConsentKind, string>;

/** A document that operators publish and members agree to, in the version that counts now. */
export interface Document {
  readonly kind: "terms" | "privacy";
  readonly contentId: string;
  readonly no: number;
  readonly version: string;
  /** From when deposits and launches wait for it; null for never. */
  readonly bindingFrom: Date | null;
}

/** The documents that count at a moment: of each the last that began and that asked members anew. */
export async function listDocuments(db: Db | Tx, now: Date): Promise<readonly Document[]> {
  const { rows } = await sql<Document>`
    select distinct on (c.code) c.code as kind, c.id as "contentId", v.no, v.label as version, (v.detail ->> 'bindingFrom')::timestamptz as "bindingFrom"
    from content c join content_version v on v.content_id = c.id
    where c.kind = 'term' and v.state = 'published' and v.starts_at <= ${now} and (v.detail ->> 'consentNeeded')::boolean
    order by c.code, v.starts_at desc, v.no desc`.execute(db as Tx);
  return rows;
}

/** The version of each kind that counts at a moment. */
async function readVersions(db: Db | Tx, now: Date): Promise<Record<ConsentKind, string>> {
  const documents = await listDocuments(db, now);
  return { ...shippedVersions, ...Object.fromEntries(documents.map(({ kind, version }) => [kind, version])) };
}

interface Word {
  readonly accountId: bigint;
  readonly kinds: readonly ConsentKind[];
  /** Where the word was given from. */
  readonly address: string;
  /** In which language it was read, where that is known. */
  readonly language?: string;
  readonly now: Date;
}

/** Keeps that a member agreed to the versions that count now. */
export const giveConsents = (tx: Tx, word: Word): Promise<void> => keepWord(tx, { ...word, given: true });

/** Keeps that a member takes an agreement back; what was agreed to before stays on record. */
export const withdrawConsents = (tx: Tx, word: Word): Promise<void> => keepWord(tx, { ...word, given: false });

async function keepWord(tx: Tx, { accountId, kinds, address, language, given, now }: Word & { given: boolean }): Promise<void> {
  const versions = await readVersions(tx, now);
  const rows = kinds.map((kind) => ({ id: newId(now), account_id: accountId, kind, version: versions[kind], given, address, language, at: now }));
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
export async function listConsents(db: Db | Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<readonly Consent[]> {
  const [versions, rows] = [
    await readVersions(db, now),
    await (db as Db)
      .selectFrom("consent")
      .distinctOn("kind")
      .select(["kind", "version", "given", "at"])
      .where("account_id", "=", accountId)
      .orderBy("kind")
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .execute(),
  ];
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
export async function isConsentDue(db: Db | Tx, { accountId, kind, now }: { accountId: bigint; kind: ConsentKind; now: Date }): Promise<boolean> {
  const word = (await listConsents(db, { accountId, now })).find((one) => one.kind === kind);
  return word === undefined || !word.given || !word.isCurrent;
}

/** The documents a member has still to agree to. */
export async function listDueDocuments(db: Db | Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<readonly Document[]> {
  const documents = await listDocuments(db, now);
  if (documents.length === 0) return [];
  const given = (await listConsents(db, { accountId, now })).filter((word) => word.given && word.isCurrent);
  return documents.filter(({ kind }) => given.every((word) => word.kind !== kind));
}

/** Refuses with `content.consent_due` while a document that binds by now waits for the member: before money comes in, and before a game opens. */
export async function checkConsented(db: Db | Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<void> {
  const due = await listDueDocuments(db, { accountId, now });
  if (due.some(({ bindingFrom }) => bindingFrom !== null && bindingFrom <= now)) refuse("content.consent_due");
}
