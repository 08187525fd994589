import type { FlagName } from "@laro/contract/site";
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CalendarCheck,
  ChartNoAxesColumn,
  CircleUserRound,
  Clock,
  Dices,
  Gift,
  HandCoins,
  Headset,
  Inbox as InboxIcon,
  LayoutDashboard,
  ListTree,
  Megaphone,
  ReceiptText,
  UserPlus,
  Zap,
} from "lucide-react";
import { lazy, type ComponentType, type ReactNode } from "react";
import type { Key } from "../../api/language.ts";

const Overview = lazy(() => import("./TeamPages.tsx").then(({ Overview: view }) => ({ default: view })));
const Management = lazy(() => import("./TeamPages.tsx").then(({ Management: view }) => ({ default: view })));
const Details = lazy(() => import("./TeamPages.tsx").then(({ Details: view }) => ({ default: view })));
const Betting = lazy(() => import("../../features/teams/Looks.agent.tsx").then(({ TeamBetting: view }) => ({ default: view })));
const Loss = lazy(() => import("../../features/teams/Looks.agent.tsx").then(({ UserLoss: view }) => ({ default: view })));
const Dividend = lazy(() => import("./ContractPages.tsx").then(({ Dividend: view }) => ({ default: view })));
const DailyWages = lazy(() => import("./ContractPages.tsx").then(({ DailyWages: view }) => ({ default: view })));
const HourSalary = lazy(() => import("./ContractPages.tsx").then(({ HourSalary: view }) => ({ default: view })));
const RealtimeSalary = lazy(() => import("./ContractPages.tsx").then(({ RealtimeSalary: view }) => ({ default: view })));
const Announcements = lazy(() => import("./Announcements.tsx").then(({ Announcements: view }) => ({ default: view })));
const Deposit = lazy(() => import("./MoneyPages.tsx").then(({ Deposit: view }) => ({ default: view })));
const Withdraw = lazy(() => import("./MoneyPages.tsx").then(({ Withdraw: view }) => ({ default: view })));
const Record = lazy(() => import("./MoneyPages.tsx").then(({ Record: view }) => ({ default: view })));
const Bonuses = lazy(() => import("./MoneyPages.tsx").then(({ Bonuses: view }) => ({ default: view })));
const Transfers = lazy(() => import("./MoneyPages.tsx").then(({ Transfers: view }) => ({ default: view })));
const Messages = lazy(() => import("./MessagePages.tsx").then(({ Messages: view }) => ({ default: view })));
const CustomerService = lazy(() => import("./MessagePages.tsx").then(({ CustomerService: view }) => ({ default: view })));
const Profile = lazy(() => import("./Profile.tsx").then(({ Profile: view }) => ({ default: view })));
const RegisterCenter = lazy(() => import("../../features/agents/RegisterCenter.agent.tsx").then(({ RegisterCenterAgent: view }) => ({ default: view })));

export interface AgentPage {
  /** The address below `/agentHome/`, as the specification spells it. */
  readonly key: string;
  readonly label: Key;
  readonly icon: ReactNode;
  /** The page is there only where this switch is on. */
  readonly flag?: FlagName;
  readonly view: ComponentType;
}

/** The pages of the back office; a new page is a line here. Where it stands in the menu is said in `menu.ts`. */
export const agentPages: readonly AgentPage[] = [
  { key: "deposit", label: "agents.menu.deposit", icon: <ArrowDownToLine />, view: Deposit },
  { key: "withdraw", label: "agents.menu.withdraw", icon: <ArrowUpFromLine />, view: Withdraw },
  { key: "agentAnnouncement", label: "agents.menu.announcement", icon: <Megaphone />, view: Announcements },
  { key: "agentTeamOverview", label: "agents.menu.overview", icon: <LayoutDashboard />, view: Overview },
  { key: "registerCenter", label: "agents.menu.registerCenter", icon: <UserPlus />, view: RegisterCenter },
  { key: "downlineManagmentView", label: "teams.management", icon: <ListTree />, view: Management },
  { key: "personalHistoryCopy", label: "teams.betting", icon: <Dices />, view: Betting },
  { key: "palStatementsAgentCopy", label: "teams.loss", icon: <ChartNoAxesColumn />, view: Loss },
  { key: "agentDownlineTransactionDetailsCopy", label: "teams.money", icon: <ReceiptText />, view: Details },
  { key: "agentDividendRecordCopy2", label: "agents.menu.dividend", icon: <HandCoins />, flag: "contractDividend", view: Dividend },
  { key: "agentDailyWages2", label: "agents.menu.daily", icon: <CalendarCheck />, flag: "dailySalary", view: DailyWages },
  { key: "agentHourSalary", label: "agents.menu.hourly", icon: <Clock />, flag: "hourlySalary", view: HourSalary },
  { key: "agentRealtimeSalary", label: "agents.menu.realTime", icon: <Zap />, flag: "realTimeSalary", view: RealtimeSalary },
  { key: "messages", label: "agents.menu.messages", icon: <InboxIcon />, view: Messages },
  { key: "customerService", label: "agents.menu.service", icon: <Headset />, view: CustomerService },
  { key: "transfers", label: "agents.menu.transfers", icon: <ArrowLeftRight />, flag: "memberTransfers", view: Transfers },
  { key: "accountRecord", label: "agents.menu.record", icon: <ReceiptText />, view: Record },
  { key: "bonusDetails", label: "agents.menu.bonuses", icon: <Gift />, view: Bonuses },
  { key: "profile", label: "agents.menu.profile", icon: <CircleUserRound />, view: Profile },
];
