import type { FlagName } from "@laro/contract/site";
import { Coins, LayoutDashboard } from "lucide-react";
import { lazy, type ComponentType, type ReactNode } from "react";
import type { Key } from "../../api/language.ts";

const Team = lazy(() => import("./Team.tsx").then(({ Team: view }) => ({ default: view })));
const Income = lazy(() => import("../../features/commissions/Income.agent.tsx").then(({ IncomeAgent }) => ({ default: IncomeAgent })));

export interface AgentPage {
  /** The address below `/agentHome/`, as the specification spells it. */
  readonly key: string;
  readonly label: Key;
  readonly icon: ReactNode;
  /** The page is there only where this switch is on. */
  readonly flag?: FlagName;
  readonly view: ComponentType;
}

/** The pages of the back office in the order of its menu; a new page is a line here. The landing page is `agentTeamOverview`. */
export const agentPages: readonly AgentPage[] = [
  { key: "agentTeamOverview", label: "agents.menu.overview", icon: <LayoutDashboard />, view: Team },
  { key: "agentRevenueReport", label: "agents.menu.income", icon: <Coins />, view: Income },
];

export const LANDING = "agentTeamOverview";
