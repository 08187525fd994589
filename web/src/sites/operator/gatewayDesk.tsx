import { gateway } from "@laro/contract/gateway";
import { Cable } from "lucide-react";
import { lazy } from "react";
import type { GatewayRights } from "../../features/gateway/gateway.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Gateway = lazy(() => import("./GatewayPage.tsx").then(({ GatewayPage }) => ({ default: GatewayPage })));

const rightsOf = (operator: Operator): GatewayRights => ({
  officer: operator.userName,
  canList: mayCall(operator, gateway.list),
  canOpen: mayCall(operator, gateway.get) && mayCall(operator, gateway.hour),
  canReadFaults: mayCall(operator, gateway.faults),
  canChange: mayCall(operator, gateway.setRules) && mayCall(operator, gateway.proposeKey),
  canSeeTransfers: mayCall(operator, gateway.transfers),
  canDecideTransfers: mayCall(operator, gateway.confirmTransfer),
});

/** The page of vendors' calls. */
export const gatewayDesk: ConsolePage = {
  path: "/gateway",
  word: "gateway.title",
  namesItself: true,
  icon: <Cable />,
  needs: gateway.search,
  group: 1,
  view: (operator) => <Gateway rights={rightsOf(operator)} />,
};
