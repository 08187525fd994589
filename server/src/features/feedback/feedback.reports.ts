import { feedbackTypes } from "@laro/contract/feedback";
import { translatorFor } from "@laro/locales/compiled";
import type { Language } from "@laro/locales/t";
import { sql } from "kysely";
import { packs } from "../../core/settings/packs.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/routes.ts";
import { beginThread, writeInThread } from "./feedback.ts";

/** Operator 0 is the platform itself. */
const PLATFORM = 0n;

interface Reported {
  readonly accountId: bigint;
  readonly language: string;
  readonly agentId: bigint;
  readonly agent: string;
  readonly letterId: string;
  /** The agent's shown name, and what the member read. */
  readonly values: readonly string[];
}

/**
 * A reported letter is a thread of the member's: the officers find the letter and who wrote it in a note, which the member does not see. The letter's words are
 * not the member's, so they are not looked through for harm.
 */
export async function beginReport(tx: Tx, { keys, config, clock }: Platform, messageId: string): Promise<void> {
  const { rows } = await sql<Reported>`
    select m.account_id as "accountId", a.language, l.agent_id as "agentId", g.name as agent, l.id as "letterId", m.values
    from message m join agent_letter l on l.id = m.letter_id join account a on a.id = m.account_id join account g on g.id = l.agent_id
    where m.id = ${messageId}::uuid and not exists (select from feedback f where f.message_id = m.id) for update of m`.execute(tx);
  const [row] = rows;
  if (row === undefined) return;
  const now = clock.now();
  const [from = "", words = ""] = row.values;
  const text = translatorFor(row.language as Language)("feedback.reportText", { from });
  const type = feedbackTypes.service_issues;
  const about = { accountId: row.accountId, email: null, language: row.language, type, messageId };
  const { id } = await beginThread(tx, { keys, pack: packs[config.pack], ...about, text, now });
  const note = `Agent ${row.agent} (${row.agentId}), letter ${row.letterId}: "${words}"`;
  await writeInThread(tx, { id, kind: "note", text: note, officerId: PLATFORM, now });
}
