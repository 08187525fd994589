import type { InputOf } from "@laro/contract/core/endpoint";
import { teams } from "@laro/contract/teams";
import { useApiPages, useApiQuery } from "../../api/query.ts";

type Of<Verb extends keyof typeof teams> = Omit<InputOf<(typeof teams)[Verb]>, "cursor" | "limit">;

/** Hours of today are gathered every five minutes. */
const GATHERED_MS = 5 * 60_000;

export const useDashboard = (span: Of<"dashboard">) => useApiQuery(teams.dashboard, span, { everyMs: GATHERED_MS });
export const useDays = (of: Of<"days">, enabled = true) => useApiQuery(teams.days, of, { enabled });
export const useReport = (of: Of<"report">) => useApiPages(teams.report, of);
export const useMembers = (of: Of<"members">) => useApiPages(teams.members, of);
export const useMember = (of: Of<"member">, enabled = true) => useApiQuery(teams.member, of, { enabled });
export const useRounds = (of: Of<"rounds">) => useApiPages(teams.rounds, of);
export const useMoney = (of: Of<"money">) => useApiPages(teams.money, of);
