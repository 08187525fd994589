import { refuse } from "@laro/contract/core/errors";
import { factors } from "@laro/contract/factors";
import { checkNotResting } from "../../core/accounts/rest.ts";
import { startRest } from "../../core/accounts/standing.ts";
import { beginTotp, checkFactor, confirmTotp, newRecoveryCodes, readFactors, removeTotp } from "../../core/factors/factors.ts";
import { endSessions, finishFactor } from "../../core/sessions/sessions.ts";
import { brand } from "../../core/settings/packs.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Database } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { newId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";
import { tell } from "../../platform/outbox.ts";
import { routes } from "../../platform/routes.ts";

interface Shown {
  readonly begin: Database["begin"];
  readonly keys: Keys;
  readonly actor: OperatorActor;
  readonly code: string;
  readonly now: Date;
}

/** Refuses a code that is none of this operator's before anything is changed. */
async function checkShown({ begin, keys, actor, code, now }: Shown): Promise<void> {
  if ((await checkFactor({ begin, keys }, { whose: actor, answer: code, now })) === undefined) refuse("factors.wrong", { field: "code" });
}

export const factorsRoutes = routes(factors, {
  mine: async ({ db, actor }) => readFactors(db, actor),
  beginTotp: async ({ tx, actor, now, platform }) => {
    await checkNotResting({ db: tx, timeZone: platform.timeZone }, actor, now);
    return beginTotp(tx, { keys: platform.keys, whose: actor, issuer: brand.name, label: actor.name, now });
  },
  confirmTotp: async ({ db, begin, actor, input, now, platform }) => {
    await checkNotResting({ db, timeZone: platform.timeZone }, actor, now);
    const { keys } = platform;
    const recoveryCodes = await confirmTotp({ begin, keys }, { whose: actor, answer: input.code, now }, async (tx) => {
      await tell(tx, "accounts.credentialChanged", { accountId: String(actor.id), changeId: newId(now), kind: "totpAdded" });
      staleOnCommit(tx, ["factors.mine"], [`member:${actor.id}`]);
    });
    return { recoveryCodes: [...recoveryCodes] };
  },
  removeTotp: async ({ tx, actor, now, platform }) => {
    await checkNotResting({ db: tx, timeZone: platform.timeZone }, actor, now);
    await removeTotp(tx, actor);
    await startRest(tx, { accountId: actor.id, cause: "factorRemoved", now });
    await tell(tx, "accounts.credentialChanged", { accountId: String(actor.id), changeId: newId(now), kind: "totpRemoved" });
    staleOnCommit(tx, ["factors.mine"], [`member:${actor.id}`]);
    return {};
  },
  newRecoveryCodes: async ({ tx, actor, platform: { keys } }) => ({ recoveryCodes: [...(await newRecoveryCodes(tx, keys, actor))] }),
  mineOperator: async ({ db, actor }) => readFactors(db, actor),
  beginTotpOperator: async ({ tx, actor, now, platform: { keys } }) =>
    beginTotp(tx, { keys, whose: actor, issuer: `${brand.name} console`, label: actor.name, now }),
  confirmTotpOperator: async ({ begin, actor, input, now, platform: { keys, live } }) => {
    const recoveryCodes = await confirmTotp({ begin, keys }, { whose: actor, answer: input.code, now }, async (tx) => {
      await endSessions(tx, { kind: "operator", subjectId: actor.id, except: actor.session, now });
      await finishFactor(tx, actor.session);
    });
    // The next call may come before this process has heard it.
    live.forgetSessionHere(actor.session);
    return { recoveryCodes: [...recoveryCodes] };
  },
  removeTotpOperator: async ({ begin, actor, input, now, platform: { keys } }) => {
    await checkShown({ begin, keys, actor, code: input.code, now });
    await begin((tx) => removeTotp(tx, actor));
    return {};
  },
  newRecoveryCodesOperator: async ({ begin, actor, input, now, platform: { keys } }) => {
    await checkShown({ begin, keys, actor, code: input.code, now });
    return { recoveryCodes: [...(await begin((tx) => newRecoveryCodes(tx, keys, actor)))] };
  },
});
