import { z } from "zod";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { type GameProtocol, type issueAnswers, type JackpotLevel, roundStates, type VendorQuestion } from "../../protocol.ts";
import { softswissReport } from "./report.ts";
import { sign } from "./signature.ts";

const URL_MAX = 2_048;

const question = (path: string, content: object, secret: Buffer): VendorQuestion => {
  const body = JSON.stringify(content);
  return { path, headers: { "content-type": "application/json", "x-request-sign": sign(Buffer.from(body), secret) }, body };
};

/** An answer without a code says yes; `internal` is the vendor's own trouble and asks to be asked again. */
const issueAnswer = z
  .object({ code: z.string().optional() })
  .transform(({ code }): (typeof issueAnswers)[number] => (code === undefined ? "done" : code === "internal" ? "unknown" : "refused"));

const LEVELS_MAX = 500;
const NAME_MAX = 255;
const AMOUNT = /^(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,16}))?$/;

/** What a pool stands at. What is finer than the currency is left out: nobody is told more than there is. */
const Level = z
  .object({
    id: z.string().min(1).max(NAME_MAX),
    game: z.string().max(NAME_MAX),
    currency: z.string().max(32),
    amount: z
      .string()
      .regex(AMOUNT)
      .transform((text) => parseAmount(text.replace(/(\.[0-9]{2})[0-9]*$/, "$1"))!)
      .refine((minor) => minor > 0n),
  })
  .transform(({ id: code, game: gameCode, currency, amount: amountMinor }): JackpotLevel => ({ code, gameCode, currency, amountMinor }));

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
  issueFreeRounds: {
    ask: ({ casinoId, issue, player, gameCode, rounds, stakeMinor, until }, secret) =>
      question(
        "freespins/issue",
        {
          casino_id: casinoId,
          issue_id: issue,
          account: { id: player.ref, currency: player.currency },
          games: [gameCode],
          freespins_quantity: rounds,
          stake: formatAmount(stakeMinor),
          valid_until: until.toISOString(),
        },
        secret,
      ),
    answer: issueAnswer,
  },
  cancelFreeRounds: {
    ask: ({ casinoId, issue }, secret) => question("freespins/cancel", { casino_id: casinoId, issue_id: issue }, secret),
    answer: issueAnswer,
  },
  roundState: {
    ask: ({ casinoId, player, round }, secret) => question("round", { casino_id: casinoId, account_id: player, round_id: round }, secret),
    answer: z.object({ state: z.enum(roundStates) }).transform(({ state }) => state),
  },
  jackpots: {
    ask: ({ casinoId, currency, games }, secret) => question("jackpots", { casino_id: casinoId, currency, games }, secret),
    answer: z.object({ jackpots: z.array(Level).max(LEVELS_MAX) }).transform(({ jackpots }) => jackpots),
  },
  report: softswissReport,
  launched: z.object({ launch_url: z.string().max(URL_MAX), framed: z.boolean().default(true) }).transform(({ launch_url: url, framed }) => ({ url, framed })),
};
