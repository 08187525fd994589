import { gateway } from "@laro/contract/gateway";
import { confirmKey, endKey, proposeKey } from "../../core/vendors/keys.ts";
import { confirmOutcome, declineOutcome, proposeOutcome } from "../../core/vendors/purses.officers.ts";
import { confirmPayment, declinePayment, proposePayment } from "../../core/vendors/prizes.officers.ts";
import { routes } from "../../platform/routes.ts";
import { listFaults } from "./gateway.faults.ts";
import { getPrize, listPrizes } from "./gateway.prizes.ts";
import { listReturns } from "./gateway.returns.ts";
import { decideRound, listWaiting, proposeRound } from "./gateway.rounds.ts";
import { changeRules, decideBounds, tellDesk } from "./gateway.rules.ts";
import { search } from "./gateway.search.ts";
import { getTransfer, listTransfers, tellTransfers } from "./gateway.transfers.ts";
import { getGateway, getHour, getKey, getVendorId, listGateway } from "./gateway.ts";

export const gatewayRoutes = routes(gateway, {
  list: async ({ db, now, platform: { timeZone } }) => listGateway(db, { now, timeZone }),
  get: async ({ db, input, now }) => getGateway(db, await getVendorId(db, input.vendorCode), now),
  hour: async ({ db, input, now }) => getHour(db, await getVendorId(db, input.vendorCode), now),
  faults: async ({ db, input }) => listFaults(db, input),
  search: async ({ db, input }) => search(db, input.id.trim()),
  proposeKey: async ({ tx, input: { vendorCode, secret: given, ...wanted }, actor: by, now, platform }) => {
    const vendorId = await getVendorId(tx, vendorCode, { toChange: true });
    const { id, made } = await proposeKey(tx, platform.keys, { ...wanted, partyId: vendorId, given, by, now });
    tellDesk(tx);
    return { key: await getKey(tx, id, now), secret: made ?? null };
  },
  confirmKey: async ({ tx, input, actor: by, now }) => {
    const vendorId = await confirmKey(tx, { ...input, by, now });
    tellDesk(tx);
    return getGateway(tx, vendorId, now);
  },
  endKey: async ({ tx, input: { id }, now }) => {
    const vendorId = await endKey(tx, { id, now });
    tellDesk(tx);
    return getGateway(tx, vendorId, now);
  },
  setRules: async ({ tx, input: { vendorCode, rules: wanted, reason }, actor: by, now }) => {
    const vendorId = await getVendorId(tx, vendorCode, { toChange: true });
    await tx.selectFrom("vendor").select("id").where("id", "=", vendorId).forUpdate().execute();
    const { rules: set } = await getGateway(tx, vendorId, now);
    await changeRules(tx, { vendorId, set, wanted }, { reason, by, now });
    return getGateway(tx, vendorId, now);
  },
  transfers: async ({ db, input }) => listTransfers(db, input),
  proposeTransfer: async ({ tx, input, actor: by, now }) => {
    await proposeOutcome(tx, { ...input, by, now });
    tellTransfers(tx);
    return getTransfer(tx, input.id);
  },
  confirmTransfer: async ({ tx, input, actor: by, now, platform }) => {
    await confirmOutcome(tx, platform, { ...input, by, now });
    tellTransfers(tx);
    return getTransfer(tx, input.id);
  },
  declineTransfer: async ({ tx, input }) => {
    await declineOutcome(tx, input);
    tellTransfers(tx);
    return getTransfer(tx, input.id);
  },
  prizes: async ({ db, input }) => listPrizes(db, input),
  proposePrize: async ({ tx, input: { pays: paysMinor, ...word }, actor: by, now }) => {
    await proposePayment(tx, { ...word, paysMinor, by, now });
    return getPrize(tx, word.id);
  },
  confirmPrize: async ({ tx, input: { pays: paysMinor, ...word }, actor: by, now, platform }) => {
    await confirmPayment(tx, platform, { ...word, paysMinor, by, now });
    return getPrize(tx, word.id);
  },
  declinePrize: async ({ tx, input }) => {
    await declinePayment(tx, input);
    return getPrize(tx, input.id);
  },
  confirmRules: async ({ tx, input, actor: by, now }) => getGateway(tx, await decideBounds(tx, "confirmed", { ...input, by, now }), now),
  declineRules: async ({ tx, input, actor: by, now }) => getGateway(tx, await decideBounds(tx, "declined", { ...input, by, now }), now),
  returns: async ({ db, input: { vendorCode, ...asked }, now, platform: { timeZone } }) =>
    listReturns(db, { ...asked, vendorId: await getVendorId(db, vendorCode) }, { now, timeZone }),
  rounds: async ({ db, input: { vendorCode, ...asked }, now }) => listWaiting(db, { ...asked, vendorId: await getVendorId(db, vendorCode), now }),
  proposeRound: async ({ tx, input: { vendorCode, reason, ...wanted }, actor: by, now }) =>
    proposeRound(tx, { ...wanted, vendorId: await getVendorId(tx, vendorCode) }, { reason, by, now }),
  confirmRound: async ({ tx, input, actor: by, now, platform: { timeZone } }) => {
    await decideRound(tx, "confirmed", { ...input, by, now, timeZone });
    return {};
  },
  declineRound: async ({ tx, input, actor: by, now, platform: { timeZone } }) => {
    await decideRound(tx, "declined", { ...input, by, now, timeZone });
    return {};
  },
});
