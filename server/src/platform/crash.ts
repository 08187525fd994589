/** The named moments at which the crash proof kills a process. `LARO_CRASH=name:n` ends it at the n-th pass of that moment, but never in production. */
export const crashMoments = [
  "batch.after_lock",
  "batch.before_commit",
  "post.after_debit",
  "entry.after_money",
  "call.after_money",
  "hit.after_commit",
  "settle.between_pages",
  "lottery.after_close",
  "lottery.after_root",
  "lottery.after_seed",
  "batch.after_commit",
  "outbox.before_send",
  "outbox.after_send",
  "settlements.after_compute",
  "settlements.after_post",
  "settlements.before_commit",
  "transfer.before_send",
  "transfer.after_send",
  "play.before_book",
  "play.after_book",
  "partner.before_send",
  "partner.after_send",
  "partner.after_stake",
  "partner.after_draw",
  "partner.before_free_end",
  "partner.after_free_end",
] as const;
export type CrashMoment = (typeof crashMoments)[number];

/** Long enough for a statement that pauses inside the database to have reached its pause. */
const INSIDE_DATABASE_MS = 150;

const isProduction = process.env["NODE_ENV"] === "production";
const [armedMoment, armedPass = "1"] = (isProduction ? "" : (process.env["LARO_CRASH"] ?? "")).split(":");
const passes = new Map<CrashMoment, number>();

function isArmed(moment: CrashMoment): boolean {
  if (armedMoment !== moment) return false;
  const pass = (passes.get(moment) ?? 0) + 1;
  passes.set(moment, pass);
  return pass === Number(armedPass);
}

/** Ends the process as `kill -9` does, if this is the armed moment. */
export function crashPoint(moment: CrashMoment): void {
  if (isArmed(moment)) process.kill(process.pid, "SIGKILL");
}

/** For moments inside a statement: answers the moment the database shall pause at, and ends the process while it does. */
export function crashInside(...moments: readonly CrashMoment[]): CrashMoment | undefined {
  const moment = moments.find(isArmed);
  if (moment !== undefined) setTimeout(() => process.kill(process.pid, "SIGKILL"), INSIDE_DATABASE_MS);
  return moment;
}
