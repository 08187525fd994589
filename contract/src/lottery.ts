import { z } from "zod";
import { contract, Empty, query } from "./core/endpoint.ts";
import { Day, Id, Moment } from "./core/ids.ts";
import { launchModes, LotteryTicket, LotteryTile, lottoAreas, prizeModes } from "./core/lotteries.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";
import { Balance } from "./core/money.ts";
import { DeskDraw } from "./tables.ts";

/** The most results one answer holds: a trend page's longest. */
export const OPENED_MAX = 500;
export const OPENED_DEFAULT = 30;

/** So many of a draw's numbers are shown, those that could cost most first. */
export const WORST_MAX = 50;

const GameCode = compared(32);

export const lottery = contract("lottery", {
  lobby: query({
    for: "member",
    says: "Where a lottery's page is, where its back control leads, and the games of a prize mode.",
    input: z.object({
      lottoArea: z.enum(lottoAreas).optional(),
      launchMode: z.enum(launchModes).optional(),
      prizeMode: z.enum(prizeModes).optional(),
      gameCode: GameCode.optional(),
      device: z.enum(["web", "mobile", "WEB", "MOBILE"]).optional(),
      backUrl: compared(300).optional(),
      language: compared(8).optional(),
    }),
    output: z.object({ route: z.string(), backUrl: z.string(), list: z.array(LotteryTile) }),
    errors: ["games.not_found", "games.closed", "lottery.back_url_foreign"],
  }),
  menus: query({
    for: "guest",
    says: "The lotteries by prize mode and area, each with the draw that takes tickets now.",
    trial: true,
    sharedForMs: 1_000,
    input: Empty,
    output: z.object({ list: z.array(z.object({ prizeMode: z.enum(prizeModes), area: z.enum(lottoAreas), title: z.string(), games: z.array(LotteryTile) })) }),
  }),
  recent: query({
    for: "member",
    says: "The member's newest tickets of lotteries, of all or of one game.",
    input: PageInput.extend({ gameCode: GameCode.optional() }),
    output: page(LotteryTicket),
    errors: ["games.not_found"],
  }),
  opened: query({
    for: "guest",
    says: "What fell last in a lottery, newest first, of one day where it is named; and the draw that takes tickets now.",
    trial: true,
    sharedForMs: 1_000,
    input: z.object({ gameCode: GameCode, day: Day.optional(), limit: z.coerce.number().int().min(1).max(OPENED_MAX).optional() }),
    output: z.object({
      list: z.array(
        z.object({ number: z.string(), drawnAt: Moment, result: z.record(z.string(), z.unknown()), /** Counts what was corrected. */ resultVersion: z.int() }),
      ),
      /** Null while no draw takes tickets. */
      next: z.object({ drawId: Id, number: z.string(), closesAt: Moment, drawsAt: Moment }).nullable(),
      at: Moment,
    }),
    errors: ["games.not_found"],
  }),
  draws: query({
    for: "guest",
    says: "The draws of a lottery that take tickets now, the next one first.",
    trial: true,
    sharedForMs: 1_000,
    input: z.object({ gameCode: GameCode }),
    output: z.object({ list: z.array(z.object({ drawId: Id, number: z.string(), closesAt: Moment, drawsAt: Moment })), at: Moment }),
    errors: ["games.not_found"],
  }),
  desk: query({
    for: "operator",
    personal: false,
    says: "The draws of a lottery, the furthest ahead first, with what they took and paid.",
    input: PageInput.extend({ gameCode: GameCode }),
    output: page(DeskDraw),
    errors: ["games.not_found"],
  }),
  worst: query({
    for: "operator",
    personal: false,
    says: "What a draw of a lottery could cost: the numbers on which most could be won, what of each is taken and what it may come to, and all that is staked.",
    input: z.object({ drawId: Id }),
    output: z.object({
      /** A result's mark, such as `d=1-2-3`. */
      list: z.array(z.object({ key: z.string(), taken: Balance, cap: Balance })).max(WORST_MAX),
      staked: Balance,
      stakesMax: Balance,
    }),
    errors: ["draws.not_found"],
  }),
});
