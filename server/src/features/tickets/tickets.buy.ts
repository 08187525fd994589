import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { Refusal, refuse } from "@laro/contract/core/errors";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import { LOTTERY_TICKETS_MAX, type tickets } from "@laro/contract/tickets";
import { rational } from "@laro/engines/engine";
import { findSpot, LINES_MAX, PICKS_MAX, type LotteryBets, type LotteryEngine } from "@laro/engines/lottery/lottery";
import { findLottery } from "@laro/engines/registry";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { checkStakeInForce, knowSetStakes } from "../../core/catalogue/stakes.ts";
import { knowDraw, type KnownDraw } from "../../core/draws/draws.ts";
import { release, reserve, type Full, type Reservation } from "../../core/exposures/exposures.ts";
import { checkMay } from "../../core/limits/gates.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import type { Ledger } from "../../core/wallet/ledger.ts";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getMainWalletId, isPosted } from "../../core/wallet/wallet.ts";
import type { Standing } from "../../platform/actor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Db } from "../../platform/db.ts";
import { contentDigest, requestedId } from "../../platform/ids.ts";
import type { Log } from "../../platform/log.ts";
import { asksOf, STAKES_KEY, unitLeft } from "./tickets.asks.ts";
import { limitsOf } from "./tickets.limits.ts";

/** Who buys, when and where. */
export interface Buyer {
  readonly db: Db;
  readonly database: Pick<Database, "begin">;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  readonly ledger: Ledger;
  readonly pack: JurisdictionPack;
  readonly now: Date;
  readonly accountId: bigint;
  readonly standing: Standing;
  readonly isAbroad: boolean;
  readonly session: string;
}

type Buy = InputOf<(typeof tickets)["buy"]>;

interface ReadTicket {
  readonly draw: KnownDraw;
  readonly engine: LotteryEngine<unknown>;
  readonly bets: LotteryBets;
  readonly stake: bigint;
}

/** Buys a ticket: reads the picks, holds what they can win against what a result may cost, then posts the stake; the ledger says whether it was in time. */
export async function buyTicket(buyer: Buyer, buy: Buy): Promise<OutputOf<(typeof tickets)["buy"]>> {
  const { db, accountId, session } = buyer;
  const read = await readTicket(buyer, buy);
  const { draw, bets, stake } = read;
  const walletId = await getMainWalletId(db, accountId);
  const ref = requestedId(buy.requestId, "round", String(accountId));
  const room = await makeRoom(buyer, read, { walletId, ref });
  const posted = await buyer.ledger
    .post({
      ref,
      walletId,
      contra: houseAccount(draw.gameId),
      kind: "bet",
      debitMinor: stake,
      creditMinor: 0n,
      session,
      digest: contentDigest(`${buy.gameCode} ${buy.drawId} ${JSON.stringify(bets)}`),
      ticket: { gameId: draw.gameId, drawId: draw.id, choice: bets },
    })
    .catch(async (error: unknown) => {
      // Its room is kept where the ticket may stand; the recount gives it back where it does not.
      if (!(error instanceof Refusal && error.code === "server.pending")) await giveBack(buyer, room);
      throw error;
    });
  if (posted.repeated) await giveBack(buyer, room);
  return {
    ticketId: posted.roundId!,
    gameCode: buy.gameCode,
    drawId: draw.id,
    number: draw.number,
    stake,
    bets,
    closesAt: draw.closesAt.toISOString(),
    drawsAt: draw.drawsAt.toISOString(),
    balance: posted.balanceMinor,
  };
}

/** Room that is not given back stands until the recount: whoever bought is answered all the same. */
async function giveBack({ database, log }: Buyer, room: Reservation | undefined): Promise<void> {
  if (room === undefined) return;
  await release(database, room).catch((error: unknown) => log.error({ fault: (error as Error).message }, "the room of a ticket was not given back"));
}

/** Takes the room a new ticket needs; undefined for one that was bought before its answer was lost, which is answered whenever it is asked for. */
async function makeRoom(
  { db, database, clock, pack, now }: Buyer,
  { draw, engine, bets, stake }: ReadTicket,
  { walletId, ref }: { walletId: bigint; ref: Parameters<typeof isPosted>[1] },
): Promise<Reservation | undefined> {
  const isLate = draw.closesAt <= now;
  const held = await countTickets(db, { walletId, drawId: draw.id });
  if ((isLate || held > 0) && (await isPosted(db, ref))) return undefined;
  // The ledger says so too; but no room is made for what comes late.
  if (isLate) refuse("draws.closed");
  if (held >= LOTTERY_TICKETS_MAX) refuse("tickets.too_many", { count: String(LOTTERY_TICKETS_MAX) });
  const limits = limitsOf(engine);
  const most = worstOf(engine, bets);
  const set = (await knowSetStakes(db)).get(draw.gameId);
  // What a ticket can win at most follows from its picks.
  checkStakeInForce({ engine: { ...engine, multipleOf: () => rational(most, stake) }, pack, set, stake, choice: bets, field: "bets" });
  if (most > limits.ticketWinMax) refuse("rounds.above_liability", { field: "bets", maximum: formatAmount((stake * limits.ticketWinMax) / most) });
  if (await isShort(db, { walletId, stake })) {
    // The money may have gone on this very ticket a moment ago.
    if (await isPosted(db, ref)) return undefined;
    refuse("wallet.insufficient_funds");
  }
  const reservation = { eventId: draw.id, asks: asksOf(engine, bets, limits) };
  const full = await reserve({ database, clock }, reservation);
  if (full !== undefined) refuseFull(engine, bets, full);
  return reservation;
}

function refuseFull(engine: LotteryEngine<unknown>, bets: LotteryBets, full: Full): never {
  if (full.key === STAKES_KEY) refuse("tickets.draw_full", { field: "bets" });
  const number = full.key.slice(full.key.indexOf("=") + 1);
  return refuse("tickets.number_full", { field: "bets", number, left: formatAmount(unitLeft(engine, bets, full)) });
}

/** The most a ticket can win at once, in minor units. */
function worstOf(engine: LotteryEngine<unknown>, bets: LotteryBets): bigint {
  const spots = Object.entries(bets).map(([spot, amount]) => {
    const { bet, pick } = findSpot(engine.lottery.bets, spot)!;
    return [spot, parseAmount(amount)! * BigInt(bet.linesOf(pick))] as const;
  });
  return engine.worstCase(Object.fromEntries(spots));
}

/** Whether the ledger would refuse a stake: it takes tickets from the main wallet and nothing else. What cannot be paid takes no room from others meanwhile. */
async function isShort(db: Db, { walletId, stake }: { walletId: bigint; stake: bigint }): Promise<boolean> {
  const wallet = await db.selectFrom("wallet").select("balance").where("id", "=", walletId).executeTakeFirst();
  return wallet !== undefined && wallet.balance < stake;
}

async function countTickets(db: Db, { walletId, drawId }: { walletId: bigint; drawId: bigint }): Promise<number> {
  const { count } = await db
    .selectFrom("open_round")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("draw_id", "=", drawId)
    .where("wallet_id", "=", walletId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Everything about a ticket but its money and its time. */
async function readTicket({ db, pack, now, standing, isAbroad }: Buyer, { gameCode, drawId, bets: given, cost }: Buy): Promise<ReadTicket> {
  const engine = findLottery(gameCode) ?? refuse("games.not_found", { field: "gameCode" });
  if (pack.closedGameTypes.includes(engine.gameType)) refuse("games.closed");
  checkMay("play", standing, { pack, now, isAbroad });
  const draw = await knowDraw(db, drawId);
  if (draw === undefined || !draw.rooted || draw.series !== gameCode || draw.gameId !== findGameByCode(gameCode)?.gameId)
    refuse("draws.not_found", { field: "drawId" });
  const bets = readBets(engine, given);
  const stake = engine.stakeOf(bets);
  if (stake !== cost) refuse("tickets.cost_differs", { field: "cost", cost: formatAmount(stake) });
  return { draw, engine, bets, stake };
}

/** The bets in one order, so that the same ticket is the same content; refused at the spot that is at fault. */
function readBets(engine: LotteryEngine<unknown>, given: Readonly<Record<string, string>>): LotteryBets {
  const entries = Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) refuse("rounds.choice_invalid", { field: "bets" });
  if (entries.length > PICKS_MAX) refuseLarge();
  let lines = 0;
  for (const [spot, amount] of entries) {
    const found = findSpot(engine.lottery.bets, spot) ?? refuse("tickets.pick_invalid", { field: "bets", token: spot });
    checkUnit(engine, amount);
    lines += found.bet.linesOf(found.pick);
  }
  if (lines > LINES_MAX) refuseLarge();
  const bets = Object.fromEntries(entries);
  // Whatever else the game would not read.
  if (!engine.parseChoice.safeParse(bets).success) refuse("rounds.choice_invalid", { field: "bets" });
  return bets;
}

const refuseLarge = (): never => refuse("tickets.too_large", { field: "bets", picks: String(PICKS_MAX), lines: String(LINES_MAX) });

function checkUnit({ lottery: { unitMin, unitMax, unitStep } }: LotteryEngine<unknown>, amount: string): void {
  const unit = parseAmount(amount);
  if (unit === undefined || unit % unitStep !== 0n) refuse("rounds.stake_step", { field: "bets", step: formatAmount(unitStep) });
  if (unit < unitMin) refuse("rounds.below_minimum", { field: "bets", minimum: formatAmount(unitMin) });
  if (unit > unitMax) refuse("rounds.above_maximum", { field: "bets", maximum: formatAmount(unitMax) });
}
