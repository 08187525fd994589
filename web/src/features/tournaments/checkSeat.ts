import type { SeatGame } from "@laro/contract/core/campaignRules";
import type { Seat, SeatRound } from "@laro/contract/tournaments";
import { verifyChips } from "@laro/engines/chips";
import { digests } from "../../api/digests.ts";

/** Whether each round follows from the seat's seeds and its number, none is missing, and the server's seed is the one that was promised. */
export function isAsPlayed(gameCode: SeatGame, { serverSeed, serverSeedHash, clientSeed, played }: Seat, rounds: readonly SeatRound[]): boolean {
  if (serverSeed === null || clientSeed === null || rounds.length !== played) return false;
  const seeds = { serverSeed, serverSeedHash, clientSeed };
  return rounds.every(
    ({ stake, win, ...round }, at) =>
      round.n === played - at && verifyChips({ ...round, ...seeds, gameCode, stake: BigInt(stake), win: BigInt(win) }, digests) === "true",
  );
}
