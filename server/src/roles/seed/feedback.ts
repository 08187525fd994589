import { packs } from "../../core/settings/packs.ts";
import { saveMacro } from "../../features/feedback/feedback.macros.ts";
import { answerThread, closeThread, getCase, noteThread, takeThread } from "../../features/feedback/feedback.office.ts";
import { beginThread, readThread, reopenThread, replyInThread } from "../../features/feedback/feedback.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { later, record, type Ids, type Past } from "./past.ts";
import { macros, type PlannedStep, type PlannedThread, threads } from "./plan.feedback.ts";

interface Desk {
  readonly ids: Ids;
  readonly officer: OperatorActor;
}

/** What people wrote to customer service and what became of it; in the transaction that completes the world, so it is there once or not at all. */
export async function seedFeedback(tx: Tx, past: Past, desk: Desk): Promise<void> {
  if ((await tx.selectFrom("feedback").select("id").limit(1).executeTakeFirst()) !== undefined) return;
  for (const { title, texts } of macros)
    for (const [language, text] of Object.entries(texts)) {
      const { id } = await saveMacro(tx, { title, language, text, now: past.end });
      await record(tx, past, { id, officer: desk.officer, endpoint: "feedback.saveMacro", input: { title, language, text }, now: past.end });
    }
  for (const planned of threads) await seedThread(tx, past, desk, planned);
}

async function seedThread(tx: Tx, past: Past, { ids, officer }: Desk, planned: PlannedThread): Promise<void> {
  const { name, email = null, language = "EN", type, text, agoMs, steps = [] } = planned;
  const { keys, config } = past.platform;
  const accountId = name === null ? null : ids.get(name)!;
  const pack = packs[config.pack];
  const { id } = await beginThread(tx, { keys, pack, accountId, email, language, type, text, now: later(past.end, -agoMs) });
  for (const step of steps) await (isOffice(step) ? actInOffice(tx, past, { id, officer, step }) : actAsMember(tx, past, { id, accountId: accountId!, step }));
}

const isOffice = ({ does }: PlannedStep): boolean => ["take", "note", "answer", "close"].includes(does);

async function actInOffice(tx: Tx, past: Past, { id, officer, step }: { id: string; officer: OperatorActor; step: PlannedStep }): Promise<void> {
  const { does, text = "", agoMs } = step;
  const acting = { id, officer, now: later(past.end, -agoMs) };
  if (does === "take") await takeThread(tx, acting);
  if (does === "note") await noteThread(tx, { ...acting, text });
  const seen = (await getCase(tx, id)).messages.at(-1)!.id;
  if (does === "answer") await answerThread(tx, { ...acting, text, seen, keys: past.platform.keys });
  if (does === "close") await closeThread(tx, { ...acting, seen });
  // What was written travels sealed and stands in the thread alone.
  const input = text === "" ? { id, ...(does === "close" ? { seen } : {}) } : {};
  await record(tx, past, { ...acting, id: `${id} ${agoMs}`, endpoint: `feedback.${does}`, input });
}

async function actAsMember(tx: Tx, past: Past, { id, accountId, step }: { id: string; accountId: bigint; step: PlannedStep }): Promise<void> {
  const { does, text = "", agoMs } = step;
  const writing = { id, accountId, text, pack: packs[past.platform.config.pack], now: later(past.end, -agoMs) };
  if (does === "reply") await replyInThread(tx, writing);
  if (does === "reopen") await reopenThread(tx, writing);
  if (does === "read") await readThread(tx, { accountId, id });
}
