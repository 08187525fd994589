import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { Refusal, refuse } from "@laro/contract/core/errors";
import { formatAmount, parseAmount } from "@laro/contract/core/money";
import type { TableBets } from "@laro/contract/core/plays/tables";
import type { tables } from "@laro/contract/tables";
import type { SharedEngine } from "@laro/engines/engine";
import { spotMaximum } from "@laro/engines/tables/live";
import { checkStakeInForce, knowSetStakes, type SetStakes } from "../../core/catalogue/stakes.ts";
import { knowDraw, tableOf, type KnownDraw } from "../../core/draws/draws.ts";
import { addSpots, type Spots } from "../../core/draws/tally.ts";
import { checkMay } from "../../core/limits/gates.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { listLying } from "../../core/wallet/entries.ts";
import type { Ledger } from "../../core/wallet/ledger.ts";
import { houseAccount } from "../../core/wallet/posting.ts";
import { getMainWalletId, isPosted } from "../../core/wallet/wallet.ts";
import type { Standing } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { contentDigest, requestedId } from "../../platform/ids.ts";
import { findSeries, gameOf, ticketsMaxOf } from "./tables.series.ts";
import type { OpenStakes } from "./tables.stakes.ts";

/** Who bets, when and where. */
export interface Bettor {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly stakes: OpenStakes;
  readonly pack: JurisdictionPack;
  readonly now: Date;
  readonly accountId: bigint;
  readonly standing: Standing;
  readonly isAbroad: boolean;
  readonly session: string;
}

type Bet = InputOf<(typeof tables)["bet"]>;

/** Buys a ticket: checks the bets and what lies already, then posts the stake; the ledger says whether it was in time. A member's tickets go one after the other. */
export async function buyTicket(bettor: Bettor, bet: Bet): Promise<OutputOf<(typeof tables)["bet"]>> {
  const read = await readBet(bettor, bet);
  return bettor.stakes.inTurn(bettor.accountId, () => postTicket(bettor, bet, read));
}

async function postTicket({ db, ledger, pack, stakes, now, accountId, session }: Bettor, bet: Bet, { draw, table, choice, stake, set }: ReadBet) {
  const walletId = await getMainWalletId(db, accountId);
  const ref = requestedId(bet.requestId, "round", String(accountId));
  const spots = spotsOf(choice);
  const lying = await listLying(db, { walletId, drawId: draw.id });
  const laid = lying.map(({ state }) => spotsOf(state.choice as TableBets));
  const isLate = draw.closesAt <= now;
  // One that was bought before its answer was lost is answered whenever it is asked for.
  const isBought = (isLate || lying.length > 0) && (await isPosted(db, ref));
  if (!isBought) {
    // The ledger says so too; but no room is made for what comes late.
    if (isLate) refuse("draws.closed");
    checkStakeInForce({ engine: table, pack, set, stake, laid: laidOn(table, laid), choice, field: "bets" });
    refuseTooMuch(table, spots, laid);
  }
  const room = isBought ? undefined : await stakes.reserve(draw, table, { spots, lying: laid });
  const posted = await ledger
    .post({
      ref,
      walletId,
      contra: houseAccount(draw.gameId),
      kind: "bet",
      debitMinor: stake,
      creditMinor: 0n,
      session,
      digest: contentDigest(`${bet.series} ${bet.drawId} ${JSON.stringify(choice)}`),
      ticket: { gameId: draw.gameId, drawId: draw.id, choice },
    })
    .catch((error: unknown) => {
      // Its room is kept where the ticket may stand.
      if (!(error instanceof Refusal && error.code === "server.pending")) room?.giveBack();
      throw error;
    });
  if (posted.repeated) room?.giveBack();
  else room?.keep(accountId);
  return { id: posted.roundId!, series: bet.series, drawId: draw.id, number: draw.number, stake, bets: choice.bets, actions: [], balance: posted.balanceMinor };
}

interface ReadBet {
  readonly draw: KnownDraw;
  readonly table: SharedEngine<unknown, unknown>;
  readonly choice: TableBets;
  readonly stake: bigint;
  readonly set: SetStakes | undefined;
}

/** Everything about a ticket but its money and its time. */
async function readBet({ db, pack, now, standing, isAbroad }: Bettor, { series: code, drawId, bets }: Bet): Promise<ReadBet> {
  const series = findSeries(code) ?? refuse("games.not_found", { field: "series" });
  if (pack.closedGameTypes.includes("LIVE")) refuse("games.closed");
  checkMay("play", standing, { pack, now, isAbroad });
  const draw = await knowDraw(db, drawId);
  if (draw === undefined || draw.gameId !== gameOf(series).gameId) refuse("draws.not_found", { field: "drawId" });
  const table = tableOf(draw);
  const choice = table.parseChoice.safeParse({ bets });
  if (!choice.success) refuse("rounds.choice_invalid", { field: "bets" });
  const stake = table.stakeOf(choice.data);
  if (stake > table.stakeMax) refuse("rounds.above_maximum", { field: "bets", maximum: formatAmount(table.stakeMax) });
  return { draw, table, choice: choice.data as TableBets, stake, set: (await knowSetStakes(db)).get(draw.gameId) };
}

const spotsOf = ({ bets }: TableBets): Spots => Object.fromEntries(Object.entries(bets).map(([spot, amount]) => [spot, parseAmount(amount) ?? 0n]));

/** What a member's other tickets of a draw have staked; each of a flight's two stands for itself. */
const laidOn = (table: SharedEngine<unknown, unknown>, lying: readonly Spots[]): bigint =>
  table.flight !== undefined ? 0n : Object.values(addSpots({}, ...lying)).reduce((sum, amount) => sum + amount, 0n);

/** Refuses one ticket too many, and more on a spot than a member may stake on it with all their tickets; a flight's two tickets are bounded by their stakes. */
function refuseTooMuch(table: SharedEngine<unknown, unknown>, spots: Spots, lying: readonly Spots[]): void {
  const count = ticketsMaxOf(table);
  if (lying.length >= count) refuse("tables.too_many", { count: String(count) });
  if (table.flight !== undefined) return;
  const all = addSpots(spots, ...lying);
  for (const spot of Object.keys(spots)) {
    const maximum = spotMaximum(table, spot);
    if (all[spot]! > maximum) refuse("tables.above_spot", { spot, maximum: formatAmount(maximum) });
  }
}
