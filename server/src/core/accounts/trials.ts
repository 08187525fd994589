import { randomInt } from "node:crypto";
import { accountTypes } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { openEntrance } from "../sessions/login.enter.ts";
import { endSessions } from "../sessions/sessions.ts";
import type { Visit } from "../sessions/visit.ts";
import { isFlagOn } from "../settings/settings.ts";
import { countTrial } from "./registration.limits.ts";

/** A look around: no password, no wallets, no place in the tree, so that nothing of a trial is ever worth anything. */
const TRIAL_MS = 7 * 24 * 60 * 60_000;
const NAME_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const NAME_LENGTH = 12;
const SWEPT_AT_ONCE = 500;

const newName = (): string => `trial-${Array.from({ length: NAME_LENGTH }, () => NAME_CHARACTERS[randomInt(NAME_CHARACTERS.length)]).join("")}`;

/** Opens a trial, or enters the one this browser has. Refuses with `accounts.trial_closed`, and an address with many of them with `accounts.trial_full`. */
export async function startTrial({ db, begin }: { db: Db; begin: Database["begin"] }, visit: Visit): Promise<Entered> {
  if (!(await isFlagOn(db, "freePlay"))) refuse("accounts.trial_closed");
  const { visitor, ip, now } = visit;
  return begin(async (tx) => {
    const open = visitor.device === undefined ? undefined : (await listTrials(tx, visitor.device)).find(({ at }) => at.getTime() + TRIAL_MS > now.getTime());
    const trial = open ?? (await openTrial(tx, { ip, now }));
    const account = { ...trial, type: accountTypes.trial, factorWhen: "off" };
    return openEntrance(tx, { ...visit, account, entry: "player", method: "trial", mustChangePassword: false, passwordExpired: false }, {});
  });
}

interface Trial {
  readonly id: bigint;
  readonly name: string;
  readonly at: Date;
}

/** The trials of a browser that are open, the newest first. */
const listTrials = (tx: Tx, device: Buffer): Promise<Trial[]> =>
  tx
    .selectFrom("account")
    .innerJoin("account_device", "account_device.account_id", "account.id")
    .select(["account.id", "account.name", "account.created_at as at"])
    .where("account_device.device", "=", device)
    .where("account.type", "=", accountTypes.trial)
    .where("account.closed", "=", false)
    .orderBy("account.id", "desc")
    .execute();

async function openTrial(tx: Tx, { ip, now }: { ip: string; now: Date }): Promise<Trial> {
  await countTrial(tx, { ip, now });
  const name = newName();
  const { id } = await tx
    .insertInto("account")
    .values({ name, nickname: name, type: accountTypes.trial, password_hash: null, password_changed_at: now, created_at: now, factor_when: "off" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, name, at: now };
}

const closeTrial = (tx: Tx, id: bigint) => tx.updateTable("account").set({ closed: true }).where("id", "=", id).execute();

/**
 * Whoever opens a real account leaves this browser's trials behind. The session that asks is not ended but replaced: the word of its end would reach the
 * page before the answer does. It owns nothing, and is over when nobody uses it.
 */
export async function leaveTrials(tx: Tx, device: Buffer | undefined): Promise<void> {
  if (device === undefined) return;
  for (const { id } of await listTrials(tx, device)) await closeTrial(tx, id);
}

/** Closes trials that are seven days old, so many at once; answers how many. */
export async function sweepTrials(tx: Tx, now: Date): Promise<number> {
  const over = await tx
    .selectFrom("account")
    .select("id")
    .where("type", "=", accountTypes.trial)
    .where("closed", "=", false)
    .where("created_at", "<=", new Date(now.getTime() - TRIAL_MS))
    .orderBy("id")
    .limit(SWEPT_AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id } of over) {
    await closeTrial(tx, id);
    await endSessions(tx, { kind: "member", subjectId: id, now });
  }
  return over.length;
}
