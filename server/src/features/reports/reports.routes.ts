import { reports } from "@laro/contract/reports";
import { packs } from "../../core/settings/packs.ts";
import { keepPlay } from "../../core/wallet/playDays.ts";
import { type Platform, routes } from "../../platform/routes.ts";
import { exportMovements, exportRounds } from "./reports.csv.ts";
import { printStatement } from "./reports.pdf.ts";
import { getStatement, listMonths, type Reader, readProfit } from "./reports.ts";

/** Who reads what they played has it written down first. */
async function readerOf({ actor, platform, now }: { actor: { id: bigint }; platform: Platform; now: Date }): Promise<Reader> {
  await keepPlay(platform.reports, { accountId: actor.id, now });
  return { accountId: actor.id, timeZone: platform.timeZone, now };
}

export const reportsRoutes = routes(reports, {
  profit: async ({ db, input, ...call }) => readProfit(db, await readerOf(call), input),
  months: async (call) => ({ list: await listMonths(call.platform.reports, await readerOf(call)) }),
  statement: async ({ input, ...call }) => getStatement(call.platform.reports, await readerOf(call), input.month),
  statementPdf: async ({ input, ...call }) =>
    printStatement(call.platform.reports, await readerOf(call), { month: input.month, pack: packs[call.platform.config.pack] }),
  roundsCsv: async ({ db, input, ...call }) => exportRounds(db, await readerOf(call), input),
  movementsCsv: async ({ db, input, ...call }) => exportMovements(db, await readerOf(call), input),
});
