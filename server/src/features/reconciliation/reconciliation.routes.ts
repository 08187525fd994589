import { reconciliation } from "@laro/contract/reconciliation";
import { routes } from "../../platform/routes.ts";
import { importStatement, listStatements } from "./reconciliation.import.ts";
import { runDay } from "./reconciliation.run.ts";
import { isVendor, runVendorDay } from "./reconciliation.vendors.ts";
import { explainDifference, exportDifferences, listDays, listDifferences } from "./reconciliation.ts";

export const reconciliationRoutes = routes(reconciliation, {
  days: async ({ db, input }) => listDays(db, input),
  differences: async ({ db, input }) => listDifferences(db, input),
  statements: async ({ db, input }) => listStatements(db, input),
  importStatement: async ({ platform, actor, input, now }) => importStatement(platform, input, { officer: actor, now }),
  run: async ({ platform, input: { day, party } }) => (isVendor(party) ? runVendorDay(platform, { party, day }) : runDay(platform, day)),
  explain: async ({ tx, actor, input, now }) => explainDifference(tx, { ...input, officer: actor, now }),
  differencesCsv: async ({ db, input }) => exportDifferences(db, input),
});
