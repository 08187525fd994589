import { reconciliation } from "@laro/contract/reconciliation";
import { recordCommand } from "../../core/audit/audit.ts";
import { routes } from "../../platform/routes.ts";
import { importStatement, listStatements } from "./reconciliation.import.ts";
import { runDay } from "./reconciliation.run.ts";
import { explainDifference, exportDifferences, listDays, listDifferences } from "./reconciliation.ts";

export const reconciliationRoutes = routes(reconciliation, {
  days: async ({ db, input }) => listDays(db, input),
  differences: async ({ db, input }) => listDifferences(db, input),
  run: async ({ platform, actor, input, requestId, now }) =>
    runDay(platform, input.day, (tx) => recordCommand(tx, { operator: actor, endpoint: reconciliation.run.name, input, requestId, now })),
  statements: async ({ db, input }) => listStatements(db, input),
  importStatement: async ({ platform, actor, input, requestId, now }) =>
    importStatement(platform, input, {
      officer: actor,
      now,
      // The file itself is kept beside, so its digest stands for it.
      also: (tx, imported) => recordCommand(tx, { operator: actor, endpoint: reconciliation.importStatement.name, input: imported, requestId, now }),
    }),
  explain: async ({ tx, actor, input, now }) => explainDifference(tx, { ...input, officer: actor, now }),
  differencesCsv: async ({ db, input }) => exportDifferences(db, input),
});
