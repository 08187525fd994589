import type { BingoOutcome } from "@laro/contract/core/plays/minis";
import type { Round } from "@laro/contract/rounds";
import { BALLS_DECIDING, BALLS_DRAWN } from "@laro/engines/minis/bingo";
import { RoundResult } from "../RoundResult.tsx";
import { BingoBalls, BingoCards } from "./BingoBoard.tsx";

/** A draw shown again: its balls and every card with its lines. */
export function BingoReplay({ round: { id, stake, win, outcome } }: { round: Round }) {
  const { balls, cards } = outcome as BingoOutcome;
  return (
    <>
      <BingoBalls balls={balls} count={BALLS_DRAWN} />
      <BingoCards cards={cards} balls={balls.slice(0, BALLS_DECIDING)} isWhole />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </>
  );
}
