import { Refusal, refuse } from "@laro/contract/core/errors";
import type { Round } from "@laro/contract/rounds";
import { validOf } from "@laro/engines/engine";
import { versionMark } from "@laro/engines/registry";
import { payJackpots } from "../../core/jackpots/hits.ts";
import { streamOf } from "../../core/wallet/chance.ts";
import type { Ledger } from "../../core/wallet/ledger.ts";
import { houseAccount, type Drawn, type Posted, type SeedInForce } from "../../core/wallet/posting.ts";
import { getBalances, type KeptPosting } from "../../core/wallet/wallet.ts";
import { crashPoint } from "../../platform/crash.ts";
import type { Platform } from "../../platform/routes.ts";
import { beginRound, type Play, type Table } from "./rounds.begin.ts";
import { waitUnplayed } from "./rounds.late.ts";
import { describeRound, getRound } from "./rounds.record.ts";

const ASK_AGAIN_AFTER_S = 1;

interface Playing extends Table {
  readonly ledger: Ledger;
  readonly platform: Pick<Platform, "database" | "clock" | "timeZone">;
  /** Nobody sees how long it takes: what plays nothing is answered at once. */
  readonly isUnwatched?: boolean;
}

/** After these the pace stands: the round may have been played, or its id was. */
const KEEP_PACE: readonly string[] = ["server.pending", "request.id_reused"];

/** Plays one round: checks the stake, the choice and the pace, then posts stake, outcome and win as one operation. What plays nothing is answered late, see `waitUnplayed`. */
export async function playRound({ ledger, platform, isUnwatched = false, ...table }: Playing, play: Play): Promise<Round & { balance: bigint }> {
  const beganAtMs = performance.now();
  const { game, engine, choice, walletId, ref, digest, played, takeBack } = await beginRound(table, play, "instant");
  const { db, accountId, session } = table;
  let drawn: { winMinor: bigint; detail: object; seedId: bigint; nonce: bigint; staysOpen: boolean } | undefined;
  const draw = (seed: SeedInForce, nonce: bigint): Drawn => {
    const { winMinor, outcome, staysOpen = false } = engine.play({ stakeMinor: play.stake, choice, stream: streamOf(seed, nonce) });
    drawn = { winMinor, detail: { ...versionMark(engine), choice, outcome }, seedId: seed.id, nonce, staysOpen };
    const validMinor = validOf(engine, { choice, stakeMinor: play.stake, winMinor });
    return { winMinor, staysOpen, detail: JSON.stringify(drawn.detail), ...(validMinor === play.stake ? {} : { validMinor }) };
  };
  const post = (): Promise<Posted> =>
    ledger.post({
      ref,
      walletId,
      contra: houseAccount(game.gameId),
      kind: "bet",
      debitMinor: play.stake,
      creditMinor: 0n,
      session,
      digest,
      round: { gameId: game.gameId, draw },
    });
  const posting = played === undefined ? post() : repeatOf(played, { digest, at: table.now });
  const posted = await posting.catch(async (error: unknown) => {
    if (!(error instanceof Refusal && KEEP_PACE.includes(error.code))) takeBack();
    if (!isUnwatched) await waitUnplayed(beganAtMs);
    throw error;
  });
  if (posted.repeated && !isUnwatched) await waitUnplayed(beganAtMs);
  // A repeated id answers the first outcome, whatever this call drew.
  if (posted.repeated || drawn === undefined || drawn.staysOpen)
    return getSettled({ platform, db, accountId, hasJackpot: engine.jackpot !== undefined }, posted);
  const { winMinor: win, staysOpen: _staysOpen, ...draught } = drawn;
  const round = { id: posted.roundId!, status: 1, stake: play.stake, win, ...draught, at: posted.at };
  return { ...describeRound(game, round), balance: posted.balanceMinor };
}

/** What the ledger would answer to an id that it holds. */
async function repeatOf({ roundId, balanceMinor, ...kept }: KeptPosting, { digest, at }: { digest: bigint; at: Date }): Promise<Posted> {
  if (kept.digest !== digest) refuse("request.id_reused");
  return { repeated: true, balanceMinor, roundId, at };
}

/** A round as it was settled. One that took a jackpot and is not paid yet is paid first; where that fails the round stands, and whoever asks again is answered. */
async function getSettled(
  { platform, db, accountId, hasJackpot }: Pick<Playing, "platform" | "db" | "accountId"> & { readonly hasJackpot: boolean },
  { roundId, balanceMinor }: Posted,
): Promise<Round & { balance: bigint }> {
  if (hasJackpot) {
    crashPoint("hit.after_commit");
    await payJackpots(platform).catch(() => refuse("server.pending", { retryAfter: ASK_AGAIN_AFTER_S }));
  }
  const round = await getRound(db, { accountId, id: roundId! });
  return { ...round, balance: round.jackpot === null ? balanceMinor : (await getBalances(db, accountId)).main };
}
