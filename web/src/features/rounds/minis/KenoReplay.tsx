import type { KenoChoice, KenoOutcome } from "@laro/contract/core/plays/minis";
import type { Round } from "@laro/contract/rounds";
import { hitPays } from "@laro/engines/minis/keno";
import { useT } from "../../../api/language.ts";
import { RoundResult } from "../RoundResult.tsx";
import { HitPays } from "./HitPays.tsx";
import { KenoGrid } from "./KenoGrid.tsx";

/** A draw shown again: the picks, and the ten numbers that fell. */
export function KenoReplay({ round: { id, stake, win, choice, outcome } }: { round: Round }) {
  const t = useT();
  const { picks } = choice as KenoChoice;
  const { drawn, hits } = outcome as KenoOutcome;
  return (
    <>
      <KenoGrid picks={picks} drawn={drawn} locked />
      <HitPays pays={hitPays(picks.length)} hits={hits} label={t("rounds.kenoPays", { picks: picks.length })} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </>
  );
}
