import { AGENT_NOTICES_A_PAGE, type content } from "@laro/contract/content";
import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { languageOf, listLive, textIn } from "./content.ts";

interface Reading {
  readonly accountId: bigint;
  readonly now: Date;
}

const listNotices = (db: Db | Tx, now: Date, language: string) => listLive(db, { kinds: ["agentNotice"], language, now });

/** A page of the announcements for agents in the operator's order, and how many of all of them the agent has not read. */
export async function listAgentNotices(
  db: Db,
  { accountId, now, page = 1, language: asked }: Reading & { readonly page: number | undefined; readonly language: string },
): Promise<OutputOf<(typeof content)["agentNotices"]>> {
  const language = languageOf(asked);
  const live = await listNotices(db, now, language);
  const { rows } = await sql<{ id: string; no: number }>`select content_id as id, no from content_read where account_id = ${accountId}`.execute(db as Tx);
  const readNo = new Map(rows.map(({ id, no }) => [id, no]));
  const all = live.map((version) => ({ version, unread: (readNo.get(version.id) ?? 0) < version.no }));
  const pages = Math.max(1, Math.ceil(all.length / AGENT_NOTICES_A_PAGE));
  const from = (Math.min(page, pages) - 1) * AGENT_NOTICES_A_PAGE;
  const list = all.slice(from, from + AGENT_NOTICES_A_PAGE).map(({ version, unread }) => {
    const { title, html, language: written } = textIn(version, language);
    return { id: version.id, title, content: html, language: written, time: (version.publishedAt ?? new Date(0)).toISOString(), unread };
  });
  return { list, pages, unread: all.filter(({ unread }) => unread).length };
}

/** Marks the version that stands now as read. Refuses with `content.not_found` what no agent sees. */
export async function readAgentNotice(tx: Tx, { accountId, now, id }: Reading & { readonly id: string }): Promise<void> {
  const version = (await listNotices(tx, now, "EN")).find((one) => one.id === id);
  if (version === undefined) refuse("content.not_found");
  await tx
    .insertInto("content_read")
    .values({ account_id: accountId, content_id: id, no: version.no, at: now })
    .onConflict((conflict) => conflict.columns(["account_id", "content_id"]).doUpdateSet({ no: version.no, at: now }))
    .execute();
  staleOnCommit(tx, ["content.agentNotices"], [`member:${accountId}`]);
}
