import { z } from "zod";
import { type GameProtocol, roundStates } from "../../protocol.ts";
import { softswissReport } from "./report.ts";
import { sign } from "./signature.ts";

const URL_MAX = 2_048;

/** The games side of the SoftSwiss dialect: signed JSON as the wallet's, to the launcher of the vendor. */
export const softswissGames: GameProtocol = {
  launch: ({ casinoId, gameCode, title, mode, player, session, language, device, urls }, secret) => {
    const about = {
      casino_id: casinoId,
      game: gameCode,
      locale: language.toLowerCase(),
      client_type: device === "phone" ? "mobile" : "desktop",
      session_id: session,
      urls,
    };
    const account = player === undefined ? {} : { account: { id: player.ref, currency: player.currency } };
    const body = JSON.stringify({ ...about, ...account, ...(title === undefined ? {} : { title }) });
    return { path: `launcher/${mode}`, headers: { "content-type": "application/json", "x-request-sign": sign(Buffer.from(body), secret) }, body };
  },
  roundState: {
    ask: ({ casinoId, player, round }, secret) => {
      const body = JSON.stringify({ casino_id: casinoId, account_id: player, round_id: round });
      return { path: "round", headers: { "content-type": "application/json", "x-request-sign": sign(Buffer.from(body), secret) }, body };
    },
    answer: z.object({ state: z.enum(roundStates) }).transform(({ state }) => state),
  },
  report: softswissReport,
  launched: z.object({ launch_url: z.string().max(URL_MAX), framed: z.boolean().default(true) }).transform(({ launch_url: url, framed }) => ({ url, framed })),
};
