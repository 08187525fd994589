import type { Detail } from "@laro/contract/core/contentKinds";
import { sql } from "kysely";
import { shippedVersions } from "../../core/accounts/consents.ts";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { putTexts, sourceDigest } from "./content.desk.ts";
import { sanitise } from "./content.html.ts";

interface ShippedText {
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly alt: string;
}

/** An item that stands there from the first start on. */
export interface ShippedItem {
  readonly code: string;
  readonly detail: Detail;
  /** English first. */
  readonly texts: readonly ShippedText[];
}

const REASON = "Shipped with the software";

/** Whether anything was ever written: what operators took off does not come back. */
export async function isContentEmpty(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom("content").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Publishes what is shipped, as the platform itself. Every text passes the same list as an officer's, and must lose nothing by it. */
export async function shipContent(tx: Tx, { items, now }: { items: readonly ShippedItem[]; now: Date }): Promise<void> {
  const places = new Map<string, number>();
  for (const item of items) {
    const position = (places.get(item.detail.kind) ?? 0) + 1;
    places.set(item.detail.kind, position);
    await shipItem(tx, item, { position, now });
  }
}

async function shipItem(tx: Tx, { code, detail, texts }: ShippedItem, { position, now }: { position: number; now: Date }): Promise<void> {
  const [source] = texts;
  if (source === undefined) return;
  const id = newId(now);
  await tx.insertInto("content").values({ id, kind: detail.kind, code, position, created_at: now }).execute();
  const version = { content_id: id, no: 1, detail: JSON.stringify(detail), authors: sql<bigint[]>`array[0::bigint]`, made_by: 0n, made_at: now };
  await tx
    .insertInto("content_version")
    .values({ ...version, state: "draft" })
    .execute();
  const kept = await Promise.all(
    texts.map(async (text) => ({ ...text, html: await clean(text.html), seo: { title: "", description: "" }, ofSource: sourceDigest(source) })),
  );
  await putTexts(tx, { id, no: 1, texts: kept });
  const label = detail.kind === "term" ? shippedVersions[detail.document] : null;
  await tx
    .updateTable("content_version")
    .set({ state: "published", starts_at: now, published_by: 0n, published_at: now, reason: REASON, label })
    .where("content_id", "=", id)
    .execute();
}

async function clean(given: string): Promise<string> {
  const { html, removed } = await sanitise(given);
  if (removed.length > 0) throw new Error(`a shipped text would lose ${removed[0]!.what}`);
  return html;
}
