import { winners } from "@laro/contract/winners";
import { routes } from "../../platform/routes.ts";
import { isHidden, listBoard, listDay, setHidden } from "./winners.ts";

export const winnersRoutes = routes(winners, {
  board: async ({ db, input, now }) => listBoard(db, input, now),
  byDay: async ({ db, input, now, platform }) => listDay(db, input, { now, timeZone: platform.timeZone }),
  mine: async ({ db, actor }) => ({ hidden: await isHidden(db, actor.id) }),
  hide: async ({ tx, actor, input, now }) => {
    await setHidden(tx, { accountId: actor.id, hidden: input.hidden, now });
    return { hidden: input.hidden };
  },
});
