import { gateway } from "@laro/contract/gateway";
import { reconciliation } from "@laro/contract/reconciliation";
import { wallet } from "@laro/contract/wallet";
import { Cable } from "lucide-react";
import { lazy } from "react";
import type { GatewayRights } from "../../features/gateway/gateway.operator.api.ts";
import type { ReconciliationRights } from "../../features/reconciliation/reconciliation.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Gateway = lazy(() => import("./GatewayPage.tsx").then(({ GatewayPage }) => ({ default: GatewayPage })));

const rightsOf = (operator: Operator): GatewayRights => ({
  officer: operator.userName,
  canList: mayCall(operator, gateway.list),
  canOpen: mayCall(operator, gateway.get) && mayCall(operator, gateway.hour),
  canReadFaults: mayCall(operator, gateway.faults),
  canChange: mayCall(operator, gateway.setRules) && mayCall(operator, gateway.proposeKey),
  canReadRounds: mayCall(operator, gateway.rounds),
  canDecideRounds: mayCall(operator, gateway.proposeRound) && mayCall(operator, gateway.confirmRound) && mayCall(operator, gateway.declineRound),
  canReadReturns: mayCall(operator, gateway.returns),
  canSeeTransfers: mayCall(operator, gateway.transfers),
  canDecideTransfers: mayCall(operator, gateway.confirmTransfer),
  canSeePrizes: mayCall(operator, gateway.prizes),
  canDecidePrizes: mayCall(operator, gateway.confirmPrize),
});

/** What may be done with differences between a vendor's report and our books; undefined where they may not be seen. */
const reportsOf = (operator: Operator): ReconciliationRights | undefined =>
  mayCall(operator, reconciliation.days) && mayCall(operator, reconciliation.differences)
    ? {
        canRun: mayCall(operator, reconciliation.run),
        canReadStatements: false,
        canImport: false,
        canExplain: mayCall(operator, reconciliation.explain),
        canReadJournal: mayCall(operator, wallet.lines),
      }
    : undefined;

/** The page of vendors' calls. */
export const gatewayDesk: ConsolePage = {
  path: "/gateway",
  word: "gateway.title",
  namesItself: true,
  icon: <Cable />,
  needs: gateway.search,
  group: 1,
  view: (operator) => <Gateway rights={rightsOf(operator)} reports={reportsOf(operator)} />,
};
