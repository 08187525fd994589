import { seeds } from "@laro/contract/seeds";
import { getCommitment, rotateSeed } from "../../core/wallet/seeds.ts";
import { getWalletId } from "../../core/wallet/wallet.ts";
import { routes } from "../../platform/routes.ts";
import { exportSeeds } from "./seeds.csv.ts";

export const seedsRoutes = routes(seeds, {
  export: async ({ db, actor }) => exportSeeds(db, actor.id),
  mine: async ({ db, actor, now, platform }) =>
    getCommitment(platform.database, platform.keys, { walletId: await getWalletId(db, { accountId: actor.id, kind: "main" }), now }),
  rotate: async ({ begin, db, actor, input, now, platform }) => {
    const walletId = await getWalletId(db, { accountId: actor.id, kind: "main" });
    const rotated = await begin((tx) => rotateSeed(tx, platform.keys, { walletId, clientSeed: input.clientSeed, now }));
    platform.ledger.forgetSeed(walletId);
    return rotated;
  },
});
