import type { GameProtocol, WalletProtocol } from "./protocol.ts";
import { softswissGames } from "./protocols/softswiss/games.ts";
import { softswiss } from "./protocols/softswiss/wallet.ts";

/** The protocols vendors speak, by the name in their row. */
export const protocols: Readonly<Record<string, { readonly wallet: WalletProtocol; readonly games: GameProtocol }>> = {
  softswiss: { wallet: softswiss, games: softswissGames },
};
