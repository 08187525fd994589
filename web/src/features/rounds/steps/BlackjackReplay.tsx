import type { BlackjackOutcome, BlackjackView } from "@laro/contract/core/plays/steps";
import type { Round } from "@laro/contract/rounds";
import { totalOf } from "@laro/engines/steps/blackjack.hands";
import { RoundResult } from "../RoundResult.tsx";
import { BlackjackTable } from "./BlackjackTable.tsx";
import { GivenBack } from "./GivenBack.tsx";

const viewOf = ({ dealer, hands, insurance }: BlackjackOutcome): BlackjackView => ({
  phase: "ended",
  dealer: { cards: dealer, ...totalOf(dealer) },
  hands: hands.map((hand) => ({ ...hand, ...totalOf(hand.cards) })),
  active: null,
  insurance,
});

/** The felt as it lay at the end. */
export function BlackjackReplay({ round: { id, stake, win, state, outcome } }: { round: Round }) {
  if (state === "void") return <GivenBack />;
  return (
    <div className="grid flex-1 content-center gap-3">
      <BlackjackTable view={viewOf(outcome as BlackjackOutcome)} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </div>
  );
}
