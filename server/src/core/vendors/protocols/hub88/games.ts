import { z } from "zod";
import type { GameProtocol } from "../../protocol.ts";
import { sign } from "./signature.ts";

const URL_MAX = 2_048;
/** What Hub88 calls the currency of play without money. */
export const NO_CURRENCY = "X".repeat(3);

/** The games side of Hub88's operator API. It says nothing of a round's state, so nothing here asks for it. */
export const hub88Games: GameProtocol = {
  launch: ({ casinoId, gameCode, mode, player, token, language, device, urls }, privateKey) => {
    const real = mode === "real" && player !== undefined ? { user: player.ref, token, currency: player.currency } : { currency: NO_CURRENCY };
    const body = JSON.stringify({
      operator_id: casinoId,
      game_code: gameCode,
      platform: device === "phone" ? "GPL_MOBILE" : "GPL_DESKTOP",
      lang: language.toLowerCase(),
      lobby_url: urls.return_url,
      deposit_url: urls.deposit_url,
      ...real,
    });
    const headers = { "content-type": "application/json", "x-hub88-signature": sign(Buffer.from(body), privateKey) };
    return { path: "operator/generic/v2/game/url", headers, body };
  },
  launched: z.object({ url: z.string().max(URL_MAX) }).transform(({ url }) => ({ url, framed: true })),
};
