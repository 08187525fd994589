import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { Exclusion, protection } from "@laro/contract/protection";
import { checkPassword } from "../../core/accounts/accounts.ts";
import { standStill } from "../../core/bonuses/bonuses.ts";
import { findExclusion, later, startExclusion, type ExclusionInForce } from "../../core/limits/exclusions.ts";
import { answerRealityCheck, getRealityCheck, setRealityMinutes } from "../../core/limits/reality.ts";
import { endSessions } from "../../core/sessions/sessions.ts";
import { endLaunches } from "../../core/vendors/launches.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { hastenRounds } from "../../core/wallet/entries.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { addJob } from "../../platform/outbox.ts";
import { readPositionSince } from "./protection.positions.ts";

/** Who is protected, and by which rules. */
interface Protected {
  readonly accountId: bigint;
  readonly now: Date;
  readonly pack: JurisdictionPack;
}

const describe = ({ from, until, firmUntil, ...rest }: ExclusionInForce): Exclusion => ({
  ...rest,
  from: from.toISOString(),
  until: until.toISOString(),
  firmUntil: firmUntil.toISOString(),
});

/** What protects a member now, and what they may choose. */
export async function getProtection(db: Db, { accountId, now, pack }: Protected): Promise<OutputOf<(typeof protection)["mine"]>> {
  const [exclusion, { everyMinutes, dueAt, since }] = await Promise.all([findExclusion(db, { accountId, now }), getRealityCheck(db, { accountId, now })]);
  return {
    exclusion: exclusion === undefined ? null : describe(exclusion),
    timeouts: [...pack.protection.timeouts],
    exclusions: [...pack.protection.exclusions],
    reality: {
      everyMinutes,
      choices: [...pack.protection.realityChoices],
      dueAt: dueAt.toISOString(),
      since: since.toISOString(),
      position: await readPositionSince(db, { accountId, since }),
    },
  };
}

const checkPeriod = (offered: readonly string[], period: string): void => {
  if (!offered.includes(period)) refuse("protection.period_closed", { field: "period" });
};

/** Starts a time-out and answers what is in force: a longer one stays. The session stays open, to read and to withdraw. */
export async function takeBreak(tx: Tx, { period, name, ...member }: Protected & { period: string; name: string }): Promise<Exclusion> {
  checkPeriod(member.pack.protection.timeouts, period);
  const start = startOf(member);
  await standStill(tx, { ...start, until: later(start.now, period, start.timeZone) });
  await startExclusion(tx, { ...start, kind: "timeout", period, reason: null, madeBy: name });
  staleOnCommit(tx, ["protection.mine"], [`member:${member.accountId}`]);
  staleOnCommit(tx, ["protection.cases"], ["operators"]);
  return describe((await findExclusion(tx, member))!);
}

const startOf = ({ accountId, now, pack }: Protected) => ({ accountId, now, firm: pack.protection.firm, timeZone: pack.timeZone });

interface Closing extends Protected {
  readonly kind: "self" | "family" | "operator";
  readonly period: string;
  readonly reason: string | null;
  readonly madeBy: string;
}

/**
 * Shuts a member out: the exclusion starts and every session ends, here and at every process, in one transaction; what they play ends too, and what flies is cashed out
 * at this moment. Answers the exclusion's id.
 */
export async function shutOut(tx: Tx, { kind, period, reason, madeBy, ...member }: Closing): Promise<string> {
  const { accountId, now } = member;
  checkPeriod(member.pack.protection.exclusions, period);
  const id = await startExclusion(tx, { ...startOf(member), kind, period, reason, madeBy });
  await endSessions(tx, { kind: "member", subjectId: accountId, now });
  await endLaunches(tx, { accountId, now });
  await hastenRounds(tx, { accountId, now });
  await addJob(tx, "tables:cashOut", { accountId: String(accountId), at: now.toISOString() });
  staleOnCommit(tx, ["protection.cases"], ["operators"]);
  return id;
}

/** A member's own exclusion, after their login password. */
export async function excludeMyself(
  access: { readonly db: Db; readonly begin: Database["begin"] },
  { period, password, name, ...member }: Protected & InputOf<(typeof protection)["excludeMyself"]> & { name: string },
): Promise<Exclusion> {
  checkPeriod(member.pack.protection.exclusions, period);
  await checkPassword(access, { accountId: member.accountId, password, field: "password", now: member.now });
  return access.begin(async (tx) => {
    await shutOut(tx, { ...member, kind: "self", period, reason: null, madeBy: name });
    return describe((await findExclusion(tx, member))!);
  });
}

/** Chooses how often the reality check comes, as the pack offers. One that waits for its answer cannot be put off so: refuses with `protection.reality_check`. */
export async function chooseReality(
  tx: Tx,
  { accountId, everyMinutes, pack, now }: { accountId: bigint; everyMinutes: number; pack: JurisdictionPack; now: Date },
): Promise<{ everyMinutes: number; dueAt: string }> {
  if (!pack.protection.realityChoices.includes(everyMinutes)) refuse("request.invalid", { field: "everyMinutes" });
  if ((await getRealityCheck(tx, { accountId, now })).dueAt <= now) refuse("protection.reality_check");
  await setRealityMinutes(tx, { accountId, everyMinutes });
  const { dueAt } = await getRealityCheck(tx, { accountId, now });
  return { everyMinutes, dueAt: dueAt.toISOString() };
}

/** The member has seen the check and plays on. */
export async function answerReality(tx: Tx, { accountId, now }: { accountId: bigint; now: Date }): Promise<{ dueAt: string }> {
  await answerRealityCheck(tx, { accountId, now });
  staleOnCommit(tx, ["protection.mine"], [`member:${accountId}`]);
  return { dueAt: (await getRealityCheck(tx, { accountId, now })).dueAt.toISOString() };
}
