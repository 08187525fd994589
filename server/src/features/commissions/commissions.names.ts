import { maskName } from "../../core/accounts/faces.ts";
import { aliasOf } from "../../core/agents/alias.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Keys } from "../../platform/keys.ts";

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
  if (!pack.agents.seesNames) return aliasOf(keys, agentId, accountId);
  return isDirect ? name : maskName(name);
};
