import { accounts } from "@laro/contract/accounts";
import { newId } from "../../platform/ids.ts";
import { tell } from "../../platform/outbox.ts";
import { routes } from "../../platform/routes.ts";
import { isAbroadOf } from "../limits/abroad.ts";
import { packs } from "../settings/packs.ts";
import { reopenNames } from "./reopened.ts";
import { checkNotLimited, checkNotResting } from "./rest.ts";
import { endChallenges } from "../sessions/challenge.ts";
import { visitOf } from "../sessions/visit.ts";
import { forgetAllRemembered } from "../sessions/remember.ts";
import { listBound } from "../sessions/passkeys.ts";
import { checkProof, endSessions, finishSession } from "../sessions/sessions.ts";
import { getRegisterRules } from "../settings/registerRules.ts";
import { changePassword, getMember, setLanguage, setPaymentPassword } from "./accounts.ts";
import { activate, listOpened, openFor, renewCode } from "./opened.ts";
import { startTrial } from "./trials.ts";
import { confirmContact, readContacts, sendContactCode, stopContactChange } from "./contacts.ts";
import { getIcon, setFace } from "./faces.ts";
import { getRegisterSettings, register, registerMobile, sendRegistrationCode } from "./registration.ts";

export const accountsRoutes = routes(accounts, {
  register: async ({ db, begin, input, ...call }) => {
    const { keys, config } = call.platform;
    return register(
      { db, begin },
      { type: "username", user: input, keys, pack: packs[config.pack], isAbroad: isAbroadOf(call.platform, call.actor), ...visitOf(call) },
    );
  },
  registerMobile: async ({ db, begin, input, ...call }) => {
    const { keys, config } = call.platform;
    return registerMobile({ db, begin }, { user: input, keys, pack: packs[config.pack], isAbroad: isAbroadOf(call.platform, call.actor), ...visitOf(call) });
  },
  freePlay: async ({ db, begin, ...call }) => startTrial({ db, begin }, visitOf(call)),
  sendCode: async ({ actor, input, now, platform, visitor }) =>
    sendRegistrationCode(platform, { input, visitor, ip: actor.ip, pack: packs[platform.config.pack], now }),
  open: async ({ tx, actor, input, now, platform }) => openFor(tx, platform, { ...input, agentId: actor.id, now }),
  opened: async ({ db, actor, now, platform }) => listOpened(db, platform, { agentId: actor.id, now }),
  renewCode: async ({ tx, actor, input, now, platform }) => renewCode(tx, platform, { ...input, agentId: actor.id, now }),
  activate: async ({ db, begin, input, ...call }) => {
    const { keys, config } = call.platform;
    return activate({ db, begin }, { input, keys, pack: packs[config.pack], isAbroad: isAbroadOf(call.platform, call.actor), ...visitOf(call) });
  },
  registerSettings: async ({ db, actor, now, visitor, platform: { config } }) =>
    getRegisterSettings(db, { pack: packs[config.pack], visitor, ip: actor.ip, now }),
  validationRules: async ({ db, platform: { config } }) => ({ rules: [...(await getRegisterRules(db, packs[config.pack]))] }),
  me: async ({ db, actor }) => getMember(db, actor),
  icon: async ({ db, actor }) => getIcon(db, actor.id),
  setProfile: async ({ tx, actor, input, platform: { config } }) => {
    await setFace(tx, { accountId: actor.id, ...input, pack: packs[config.pack] });
    return {};
  },
  contacts: async ({ db, actor, now }) => readContacts(db, { accountId: actor.id, now }),
  setContact: async ({ input, ...call }) => sendContactCode(call.platform, { ...input, ...visitOf(call), actor: call.actor }),
  confirmContact: async ({ input, ...call }) => {
    await confirmContact(call.platform, { ...input, ...visitOf(call), actor: call.actor });
    return {};
  },
  stopContactChange: async ({ begin, input, now, platform }) => {
    const ended = await begin((tx) => stopContactChange(tx, { code: input.code, now }));
    for (const session of ended) platform.live.forgetSessionHere(session);
    return {};
  },
  changePassword: async ({ db, begin, actor, input, now, platform }) => {
    // Who must change it goes no other way in.
    if (!actor.mustChangePassword) checkNotLimited(actor, { now, timeZone: platform.timeZone });
    let ended: readonly string[] = [];
    await changePassword(
      { db, begin },
      {
        accountId: actor.id,
        session: actor.session,
        oldPassword: input.oldPassword,
        newPassword: input.newPassword,
        confirmNewPassword: input.confirmNewPassword,
        isForced: actor.mustChangePassword,
        now,
      },
      async (tx) => {
        ended = await endSessions(tx, { kind: "member", subjectId: actor.id, except: actor.session, now });
        await finishSession(tx, actor.session);
        await forgetAllRemembered(tx, actor.id);
        await endChallenges(tx, actor.id);
        await reopenNames(tx, platform.keys, actor.id);
        await tell(tx, "accounts.credentialChanged", { accountId: String(actor.id), changeId: newId(now), kind: "passwordChanged" });
      },
    );
    // This session's own cached state is stale too: it may do everything again.
    for (const session of [...ended, actor.session]) platform.live.forgetSessionHere(session);
    return {};
  },
  setPaymentPassword: async ({ db, begin, actor, input, now, platform }) => {
    await checkNotResting({ db, timeZone: platform.timeZone }, actor, now);
    // Where nothing is bound the login password it comes with is the proof.
    if ((await listBound(db, actor.id)).length > 0) checkProof(actor, now);
    await setPaymentPassword({ db, begin }, { accountId: actor.id, session: actor.session, ...input, now });
    return {};
  },
  setLanguage: async ({ tx, actor, input }) => {
    await setLanguage(tx, { accountId: actor.id, language: input.language });
    return {};
  },
});
