import { signals } from "@laro/contract/signals";
import { routes } from "../../platform/routes.ts";
import { actOnSignal, dismissSignal, listRules, listSignals, reopenSignal, seeSignal } from "./signals.ts";

export const signalsRoutes = routes(signals, {
  list: async ({ db, input }) => listSignals(db, input),
  rules: async () => listRules(),
  see: async ({ tx, actor, input, now }) => seeSignal(tx, { ...input, officer: actor, now }),
  dismiss: async ({ tx, actor, input, now }) => dismissSignal(tx, { ...input, officer: actor, now }),
  act: async ({ tx, actor, input, now }) => actOnSignal(tx, { ...input, officer: actor, now }),
  reopen: async ({ tx, actor, input, now }) => reopenSignal(tx, { ...input, officer: actor, now }),
});
