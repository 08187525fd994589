import { Refusal } from "@laro/contract/core/errors";
import type { Platform } from "../../platform/routes.ts";
import type { VendorPlayer } from "./players.ts";
import type { jackpotKeeper } from "./prizes.jackpots.ts";
import { type FaultCode, type ProtocolRules, WalletFault } from "./protocol.ts";
import type { tokenKeeper } from "./tokens.ts";
import type { GatewayVendor } from "./view.ts";

/** What a vendor's call runs in. */
export interface Setting {
  readonly platform: Platform;
  readonly vendor: GatewayVendor;
  readonly rules: ProtocolRules;
  readonly requestId: string;
  readonly theirRequestId?: string | undefined;
  readonly findPlayer: (vendorId: number, ref: string) => Promise<VendorPlayer | undefined>;
  readonly readBalance: (accountId: bigint) => Promise<bigint>;
  readonly keepJackpots: ReturnType<typeof jackpotKeeper>;
  readonly standingOfToken: ReturnType<typeof tokenKeeper>;
}

/** The balance an answer tells. */
export const balanceTold = async (
  { rules, readBalance }: Pick<Setting, "rules" | "readBalance">,
  { accountId }: Pick<VendorPlayer, "accountId">,
  answer: { readonly repeated: boolean; readonly balanceMinor: bigint },
): Promise<bigint> => (answer.repeated && rules.repeatBalance === "now" ? readBalance(accountId) : answer.balanceMinor);

/** A refusal of ours in the words of the seam. */
const faultsByCode: Readonly<Record<string, FaultCode>> = {
  "wallet.insufficient_funds": "insufficient_funds",
  "wallet.closed": "player_closed",
  "wallet.not_found": "player_unknown",
  "protection.excluded": "player_closed",
  "protection.reality_check": "limit_reached",
  "limits.stake_reached": "limit_reached",
  "limits.loss_reached": "limit_reached",
  "limits.time_reached": "limit_reached",
  "site.maintenance": "game_closed",
  "site.region_restricted": "game_closed",
  "games.closed": "game_closed",
  "request.id_reused": "id_reused",
  "vendors.rolled_back": "rolled_back",
  "server.busy": "busy",
  "server.pending": "unknown",
};

export function faultOf(error: unknown, balanceMinor: bigint | undefined): unknown {
  const code = error instanceof Refusal ? faultsByCode[error.code] : undefined;
  return code === undefined ? error : new WalletFault(code, balanceMinor === undefined ? {} : { balanceMinor });
}
