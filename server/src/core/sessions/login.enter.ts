import { isTrialType } from "@laro/contract/core/accountTypes";
import { refuse } from "@laro/contract/core/errors";
import type { Entered } from "@laro/contract/sessions";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import { readAcquaintance, readWeakSince, registerAddress, rememberDevice } from "../devices/devices.ts";
import { checkMayEnter } from "../limits/exclusions.ts";
import { listMethods, openChallenge } from "./challenge.ts";
import { recordEntry } from "./login.events.ts";
import { forgetAttempt, type Counted } from "./login.limits.ts";
import { listBound } from "./passkeys.ts";
import { forgetRemembered, issueRemembered } from "./remember.ts";
import { markFirstLogin, openSession, type Origin } from "./sessions.ts";
import type { Visit } from "./visit.ts";

export interface AccountToEnter {
  readonly id: bigint;
  readonly name: string;
  readonly type: number;
  /** When a second factor is asked for. */
  readonly factorWhen: string;
}

/** An account as a way in needs it. Refuses with `sessions.account_closed`. */
export async function getAccountToEnter(db: Db, id: bigint): Promise<AccountToEnter> {
  const { closed, ...account } = await db
    .selectFrom("account")
    .select(["id", "name", "type", "factor_when as factorWhen", "closed"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return closed ? refuse("sessions.account_closed") : account;
}

/** Somebody who has shown by one way that the account is theirs. */
export interface Entrance extends Visit {
  readonly account: AccountToEnter;
  readonly entry: "player" | "agent";
  readonly method: NonNullable<Origin["method"]>;
  /** A bound factor that was shown on the way here. */
  readonly shown?: "totp" | undefined;
  /** The passkey that was shown: possession and who holds it in one, so nothing more is asked for. */
  readonly passkey?: string | undefined;
  /** Where the attempt was counted, to be forgotten. */
  readonly counted?: Counted;
  /** Whether this browser is to be remembered; undefined leaves what it holds. */
  readonly remember?: boolean | undefined;
  readonly mustChangePassword: boolean;
  readonly passwordExpired: boolean;
}

/**
 * The one way into an account, however its owner showed who they are: opens the session, or from an address that is new to the account asks for a second
 * factor first. Refuses with `protection.excluded`, or with `sessions.verification_needed` and the cookie of the challenge.
 */
export async function enter(begin: Database["begin"], entrance: Entrance): Promise<Entered> {
  const { account, method, visitor, ip, now, timeZone } = entrance;
  const outcome = await begin(async (tx) => {
    await checkMayEnter(tx, { accountId: account.id, now, timeZone });
    if (entrance.counted !== undefined) await forgetAttempt(tx, entrance.counted);
    const acquaintance = await readAcquaintance(tx, { accountId: account.id, device: visitor.device, ip, now });
    if (entrance.passkey === undefined && asksFactor(account, acquaintance)) {
      const methods = await listMethods(tx, { accountId: account.id, first: method });
      if (methods.length > 0) {
        await recordEntry(tx, { ...entrance, kind: "member", subjectId: account.id, outcome: "challenged" });
        return openChallenge(tx, entrance);
      }
    }
    return openEntrance(tx, entrance, entrance.shown === undefined ? {} : { factor: entrance.shown });
  });
  if (typeof outcome !== "string") return outcome;
  visitor.setCookie("laro_verify", outcome);
  return refuse("sessions.verification_needed");
}

function asksFactor({ factorWhen }: AccountToEnter, { isKnownAddress, isTrusted }: { isKnownAddress: boolean; isTrusted: boolean }): boolean {
  if (factorWhen === "off") return false;
  return !isTrusted && (factorWhen === "always" || !isKnownAddress);
}

interface Assured {
  readonly factor?: string;
  /** By a weak factor alone: for 72 hours it neither takes money out nor changes how one enters, and the address stays unknown. */
  readonly isWeak?: boolean;
  readonly trustDevice?: boolean;
}

/** A session by a weak factor alone is limited so long from the first of them on its device. */
const LIMITED_MS = 72 * 60 * 60_000;

/** Opens the session of somebody who has shown all that is asked for, and makes this browser and address the account's own. */
export async function openEntrance(tx: Tx, entrance: Entrance, { factor, isWeak = false, trustDevice = false }: Assured): Promise<Entered> {
  const { account, method, mustChangePassword, passwordExpired, visitor, ip, country, now } = entrance;
  const { id: accountId, name, type } = account;
  const { isKnownDevice, isFirst } = await readAcquaintance(tx, { accountId, device: visitor.device, ip, now });
  const [device, { agent }] = [visitor.nameDevice(), visitor];
  await rememberDevice(tx, { accountId, device, agent, now, isWeak, isTrusted: trustDevice });
  if (!isWeak) await registerAddress(tx, { accountId, ip, now });
  const weakSince = isWeak ? await readWeakSince(tx, { accountId, device }) : null;
  const limitedUntil = weakSince === null ? undefined : new Date(weakSince.getTime() + LIMITED_MS);
  // Where a passkey or an authenticator is bound a password alone proves nothing more.
  const isTyped = method === "password" || method === "register";
  const isProved = !isWeak && (factor === "totp" || entrance.passkey !== undefined || (isTyped && (await listBound(tx, accountId)).length === 0));
  // Who looks around has not entered for the first time yet.
  const firstTimeLogin = !isTrialType(type) && (await markFirstLogin(tx, { accountId, now }));
  const origin = { method, factor, passkey: entrance.passkey, device, country, agent, isProved, limitedUntil };
  const token = await openSession(tx, { kind: "member", subjectId: accountId, mustChangePassword, ip, now, ...origin });
  await recordEntry(tx, { ...entrance, kind: "member", subjectId: accountId, outcome: "entered", factor });
  if (entrance.remember === true) await issueRemembered(tx, { accountId, visitor, now });
  if (entrance.remember === false) await forgetRemembered(tx, visitor);
  if (!isKnownDevice && !isFirst && account.factorWhen !== "off") await tell(tx, "sessions.newDevice", { accountId: String(accountId), entryId: newId(now) });
  return { token, userName: name, type, firstTimeLogin, passwordExpired, mustChangePassword };
}
