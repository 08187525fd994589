import { Refusal } from "@laro/contract/core/errors";
import { packs } from "../core/settings/packs.ts";
import { houseAccount } from "../core/wallet/posting.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { Pace } from "../features/rounds/rounds.pace.ts";
import { playRound } from "../features/rounds/rounds.ts";
import { openStanding } from "../platform/actor.ts";
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { World } from "./world.ts";

/** A platform, and the moment of the bet. */
type Betting = Pick<World, "open"> & { readonly clock: Clock };

interface Roll {
  readonly stake: bigint;
  readonly target?: number;
  readonly requestId?: string;
}

/** Plays a round of dice as the platform does, at a pace of its own: for tests of what many rounds leave behind, where waiting out a cycle for each would tell nothing. */
export function rollDice({ open, clock }: Betting, accountId: bigint, { stake, target = 5_000, requestId }: Roll) {
  const { database, ledger, config } = open.platform;
  const now = clock.now();
  const table = {
    db: database.db,
    ledger,
    platform: open.platform,
    pace: new Pace(),
    pack: packs[config.pack],
    now,
    accountId,
    standing: openStanding,
    isAbroad: false,
  };
  return playRound(table, { requestId: requestId ?? newId(now), gameCode: "DICE", stake, choice: { target, side: "under" } });
}

/** Stakes so much in one round that counts and gives it all back. */
export async function stakeOnce(world: Betting, accountId: bigint, amount: bigint): Promise<void> {
  const placed = await placeBet(world, accountId, { stake: amount, win: amount });
  if (placed !== "played") throw new Error(`The stake was refused with ${placed}.`);
}

/** What a record can show of a bet that was not drawn. */
const DETAIL = JSON.stringify({ choice: { target: 5_000, side: "under" }, outcome: { roll: 0, multiplier: 198 } });

/** Places a bet whose outcome the test decides, without a session; answers the code of the refusal or that it was played. */
export async function placeBet(
  { open, clock }: Betting,
  accountId: bigint,
  { stake, win = 0n, validMinor, gameId = 1 }: { stake: bigint; win?: bigint; validMinor?: bigint; gameId?: number },
): Promise<string> {
  const { ledger, database } = open.platform;
  const now = clock.now();
  const posting = ledger.post({
    ref: newId(now),
    walletId: await getWalletId(database.db, { accountId, kind: "main" }),
    contra: houseAccount(gameId),
    kind: "bet",
    debitMinor: stake,
    creditMinor: 0n,
    digest: 0n,
    round: { gameId, draw: () => ({ winMinor: win, validMinor, detail: DETAIL }) },
  });
  return codeOf(posting);
}

/** The code of the refusal, or that a round was played. */
export const codeOf = (round: Promise<unknown>): Promise<string> =>
  round.then(
    () => "played",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
