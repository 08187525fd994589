import { audit } from "@laro/contract/audit";
import { useApiPages, useApiQuery } from "../../api/query.ts";

export const useAuditEntries = () => useApiPages(audit.list, { limit: 50 });
/** Walks the whole chain, so only when asked to. */
export const useAuditVerification = () => useApiQuery(audit.verify, {}, { enabled: false });
