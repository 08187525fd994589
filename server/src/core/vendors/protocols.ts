import type { GameProtocol, ProtocolKeys, TransferProtocol, WalletProtocol } from "./protocol.ts";
import { hub88Games } from "./protocols/hub88/games.ts";
import { hub88Keys } from "./protocols/hub88/signature.ts";
import { hub88Transfers } from "./protocols/hub88/transfer.ts";
import { hub88 } from "./protocols/hub88/wallet.ts";
import { softswissGames } from "./protocols/softswiss/games.ts";
import { softswiss } from "./protocols/softswiss/wallet.ts";

interface Spoken {
  readonly wallet: WalletProtocol;
  readonly games: GameProtocol;
  /** Where its vendors may keep wallets of their own. */
  readonly transfers?: TransferProtocol;
  /** Left out where any text is a key, and one can be made here. */
  readonly keys?: ProtocolKeys;
}

/** The protocols vendors speak, by the name in their row. */
export const protocols: Readonly<Record<string, Spoken>> = {
  hub88: { wallet: hub88, games: hub88Games, transfers: hub88Transfers, keys: hub88Keys },
  softswiss: { wallet: softswiss, games: softswissGames },
};
