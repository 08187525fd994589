import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { tournaments } from "@laro/contract/tournaments";
import { playForChips, seatEngine } from "@laro/engines/chips";
import { versionMark } from "@laro/engines/registry";
import { findGameByCode } from "../../core/catalogue/catalogue.ts";
import { checkGameOpen } from "../../core/catalogue/stops.ts";
import { type Gate, checkMay } from "../../core/limits/gates.ts";
import type { JurisdictionPack } from "../../core/settings/packs.ts";
import { streamOf } from "../../core/wallet/chance.ts";
import { randomClientSeed } from "../../core/wallet/seeds.ts";
import { checkMayStake } from "../../core/wallet/wallet.ts";
import type { Standing } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import { sparing, staleOnCommit } from "../../platform/live.ts";
import { describeRound, describeSeat, getTournament, lockSeat, openSeed, type RoundDetail, type SeatRow, type TournamentRow } from "./tournaments.ts";

const MS_PER_SECOND = 1_000;

/** Who plays, when and where. */
interface Player extends Gate {
  readonly accountId: bigint;
  readonly standing: Standing;
  /** Undefined in the demo world, where nobody plays from one. */
  readonly session?: string;
  readonly pack: JurisdictionPack;
  readonly keys: Keys;
  readonly timeZone: string;
}

type Play = Pick<InputOf<(typeof tournaments)["play"]>, "code" | "stake" | "choice" | "clientSeed">;

/**
 * Plays one round of a seat, under its lock: the game's own mathematics with the seat's seeds and the round's number, and no money anywhere. What closes play for money closes
 * this too. Refuses as the contract says.
 */
export async function playSeat(tx: Tx, player: Player, { code, stake, choice, clientSeed }: Play): Promise<OutputOf<(typeof tournaments)["play"]>> {
  const { accountId, standing, session, keys, now } = player;
  checkMay("play", standing, player);
  await checkMayStake(tx, player);
  const tournament = await getTournament(tx, code);
  const { state, startsAt, endsAt } = tournament;
  // Who is in goes on while a campaign is paused.
  if ((state !== "published" && state !== "paused") || startsAt > now || endsAt <= now) refuse("tournaments.not_open");
  const seat = (await lockSeat(tx, { id: tournament.id, accountId })) ?? refuse("tournaments.not_seated", { field: "code" });
  checkTurn(tournament, seat, now);
  if (BigInt(stake) > seat.chips) refuse("tournaments.chips_short", { field: "stake", chips: Number(seat.chips) });
  const engine = seatEngine(tournament.gameCode);
  if (player.pack.closedGameTypes.includes(engine.gameType)) refuse("games.closed");
  await checkGameOpen(tx, findGameByCode(tournament.gameCode)!.gameId);
  const read = engine.parseChoice.safeParse(choice);
  if (!read.success) refuse("rounds.choice_invalid", { field: "choice" });
  const [n, seed] = [seat.rounds + 1, seat.clientSeed ?? clientSeed ?? randomClientSeed()];
  const serverSeed = openSeed(keys, { id: tournament.id, accountId, sealed: seat.sealed });
  const played = { stake: BigInt(stake), choice: read.data, stream: streamOf({ serverSeed, clientSeed: seed }, BigInt(n)) };
  const { win, outcome } = playForChips(tournament.gameCode, played);
  const detail = { ...versionMark(engine), choice: read.data, outcome } as RoundDetail;
  const round = { n, stake: played.stake, win, detail, at: now };
  await tx
    .insertInto("tournament_round")
    .values({ ...round, campaign_id: tournament.id, account_id: accountId, detail: JSON.stringify(detail) })
    .execute();
  const after = { ...seat, chips: seat.chips - played.stake + win, rounds: n, clientSeed: seed };
  await tx
    .updateTable("tournament_seat")
    .set({ chips: after.chips, rounds: n, client_seed: seed, reached_at: now })
    .where("campaign_id", "=", tournament.id)
    .where("account_id", "=", accountId)
    .execute();
  // Whoever played has the seat in the answer: a list counts the seats of every tournament.
  staleOnCommit(tx, ["tournaments.list"], [session === undefined ? `member:${accountId}` : sparing(`member:${accountId}`, session)]);
  return { round: describeRound(round), seat: describeSeat({ keys, accountId, now }, tournament, after) };
}

/** Whether the seat's next round may be played now: within its rounds and at the game's pace. */
function checkTurn({ gameCode, rounds }: TournamentRow, seat: SeatRow, now: Date): void {
  if (seat.rounds >= rounds) refuse("tournaments.rounds_over", { rounds });
  const { cycleMs } = seatEngine(gameCode);
  const seconds = cycleMs / MS_PER_SECOND;
  if (seat.rounds > 0 && now.getTime() < seat.reachedAt.getTime() + cycleMs) refuse("rounds.too_soon", { seconds, retryAfter: Math.ceil(seconds) });
}
