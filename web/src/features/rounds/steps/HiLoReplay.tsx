import type { HiLoAction, HiLoOutcome, HiLoView } from "@laro/contract/core/plays/steps";
import type { Round } from "@laro/contract/rounds";
import { PlayingCard } from "../cards/PlayingCard.tsx";
import { RoundResult } from "../RoundResult.tsx";
import { GivenBack } from "./GivenBack.tsx";
import { HiLoCards } from "./HiLoCards.tsx";

/** The row of cards with every guess. */
export function HiLoReplay({ round: { id, stake, win, state, actions, outcome } }: { round: Round }) {
  if (state === "void") return <GivenBack />;
  const { cards } = outcome as HiLoOutcome;
  const moves = (actions as HiLoAction[]).flatMap((action): HiLoView["moves"] =>
    action.act === "guess" ? [action.guess] : action.act === "skip" ? ["skip"] : [],
  );
  return (
    <div className="grid flex-1 content-center justify-items-center gap-4">
      <PlayingCard card={cards.at(-1) ?? 0} className="w-28" />
      <HiLoCards cards={cards} moves={moves} isLost={win === 0n} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </div>
  );
}
