import type { FlagName } from "@laro/contract/site";
import { ChartNoAxesColumn, Dices, LayoutDashboard, ListTree, ReceiptText } from "lucide-react";
import { lazy, type ComponentType, type ReactNode } from "react";
import type { Key } from "../../api/language.ts";

const Overview = lazy(() => import("./TeamPages.tsx").then(({ Overview: view }) => ({ default: view })));
const Management = lazy(() => import("./TeamPages.tsx").then(({ Management: view }) => ({ default: view })));
const Details = lazy(() => import("./TeamPages.tsx").then(({ Details: view }) => ({ default: view })));
const Betting = lazy(() => import("../../features/teams/Looks.agent.tsx").then(({ TeamBetting: view }) => ({ default: view })));
const Loss = lazy(() => import("../../features/teams/Looks.agent.tsx").then(({ UserLoss: view }) => ({ default: view })));

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
  { key: "agentTeamOverview", label: "agents.menu.overview", icon: <LayoutDashboard />, view: Overview },
  { key: "downlineManagmentView", label: "teams.management", icon: <ListTree />, view: Management },
  { key: "personalHistoryCopy", label: "teams.betting", icon: <Dices />, view: Betting },
  { key: "palStatementsAgentCopy", label: "teams.loss", icon: <ChartNoAxesColumn />, view: Loss },
  { key: "agentDownlineTransactionDetailsCopy", label: "teams.money", icon: <ReceiptText />, view: Details },
];

export const LANDING = "agentTeamOverview";
