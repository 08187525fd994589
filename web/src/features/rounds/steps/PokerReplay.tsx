import type { PokerAction, PokerOutcome } from "@laro/contract/core/plays/steps";
import type { Round } from "@laro/contract/rounds";
import { useT } from "../../../api/language.ts";
import { RoundResult } from "../RoundResult.tsx";
import { GivenBack } from "./GivenBack.tsx";
import { PokerCards } from "./PokerCards.tsx";

/** What was dealt and held, and what it became. */
export function PokerReplay({ round: { id, stake, win, state, actions, outcome } }: { round: Round }) {
  const t = useT();
  if (state === "void") return <GivenBack />;
  const { dealt, cards, hand } = outcome as PokerOutcome;
  const held = (actions as PokerAction[])[0]?.held ?? 0;
  return (
    <div className="grid flex-1 content-center gap-3">
      <PokerCards cards={dealt} held={held} isOpen={false} />
      <PokerCards cards={cards} held={held} isOpen={false} />
      <p className="text-center font-display text-lg font-bold">{t("rounds.steps.hand", { hand })}</p>
      <RoundResult id={id} stake={stake} win={win} quiet />
    </div>
  );
}
