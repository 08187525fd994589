import type { Keys } from "../../platform/keys.ts";
import type { AgentRules } from "../settings/packs.ts";
import { aliasOf } from "./alias.ts";

/** Enough to know someone by, too little to try a login with: all but the first and last letters of an account's name are hidden. */
export const hideName = (name: string): string => `${name.slice(0, 1)}***${name.slice(-1)}`;

/** What members read of their agent: the nickname, else the hidden account name; a nickname nobody chose is the account's name. */
export const shownNameOf = ({ nickname, name }: { readonly nickname: string; readonly name: string }): string =>
  nickname === "" || nickname.toLowerCase() === name.toLowerCase() ? hideName(name) : nickname;

/** An agent who reads of its line, by a market's rules. */
export interface Reader {
  readonly agentId: bigint;
  readonly keys: Pick<Keys, "dataKey">;
  readonly rules: AgentRules;
}

/** What an agent reads for the name of somebody below: of a direct downline the name, deeper a hidden one; an alias of each where the market keeps names. */
export const nameBelow = ({ agentId, keys, rules }: Reader, { id, name, isDirect }: { id: bigint; name: string; isDirect: boolean }): string => {
  if (!rules.seesNames) return aliasOf(keys, agentId, id);
  return isDirect ? name : hideName(name);
};
