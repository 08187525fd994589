import type { SlotOutcome } from "@laro/contract/core/plays/slots";
import type { Round } from "@laro/contract/rounds";
import { useT } from "../../../api/language.ts";
import { RoundResult } from "../RoundResult.tsx";
import { JackpotTaken } from "./JackpotTaken.tsx";
import type { SlotGame } from "./slotGame.ts";
import { SlotReels } from "./SlotReels.tsx";
import { WinLines } from "./WinLines.tsx";

/** A spin shown again as it stopped. */
export function SlotReplay({ round: { id, stake, win, jackpot, outcome }, game }: { round: Round; game: SlotGame }) {
  const t = useT();
  const { stops } = outcome as SlotOutcome;
  return (
    <>
      <div className="flex min-h-44 flex-1 flex-col">
        <SlotReels game={game} stops={stops} motion="still" label={t("rounds.reels")}>
          <WinLines game={game} outcome={outcome as SlotOutcome} stake={stake} />
        </SlotReels>
      </div>
      <JackpotTaken jackpot={jackpot} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </>
  );
}
