import type { InputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import { type feedback, type FeedbackMacro, macroPlaceholders } from "@laro/contract/feedback";
import { sql } from "kysely";
import { brand } from "../../core/settings/packs.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";

const MACROS_MAX = 200;

/** The prepared answers, by title. */
export const listMacros = async (db: Db): Promise<{ list: FeedbackMacro[] }> => ({
  list: await db.selectFrom("feedback_macro").select(["id", "title", "language", "text"]).orderBy("title").orderBy("language").limit(MACROS_MAX).execute(),
});

const inBraces = (text: string): readonly string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!);

/** Writes a prepared answer; one of the same title and language is written anew. A word in braces that nothing is put for is refused. */
export async function saveMacro(tx: Tx, { title, language, text, now }: InputOf<(typeof feedback)["saveMacro"]> & { now: Date }): Promise<FeedbackMacro> {
  if (!brand.languages.includes(language)) refuse("feedback.language_unknown", { field: "language" });
  const unknown = inBraces(text).find((name) => !(macroPlaceholders as readonly string[]).includes(name));
  if (unknown !== undefined) refuse("feedback.macro_placeholder", { field: "text", placeholder: unknown.slice(0, 40) });
  // One officer's at a time, so that no two count the same last place.
  await sql`select pg_advisory_xact_lock(hashtext('feedback_macro'))`.execute(tx);
  const known = await tx
    .selectFrom("feedback_macro")
    .select("id")
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where("language", "=", language)
    .executeTakeFirst();
  const { count } = await tx
    .selectFrom("feedback_macro")
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  if (known === undefined && count >= MACROS_MAX) refuse("feedback.macros_full", { maximum: MACROS_MAX });
  const macro = { id: known?.id ?? newId(now), title, language, text };
  await tx
    .insertInto("feedback_macro")
    .values({ ...macro, at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ title, text, at: now }))
    .execute();
  staleOnCommit(tx, ["feedback.macros"], ["operators"]);
  return macro;
}

/** Removes a prepared answer. Refuses with `feedback.macro_unknown`. */
export async function removeMacro(tx: Tx, id: string): Promise<void> {
  const removed = await tx.deleteFrom("feedback_macro").where("id", "=", id).returning("id").executeTakeFirst();
  if (removed === undefined) refuse("feedback.macro_unknown");
  staleOnCommit(tx, ["feedback.macros"], ["operators"]);
}
