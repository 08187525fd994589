import { rebates } from "@laro/contract/rebates";
import { vip } from "@laro/contract/vip";
import { Crown } from "lucide-react";
import { lazy } from "react";
import type { RebateRights } from "../../features/rebates/rebates.operator.api.ts";
import type { VipRights } from "../../features/vip/vip.operator.api.ts";
import type { ConsolePage } from "./consolePage.ts";
import { mayCall, type Operator } from "./operator.ts";

const Vip = lazy(() => import("./VipPage.tsx").then(({ VipPage }) => ({ default: VipPage })));

const rightsOf = (operator: Operator): VipRights => ({
  officer: operator.userName,
  canPropose: mayCall(operator, vip.proposeLevels),
  canChange: mayCall(operator, vip.confirmLevels),
  canSeeMembers: mayCall(operator, vip.members),
  canSeeWeeks: mayCall(operator, vip.payouts),
  canSeeHosts: mayCall(operator, vip.hosts),
  canSaveHosts: mayCall(operator, vip.saveHost),
  canAssign: mayCall(operator, vip.assign),
});

const rebateRightsOf = (operator: Operator): RebateRights => ({
  officer: operator.userName,
  canSee: mayCall(operator, rebates.rates),
  canPropose: mayCall(operator, rebates.proposeRates),
  canConfirm: mayCall(operator, rebates.confirmRates),
});

/** The page of VIP levels, hosts, weekly bonuses and rebates. */
export const vipDesk: ConsolePage = {
  path: "/vip",
  word: "vip.title",
  icon: <Crown />,
  needs: vip.table,
  group: 1,
  view: (operator) => <Vip rights={rightsOf(operator)} rebates={rebateRightsOf(operator)} />,
};
