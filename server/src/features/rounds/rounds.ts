import { Refusal } from "@laro/contract/core/errors";
import type { Round } from "@laro/contract/rounds";
import { validOf } from "@laro/engines/engine";
import { versionMark } from "@laro/engines/registry";
import type { Ledger } from "../../core/wallet/ledger.ts";
import { houseAccount, type Drawn, type SeedInForce } from "../../core/wallet/posting.ts";
import { beginRound, streamOf, type Play, type Table } from "./rounds.begin.ts";
import { describeRound, getRound } from "./rounds.record.ts";

/** Plays one round: checks the stake, the choice and the pace, then posts stake, outcome and win as one operation. */
export async function playRound({ ledger, ...table }: Table & { readonly ledger: Ledger }, play: Play): Promise<Round & { balance: bigint }> {
  const { game, engine, choice, walletId, ref, digest, takeBack } = await beginRound(table, play, "instant");
  const { db, accountId, session } = table;
  let drawn: { winMinor: bigint; detail: object; seedId: bigint; nonce: bigint } | undefined;
  const draw = (seed: SeedInForce, nonce: bigint): Drawn => {
    const { winMinor, outcome } = engine.play({ stakeMinor: play.stake, choice, stream: streamOf(seed, nonce) });
    drawn = { winMinor, detail: { ...versionMark(engine), choice, outcome }, seedId: seed.id, nonce };
    const validMinor = validOf(engine, { choice, stakeMinor: play.stake, winMinor });
    return { winMinor, detail: JSON.stringify(drawn.detail), ...(validMinor === play.stake ? {} : { validMinor }) };
  };
  const posting = ledger.post({
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
  const posted = await posting.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === "server.pending")) takeBack();
    throw error;
  });
  // A repeated id answers the first outcome, whatever this call drew.
  if (posted.repeated || drawn === undefined) return { ...(await getRound(db, { accountId, id: posted.roundId! })), balance: posted.balanceMinor };
  const { winMinor: win, ...draught } = drawn;
  const round = { id: posted.roundId!, status: 1, stake: play.stake, win, ...draught, at: posted.at };
  return { ...describeRound(game, round), balance: posted.balanceMinor };
}
