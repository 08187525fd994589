import { audit, type AuditKind } from "@laro/contract/audit";
import { useApiPages, useApiQuery } from "../../api/query.ts";

export const useAuditEntries = (kind: AuditKind | undefined) => useApiPages(audit.list, { limit: 50, ...(kind === undefined ? {} : { kind }) });
/** Walks the whole chain, so only when asked to. */
export const useAuditVerification = () => useApiQuery(audit.verify, {}, { enabled: false });
