import type { ContractKind } from "@laro/contract/core/contractKinds";
import type { Key } from "../../api/language.ts";
import { useFlags, usePermission } from "../../api/permission.ts";
import { type AgentPage, agentPages } from "./pages.tsx";

/** The menu: the sixteen entries of the specification in its order (AGENT-13), and below them the agent's own account. A page that is not here is reached from others. */
const groups: readonly (readonly string[])[] = [
  ["deposit", "withdraw"],
  ["agentAnnouncement", "agentTeamOverview", "registerCenter", "downlineManagmentView", "personalHistoryCopy", "palStatementsAgentCopy"],
  ["agentRevenueReport", "agentDownlineTransactionDetailsCopy", "agentDividendRecordCopy2", "agentDailyWages2", "agentHourSalary", "agentRealtimeSalary"],
  ["messages", "customerService"],
  ["transfers", "accountRecord", "profile"],
];

/** What the thumb reaches on a phone, in a short word: the first four of these that are there. */
const thumb: readonly { readonly key: string; readonly label: Key }[] = [
  { key: "agentTeamOverview", label: "agents.bar.overview" },
  { key: "downlineManagmentView", label: "agents.bar.team" },
  { key: "agentRevenueReport", label: "agents.bar.income" },
  { key: "messages", label: "agents.bar.messages" },
  { key: "agentAnnouncement", label: "agents.bar.announcement" },
  { key: "deposit", label: "agents.bar.deposit" },
];
const THUMB_MAX = 4;

/** Pages of a kind of contract, which the market's pack may not have. */
const kinds: Readonly<Record<string, ContractKind>> = {
  agentDividendRecordCopy2: "dividend",
  agentDailyWages2: "daily",
  agentHourSalary: "hourly",
  agentRealtimeSalary: "realTime",
};

/** The pages that are open here: by the switch of each and by the market. */
export function useAgentPages(): readonly AgentPage[] {
  const isOn = useFlags();
  const { agentKinds, memberTransfers } = usePermission().jurisdiction;
  const isInMarket = (key: string): boolean => {
    const kind = kinds[key];
    return kind === undefined ? key !== "transfers" || memberTransfers : agentKinds.includes(kind);
  };
  return agentPages.filter(({ key, flag }) => (flag === undefined || isOn(flag)) && isInMarket(key));
}

const pick = (pages: readonly AgentPage[], keys: readonly string[]): AgentPage[] => keys.flatMap((key) => pages.find((page) => page.key === key) ?? []);

/** Groups without an entry are left out. */
export const menuOf = (pages: readonly AgentPage[]): readonly (readonly AgentPage[])[] =>
  groups.map((keys) => pick(pages, keys)).filter(({ length }) => length > 0);

export const thumbOf = (pages: readonly AgentPage[]): readonly AgentPage[] =>
  thumb.flatMap(({ key, label }) => pick(pages, [key]).map((page) => ({ ...page, label }))).slice(0, THUMB_MAX);
