import { adjustments } from "@laro/contract/adjustments";
import { routes } from "../../platform/routes.ts";
import { exportJournal } from "./adjustments.journal.ts";
import { confirmAdjustment, declineAdjustment, listAdjustments, proposeAdjustment, proposeReversal } from "./adjustments.ts";

export const adjustmentsRoutes = routes(adjustments, {
  list: async ({ db, input }) => listAdjustments(db, input),
  propose: async ({ tx, actor, input, now }) => proposeAdjustment(tx, { ...input, officer: actor, now }),
  proposeReversal: async ({ tx, actor, input, now }) => proposeReversal(tx, { ...input, officer: actor, now }),
  confirm: async ({ tx, actor, input, now, platform }) => confirmAdjustment(tx, { ...input, officer: actor, now, timeZone: platform.timeZone }),
  decline: async ({ tx, actor, input, now }) => declineAdjustment(tx, { ...input, officer: actor, now }),
  journalCsv: async ({ db, input }) => exportJournal(db, input),
});
