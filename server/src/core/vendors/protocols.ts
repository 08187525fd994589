import type { GameProtocol, WalletProtocol } from "./protocol.ts";
import { hub88Games } from "./protocols/hub88/games.ts";
import { hub88 } from "./protocols/hub88/wallet.ts";
import { softswissGames } from "./protocols/softswiss/games.ts";
import { softswiss } from "./protocols/softswiss/wallet.ts";

/** The protocols vendors speak, by the name in their row. */
export const protocols: Readonly<Record<string, { readonly wallet: WalletProtocol; readonly games: GameProtocol }>> = {
  hub88: { wallet: hub88, games: hub88Games },
  softswiss: { wallet: softswiss, games: softswissGames },
};
