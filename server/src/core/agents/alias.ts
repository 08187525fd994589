import { blind } from "../../platform/sealing.ts";
import type { Keys } from "../../platform/keys.ts";

/** Letters and digits nobody reads for one another. */
const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 4;

/**
 * What an agent calls an account whose name it may not know, such as `M-7F3K`: the same on every page, another for every agent, and nothing an account could be
 * found by without the key.
 */
export function aliasOf(keys: Pick<Keys, "dataKey">, agentId: bigint, accountId: bigint): string {
  const bytes = blind(keys, "alias", `${agentId} ${accountId}`).subarray(0, LENGTH);
  return `M-${[...bytes].map((byte) => SIGNS[byte % SIGNS.length]).join("")}`;
}
