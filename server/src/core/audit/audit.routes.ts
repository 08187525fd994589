import { audit } from "@laro/contract/audit";
import { routes } from "../../platform/routes.ts";
import { listAudit, verifyAuditPart } from "./audit.ts";

export const auditRoutes = routes(audit, {
  list: async ({ db, input }) => listAudit(db, input),
  verify: async ({ db, input }) => verifyAuditPart(db, input),
});
