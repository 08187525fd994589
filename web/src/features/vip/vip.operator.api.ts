import { vip } from "@laro/contract/vip";
import { useApiCommand, useApiPages, useApiQuery } from "../../api/query.ts";

/** What may be seen and done at the VIP desk by whoever looks. */
export interface VipRights {
  officer: string;
  canPropose: boolean;
  /** Decides what another officer proposed. */
  canChange: boolean;
  canSeeMembers: boolean;
  canSeeWeeks: boolean;
  canSeeHosts: boolean;
  canSaveHosts: boolean;
  canAssign: boolean;
}

export const useVipTable = () => useApiQuery(vip.table, {});
export const useProposeLevels = () => useApiCommand(vip.proposeLevels, { stale: [vip.table] });
export const useConfirmLevels = () => useApiCommand(vip.confirmLevels, { stale: [vip.table] });
export const useDeclineLevels = () => useApiCommand(vip.declineLevels, { stale: [vip.table] });
export const useVipMembers = (filter: { from: number; hostId?: string }) => useApiPages(vip.members, { ...filter, limit: 25 });
export const useVipPayouts = () => useApiPages(vip.payouts, { limit: 10 });
export const useVipHosts = ({ enabled = true }: { enabled?: boolean } = {}) => useApiPages(vip.hosts, { limit: 100 }, { enabled });
export const useSaveHost = () => useApiCommand(vip.saveHost, { stale: [vip.hosts, vip.members] });
export const useAssignHost = () => useApiCommand(vip.assign, { stale: [vip.hosts, vip.members] });
