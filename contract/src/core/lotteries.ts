import { z } from "zod";
import { Id, Moment, Uuid } from "./ids.ts";
import { Amount, Balance } from "./money.ts";

/** The prize modes of the specification (ENTITY-55): LOTT are official results, ZY the house's own draws, ELOTT those of every minute, SEA those of the region. */
export const prizeModes = ["LOTT", "ZY", "ELOTT", "SEA"] as const;
export type PrizeMode = (typeof prizeModes)[number];
/** Where draws are held for. */
export const lottoAreas = ["PH", "SEA", "VN"] as const;
export type LottoArea = (typeof lottoAreas)[number];
/** What a lobby is opened in: a game type, or a vassalage of lotteries. */
export const launchModes = ["LOTT", "ELOTT", "TCG_SEA", "TCG_LOTTO_VN"] as const;

/** A lottery as a menu shows it, with the draw that takes tickets now. */
export const LotteryTile = z.object({
  gameCode: z.string(),
  displayName: z.string(),
  vassalage: z.string(),
  gameType: z.string(),
  nodeId: z.string(),
  /** Of the draw that can be bought now; null while none can. */
  number: z.string().nullable(),
  drawId: Id.nullable(),
  closesAt: Moment.nullable(),
  drawsAt: Moment.nullable(),
  /** What fell last; null before the first draw. */
  last: z.object({ number: z.string(), result: z.record(z.string(), z.unknown()) }).nullable(),
  unitMin: Amount,
  unitMax: Amount,
  /** Whether results are the house's own or those an authority published. */
  mode: z.enum(["house", "official"]),
  /** What a pool holds; null where a game has none. */
  pool: Amount.nullable(),
});
export type LotteryTile = z.infer<typeof LotteryTile>;

/** The unit a line on each spot, a spot being `betCode:pick` in normal form. */
export const LotterySpots = z.record(z.string().max(48).meta({ "x-text": "compared" }), z.string().max(12).meta({ "x-text": "compared" }));

/** A ticket of a lottery as its owner sees it. */
export const LotteryTicket = z.object({
  ticketId: Uuid,
  gameCode: z.string(),
  drawId: Id,
  number: z.string(),
  state: z.enum(["open", "settled", "void"]),
  stake: Amount,
  /** Null while it waits for its draw. */
  win: Balance.nullable(),
  at: Moment,
  bets: z.record(z.string(), z.string()),
  /** In the shape of its game; null while nothing fell. */
  result: z.record(z.string(), z.unknown()).nullable(),
  closesAt: Moment,
  drawsAt: Moment,
  drawnAt: Moment.nullable(),
});
export type LotteryTicket = z.infer<typeof LotteryTicket>;

/**
 * The text a ticket's leaf is made of; spots in the order of their code units, so that everybody writes the same. The leaf is
 * SHA-256(0x00 ‖ the 16 bytes of the ticket's id ‖ SHA-256 of this text).
 */
export const ticketText = ({
  gameCode,
  number,
  bets,
  cost,
}: {
  gameCode: string;
  number: string;
  bets: Readonly<Record<string, string>>;
  cost: string;
}): string => JSON.stringify({ gameCode, number, bets: Object.entries(bets).sort(([one], [other]) => (one < other ? -1 : 1)), cost });
