import type { FlagName } from "@laro/contract/site";
import { CalendarCheck, Clock, HandCoins, LayoutDashboard, Zap } from "lucide-react";
import { lazy, type ComponentType, type ReactNode } from "react";
import type { Key } from "../../api/language.ts";

const Team = lazy(() => import("./Team.tsx").then(({ Team: view }) => ({ default: view })));
const Dividend = lazy(() => import("./ContractPages.tsx").then(({ Dividend: view }) => ({ default: view })));
const DailyWages = lazy(() => import("./ContractPages.tsx").then(({ DailyWages: view }) => ({ default: view })));
const HourSalary = lazy(() => import("./ContractPages.tsx").then(({ HourSalary: view }) => ({ default: view })));
const RealtimeSalary = lazy(() => import("./ContractPages.tsx").then(({ RealtimeSalary: view }) => ({ default: view })));

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
  { key: "agentDividendRecordCopy2", label: "agents.menu.dividend", icon: <HandCoins />, flag: "contractDividend", view: Dividend },
  { key: "agentDailyWages2", label: "agents.menu.daily", icon: <CalendarCheck />, flag: "dailySalary", view: DailyWages },
  { key: "agentHourSalary", label: "agents.menu.hourly", icon: <Clock />, flag: "hourlySalary", view: HourSalary },
  { key: "agentRealtimeSalary", label: "agents.menu.realTime", icon: <Zap />, flag: "realTimeSalary", view: RealtimeSalary },
];

export const LANDING = "agentTeamOverview";
