import { house } from "@laro/contract/house";
import { setStakes } from "../../core/catalogue/stakes.ts";
import { routes } from "../../platform/routes.ts";
import { listChains, makeNextChain, proposeSalt } from "./house.chains.ts";
import { getSettled, listShortfalls, proposeCorrection, proposeEnd } from "./house.corrections.ts";
import { describeStakes, packOf, weighStakes } from "./house.stakes.ts";
import { confirmHouseProposal } from "./house.confirm.ts";
import { declineHouseProposal, listHouseProposals, propose } from "./house.ts";
import { listWaiting, proposeVoidDraw, proposeVoidRound } from "./house.voids.ts";

export const houseRoutes = routes(house, {
  rounds: async ({ db, input }) => listWaiting(db, input),
  chains: async ({ db, now }) => listChains(db, now),
  proposals: async ({ db, input }) => listHouseProposals(db, input),
  setStakes: async ({ tx, input: { reason, ...wanted }, actor: by, now, platform }) => {
    const { game, isWider } = await weighStakes(tx, packOf(platform), wanted);
    const { gameCode, gameId } = game;
    if (isWider) return { proposal: await propose(tx, { kind: "stakes", subject: gameCode, gameCode, detail: describeStakes(wanted) }, { reason, by, now }) };
    await setStakes(tx, { gameId, stakeMin: wanted.stakeMin, stakeMax: wanted.stakeMax, by: by.name, now });
    return { proposal: null };
  },
  voidRound: async ({ tx, input: { reason, ...round }, actor: by, now }) => proposeVoidRound(tx, round, { reason, by, now }),
  settled: async ({ db, input }) => getSettled(db, input),
  correctRound: async ({ tx, input: { reason, ...change }, actor: by, now, platform }) => proposeCorrection(tx, platform, change, { reason, by, now }),
  shortfalls: async ({ db, input }) => listShortfalls(db, input),
  endShortfall: async ({ tx, input: { reason, ...ending }, actor: by, now }) => proposeEnd(tx, ending, { reason, by, now }),
  voidDraw: async ({ tx, input: { reason, drawId }, actor: by, now }) => proposeVoidDraw(tx, drawId, { reason, by, now }),
  makeChain: async ({ begin, input, platform }) => makeNextChain(begin, platform, input.series),
  saltChain: async ({ tx, input: { reason, ...salting }, actor: by, now }) => proposeSalt(tx, salting, { reason, by, now }),
  confirm: async ({ tx, input, actor: by, now, platform }) => confirmHouseProposal(tx, platform, { ...input, by, now }),
  decline: async ({ tx, input, actor: by, now }) => declineHouseProposal(tx, { ...input, by, now }),
});
