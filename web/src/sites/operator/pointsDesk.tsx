import { points } from "@laro/contract/points";
import { prizeDraws } from "@laro/contract/prizeDraws";
import { Gem } from "lucide-react";
import { lazy } from "react";
import type { PointsRights } from "../../features/points/points.operator.api.ts";
import type { EggRights } from "../../features/prizeDraws/eggs.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Points = lazy(() => import("./PointsPage.tsx").then(({ PointsPage }) => ({ default: PointsPage })));

const rightsOf = (operator: Operator): PointsRights & EggRights => ({
  officer: operator.userName,
  canReadQueue: mayCall(operator, points.queue),
  canDecide: mayCall(operator, points.approve) && mayCall(operator, points.reject) && mayCall(operator, points.sent),
  canExport: mayCall(operator, points.redeemsCsv),
  canWrite: mayCall(operator, points.saveItem),
  canPropose: mayCall(operator, points.proposeRatios),
  canConfirm: mayCall(operator, points.confirmRatios) && mayCall(operator, points.declineRatios),
  canProposeEggs: mayCall(operator, prizeDraws.proposeEggs),
  canConfirmEggs: mayCall(operator, prizeDraws.confirmEggs) && mayCall(operator, prizeDraws.declineEggs),
});

/** The page of points: redeems, the mall, the exchange ratio table, the golden eggs. */
export const pointsDesk: ConsolePage = {
  path: "/points",
  word: "points.desk",
  namesItself: true,
  icon: <Gem />,
  needs: points.items,
  group: 1,
  view: (operator) => <Points rights={rightsOf(operator)} />,
};
