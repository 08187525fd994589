import { teams } from "@laro/contract/teams";
import { packs } from "../../core/settings/packs.ts";
import { type Platform, routes } from "../../platform/routes.ts";
import { exportDays, exportMembers, exportMoney, exportReport, exportRounds } from "./teams.csv.ts";
import { readDashboard } from "./teams.dashboard.ts";
import { listDays } from "./teams.days.ts";
import { readMember } from "./teams.member.ts";
import { listMembers } from "./teams.members.ts";
import { listMoney } from "./teams.money.ts";
import { readReport } from "./teams.report.ts";
import { listTeamRounds } from "./teams.rounds.ts";
import type { Reader } from "./teams.ts";

const readerOf = ({ actor, platform: { keys, timeZone, config }, now }: { actor: { id: bigint }; platform: Platform; now: Date }): Reader => ({
  agentId: actor.id,
  timeZone,
  now,
  keys,
  pack: packs[config.pack],
});

export const teamsRoutes = routes(teams, {
  dashboard: async ({ db, input, ...call }) => readDashboard(db, readerOf(call), input),
  days: async ({ db, input, ...call }) => listDays(db, readerOf(call), input),
  daysCsv: async ({ db, input, ...call }) => exportDays(db, readerOf(call), input),
  report: async ({ db, input, ...call }) => readReport(db, readerOf(call), input),
  reportCsv: async ({ db, input, ...call }) => exportReport(db, readerOf(call), input),
  members: async ({ db, input, ...call }) => listMembers(db, readerOf(call), input),
  membersCsv: async ({ db, input, ...call }) => exportMembers(db, readerOf(call), input),
  member: async ({ db, input, ...call }) => readMember(db, readerOf(call), input),
  rounds: async ({ db, input, ...call }) => listTeamRounds(db, readerOf(call), input),
  roundsCsv: async ({ db, input, ...call }) => exportRounds(db, readerOf(call), input),
  money: async ({ db, input, ...call }) => listMoney(db, readerOf(call), input),
  moneyCsv: async ({ db, input, ...call }) => exportMoney(db, readerOf(call), input),
});
