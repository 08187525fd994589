import { refuse } from "@laro/contract/core/errors";
import { partners } from "@laro/contract/partners";
import { confirmKey, endKey, partnerKeys, proposeKey } from "../../core/vendors/keys.ts";
import { routes } from "../../platform/routes.ts";
import { exportTotals, listOpenRounds, sendAgain } from "./partners.desk.ts";
import { tellAgain } from "./partners.free.end.ts";
import { listFree } from "./partners.free.ts";
import { openTable, playAtPartner, sitAt } from "./partners.play.ts";
import { listDrawn } from "./partners.rounds.ts";
import { decideStakes } from "./partners.rules.ts";
import { readCommitment, rotateSeed } from "./partners.seeds.ts";
import { getPartner, getPartnerId, getPartnerKey, listPartners, savePartner, tellPartnersDesk } from "./partners.ts";

export const partnersRoutes = routes(partners, {
  list: async ({ db, input }) => listPartners(db, input),
  get: async ({ db, input, now, platform }) => getPartner(db, platform.config, { id: await getPartnerId(db, input.code), now }),
  save: async ({ tx, input, actor: by, now, platform }) => {
    const id = await savePartner(tx, platform.config, { ...input, by, now });
    tellPartnersDesk(tx);
    return getPartner(tx, platform.config, { id, now });
  },
  confirmRules: async ({ tx, input, actor: by, now, platform }) => {
    const id = await decideStakes(tx, "confirmed", { ...input, by, now });
    tellPartnersDesk(tx);
    return getPartner(tx, platform.config, { id, now });
  },
  declineRules: async ({ tx, input, actor: by, now, platform }) => {
    const id = await decideStakes(tx, "declined", { ...input, by, now });
    tellPartnersDesk(tx);
    return getPartner(tx, platform.config, { id, now });
  },
  proposeKey: async ({ tx, input: { code, secret: given, ...wanted }, actor: by, now, platform }) => {
    const partyId = await getPartnerId(tx, code);
    const { id, made } = await proposeKey(tx, platform.keys, { ...wanted, partyId, given, by, now }, partnerKeys);
    tellPartnersDesk(tx);
    return { key: await getPartnerKey(tx, id, now), secret: made ?? null };
  },
  confirmKey: async ({ tx, input, actor: by, now, platform }) => {
    const id = await confirmKey(tx, { ...input, by, now }, partnerKeys);
    tellPartnersDesk(tx);
    return getPartner(tx, platform.config, { id, now });
  },
  endKey: async ({ tx, input, now, platform }) => {
    const id = await endKey(tx, { id: input.id, now }, partnerKeys);
    tellPartnersDesk(tx);
    return getPartner(tx, platform.config, { id, now });
  },
  rounds: async ({ db, input }) => listOpenRounds(db, { ...input, partnerId: await getPartnerId(db, input.code) }),
  sendAgain: async ({ input, platform }) => sendAgain(platform, input.id),
  freeRounds: async ({ db, input }) => listFree(db, { ...input, partnerId: await getPartnerId(db, input.code) }),
  tellAgain: async ({ input, platform }) => tellAgain(platform, input.id),
  totalsCsv: async ({ db, input, platform }) => exportTotals(db, input, platform.timeZone),
  open: async ({ input, platform }) => openTable(platform, input),
  play: async ({ input, platform }) => playAtPartner(platform, input),
  fairness: async ({ db, input, platform }) => {
    const { session } = await sitAt(platform, input.token);
    if (session.playerId === null) return { commitment: null, rounds: [] };
    return { commitment: await readCommitment(db, session.playerId), rounds: [...(await listDrawn(db, session.playerId))] };
  },
  rotate: async ({ begin, input: { token, clientSeed }, now, platform }) => {
    const { session } = await sitAt(platform, token);
    const { playerId } = session;
    // A demo has no seed that anybody keeps.
    if (playerId === null) refuse("partners.session_over", { field: "token" });
    return begin((tx) => rotateSeed(tx, platform.keys, { playerId, clientSeed, now }));
  },
});
