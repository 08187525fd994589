import type { CoinAction, CoinOutcome, CoinSide } from "@laro/contract/core/plays/steps";
import type { Round } from "@laro/contract/rounds";
import { RoundResult } from "../RoundResult.tsx";
import { CoinFace } from "./Coin.tsx";
import { FallRow } from "./CoinRoom.player.tsx";
import { GivenBack } from "./GivenBack.tsx";

/** Every toss, beside what was called. */
export function CoinReplay({ round: { id, stake, win, state, actions, outcome } }: { round: Round }) {
  if (state === "void") return <GivenBack />;
  const { fell } = outcome as CoinOutcome;
  const guesses = (actions as CoinAction[]).flatMap((action): CoinSide[] => (action.act === "toss" ? [action.side] : []));
  return (
    <div className="grid flex-1 content-center justify-items-center gap-4">
      <CoinFace side={fell.at(-1) ?? "heads"} className="size-36" />
      <FallRow fell={fell} guesses={guesses} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </div>
  );
}
