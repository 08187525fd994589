import { accountTypes } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { codeTemplates } from "../dispatches/texts.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Fewer codes than these say nothing of those who ask for them. */
const SENT_MIN = 50;
/** Whoever was sent a code a moment ago has not yet come to use it. */
const TYPING_MS = 2 * MINUTE_MS;
const [DOUBTFUL_PERCENT, CLOSED_PERCENT] = [20, 5];
const MONEY_WARNED_PERCENT = 80n;

/**
 * Whether somebody is at the keyboard: true where the caller has seen to it for this very code, else how to find out. The function refuses with
 * `sessions.captcha_required` or `codes.captcha_failed`; `humanCheck` of core/sessions makes one of a captcha's answer. It is asked only where a check is due.
 */
export type HumanCheck = boolean | (() => Promise<void>);

/** Asks for the check that is due. Refuses with `sessions.captcha_required` or what the caller's function refuses with. */
export async function askHuman(isHuman: HumanCheck): Promise<void> {
  if (isHuman === false) refuse("sessions.captcha_required", { captcha: true, field: "captcha" });
  if (typeof isHuman === "function") await isHuman();
}

export interface PrefixLook {
  /** Nothing is sent to it until then. */
  readonly closedUntil: Date | undefined;
  /** It was closed by this look. */
  readonly isNew: boolean;
  /** Few of its codes come back: each further one asks for a human. */
  readonly isDoubtful: boolean;
}

/** How the codes of a prefix were used within the last hour. From fifty on, under 20 % used makes it doubtful, under 5 % closes it for an hour and tells officers. */
export async function lookAtPrefix(tx: Tx, { prefix, now }: { prefix: string; now: Date }): Promise<PrefixLook> {
  const closed = await findOpenAlert(tx, { kind: "prefix", subject: prefix, now });
  if (closed !== undefined) return { closedUntil: closed.until, isNew: false, isDoubtful: true };
  const { sent, used } = await countUse(tx, { prefix, now });
  const percent = sent < SENT_MIN ? 100 : (used * 100) / sent;
  if (percent >= CLOSED_PERCENT) return { closedUntil: undefined, isNew: false, isDoubtful: percent < DOUBTFUL_PERCENT };
  const until = new Date(now.getTime() + HOUR_MS);
  const isNew = await writeAlert(tx, { kind: "prefix", subject: prefix, sent, used, spent: 0n, maximum: 0n, at: now, until });
  return { closedUntil: until, isNew, isDoubtful: true };
}

async function countUse(tx: Tx, { prefix, now }: { prefix: string; now: Date }): Promise<{ sent: number; used: number }> {
  const { rows } = await sql<{ sent: number; used: number }>`
    select count(*)::int as sent, count(used_at)::int as used from dispatch
    where prefix = ${prefix} and template = any(${codeTemplates}::text[]) and state in ('sent', 'delivered')
      and created_at > ${new Date(now.getTime() - HOUR_MS)} and (used_at is not null or created_at <= ${new Date(now.getTime() - TYPING_MS)})`.execute(tx);
  return rows[0]!;
}

const findOpenAlert = (tx: Tx, { kind, subject, now }: { kind: string; subject: string; now: Date }) =>
  tx.selectFrom("code_alert").select("until").where("kind", "=", kind).where("subject", "=", subject).where("until", ">", now).executeTakeFirst();

interface Alert {
  readonly kind: "money" | "prefix";
  readonly subject: string;
  readonly sent: number;
  readonly used: number;
  readonly spent: bigint;
  readonly maximum: bigint;
  readonly at: Date;
  readonly until: Date;
}

/** Writes an alert unless one like it still holds; true where it is new. */
async function writeAlert(tx: Tx, alert: Alert): Promise<boolean> {
  // Of two who find the same at once, one writes it.
  await sql`select pg_advisory_xact_lock(hashtext(${`code_alert ${alert.kind} ${alert.subject}`}))`.execute(tx);
  if ((await findOpenAlert(tx, { ...alert, now: alert.at })) !== undefined) return false;
  await tx
    .insertInto("code_alert")
    .values({ ...alert, id: newId(alert.at), sent: BigInt(alert.sent), used: BigInt(alert.used) })
    .execute();
  staleOnCommit(tx, ["dispatches.alerts"], ["operators"]);
  return true;
}

/** Tells officers, once a day's money, that four fifths of it are spent; true where it did. */
export async function warnOfMoney(tx: Tx, { spent, maximum, until, now }: { spent: bigint; maximum: bigint; until: Date; now: Date }): Promise<boolean> {
  if (spent * 100n < maximum * MONEY_WARNED_PERCENT) return false;
  return writeAlert(tx, { kind: "money", subject: "", sent: 0, used: 0, spent, maximum, at: now, until });
}

/** Whether a browser is one we know: an account that is open and somebody's was entered with it, or a text message was sent for it within the last day. Anyone has a trial for the asking. */
export async function isKnownBrowser(db: Db | Tx, device: Buffer): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from account_device d join account a on a.id = d.account_id where d.device = ${device} and a.type <> ${accountTypes.trial} and not a.closed)
        or exists (select from code where device = ${device} and channel = 'sms') as known`.execute(db);
  return rows[0]!.known;
}
