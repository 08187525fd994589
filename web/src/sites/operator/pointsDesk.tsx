import { points } from "@laro/contract/points";
import { Gem } from "lucide-react";
import { lazy } from "react";
import type { PointsRights } from "../../features/points/points.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Points = lazy(() => import("./PointsPage.tsx").then(({ PointsPage }) => ({ default: PointsPage })));

const rightsOf = (operator: Operator): PointsRights => ({
  officer: operator.userName,
  canReadQueue: mayCall(operator, points.queue),
  canDecide: mayCall(operator, points.approve) && mayCall(operator, points.reject) && mayCall(operator, points.sent),
  canExport: mayCall(operator, points.redeemsCsv),
  canWrite: mayCall(operator, points.saveItem),
  canPropose: mayCall(operator, points.proposeRatios),
  canConfirm: mayCall(operator, points.confirmRatios) && mayCall(operator, points.declineRatios),
});

/** The page of points: redeems, the mall, the exchange ratio table. */
export const pointsDesk: ConsolePage = {
  path: "/points",
  word: "points.desk",
  namesItself: true,
  icon: <Gem />,
  needs: points.items,
  group: 1,
  view: (operator) => <Points rights={rightsOf(operator)} />,
};
