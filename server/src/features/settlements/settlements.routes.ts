import { settlements } from "@laro/contract/settlements";
import { packs } from "../../core/settings/packs.ts";
import type { Platform } from "../../platform/routes.ts";
import { routes } from "../../platform/routes.ts";
import { confirmProposal, declineProposal, listProposals, proposeAboutHeld, proposeCorrection } from "./settlements.proposals.ts";
import { approveRun, discardRun } from "./settlements.runs.ts";
import { exportPays, getRunWithChanges, listPays, listRuns } from "./settlements.ts";

const packOf = ({ config }: Platform) => packs[config.pack];

const officeOf = (platform: Platform) => ({ pack: packOf(platform), timeZone: platform.timeZone });

export const settlementsRoutes = routes(settlements, {
  runs: async ({ db, input, platform }) => listRuns(db, packOf(platform), input),
  run: async ({ db, input, platform }) => getRunWithChanges(db, officeOf(platform), input.id),
  pays: async ({ db, input, platform }) => listPays(db, officeOf(platform), input),
  paysCsv: async ({ db, input, platform }) => exportPays(db, officeOf(platform), input),
  approve: async ({ tx, input, actor: by, now, platform }) => approveRun(tx, input, { by, now, pack: packOf(platform) }),
  discard: async ({ tx, input, actor: by, now, platform }) => discardRun(tx, input, { by, now, pack: packOf(platform) }),
  proposals: async ({ db, input }) => listProposals(db, input),
  propose: async ({ tx, input: { agentId, kind, amount, reason }, actor: by, now }) => proposeCorrection(tx, { agentId, kind, amount }, { reason, by, now }),
  release: async ({ tx, input: { id, reason }, actor: by, now }) => proposeAboutHeld(tx, "release", id, { reason, by, now }),
  void: async ({ tx, input: { id, reason }, actor: by, now }) => proposeAboutHeld(tx, "void", id, { reason, by, now }),
  confirm: async ({ tx, input, actor: by, now, platform }) => confirmProposal(tx, { ...input, by, now }, packOf(platform).agents),
  decline: async ({ tx, input, actor: by, now }) => declineProposal(tx, { ...input, by, now }),
});
