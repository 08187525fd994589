import { blind } from "../../platform/sealing.ts";
import type { Keys } from "../../platform/keys.ts";
import type { JurisdictionPack } from "../settings/packs.ts";
import { maskName } from "./faces.ts";

const CHARACTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const ALIAS_LENGTH = 4;

/** What an agent calls an account of its line where names stay with the house: the same at every look, another for every agent, and computed back by nobody. */
export function aliasOf(keys: Pick<Keys, "dataKey">, { agentId, accountId }: { agentId: bigint; accountId: bigint }): string {
  const bytes = blind(keys, "alias", `${agentId} ${accountId}`).subarray(0, ALIAS_LENGTH);
  return `M-${[...bytes].map((byte) => CHARACTERS[byte % CHARACTERS.length]).join("")}`;
}

interface Seer {
  readonly keys: Pick<Keys, "dataKey">;
  readonly pack: Pick<JurisdictionPack, "agents">;
  readonly agentId: bigint;
}

interface Seen {
  readonly accountId: bigint;
  readonly name: string;
  readonly isDirect: boolean;
}

/** What an agent reads for the name of an account of its line: of a direct downline the name, of a deeper one a mask; an alias for each where the pack keeps names. */
export const nameFor = ({ keys, pack, agentId }: Seer, { accountId, name, isDirect }: Seen): string => {
  if (!pack.agents.seesNames) return aliasOf(keys, { agentId, accountId });
  return isDirect ? name : maskName(name);
};
