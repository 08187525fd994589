import { freeRounds } from "@laro/contract/freeRounds";
import { Gift } from "lucide-react";
import { lazy } from "react";
import type { FreeRoundsRights } from "../../features/freeRounds/freeRounds.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const FreeRounds = lazy(() => import("../../features/freeRounds/FreeRounds.operator.tsx").then(({ FreeRoundsOperator }) => ({ default: FreeRoundsOperator })));

const rightsOf = (operator: Operator): FreeRoundsRights => ({
  officer: operator.userName,
  canGrant: mayCall(operator, freeRounds.grant) && mayCall(operator, freeRounds.games),
  canSeeProposals: mayCall(operator, freeRounds.proposals),
  canConfirm: mayCall(operator, freeRounds.confirm),
  canDecline: mayCall(operator, freeRounds.decline),
  canCancel: mayCall(operator, freeRounds.cancel),
});

/** The page of free rounds at vendors. */
export const freeRoundsDesk: ConsolePage = {
  path: "/freeRounds",
  word: "freeRounds.title",
  icon: <Gift />,
  needs: freeRounds.list,
  group: 1,
  view: (operator) => <FreeRounds rights={rightsOf(operator)} />,
};
