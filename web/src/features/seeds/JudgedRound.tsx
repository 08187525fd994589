import { useT } from "../../api/language.ts";
import { useCopyWords, useDrawWords } from "../../api/check.ts";
import { DrawTable, JsonFact } from "../../ui/DrawTable.tsx";
import { Money } from "../../ui/Money.tsx";
import { ProofFact, Sign } from "../../ui/Proof.tsx";
import type { Judged } from "./claims.ts";
import { verdictWords } from "./RoundProof.player.tsx";

/** What a round's seeds make of it, step by step: promise, bytes, draws, outcome, win. */
export function JudgedRound({ judged: { verdict, isPromised, computed, claim } }: { judged: Judged }) {
  const t = useT();
  const words = useCopyWords();
  const drawWords = useDrawWords(claim.gameCode);
  const end = computed?.end;
  return (
    <div className="grid min-w-0 gap-4 text-sm">
      <div role="status" className="grid gap-2">
        {verdict !== undefined && <Sign isGood={verdict === "true"}>{t(verdictWords[verdict])}</Sign>}
        {isPromised !== undefined && verdict === undefined && <Sign isGood={isPromised}>{t(isPromised ? "fair.promised" : "seeds.seedDiffers")}</Sign>}
      </div>
      {computed !== undefined && (
        <>
          <dl className="grid gap-3">
            <ProofFact label={t("fair.key")} value={claim.serverSeed} words={words} />
            <ProofFact label={t("fair.message")} value={`${claim.clientSeed}:${claim.nonce}:0`} words={words} />
          </dl>
          <DrawTable draws={computed.draws} {...drawWords} />
          {end === undefined ? (
            <p className="text-muted">{t("fair.notOver")}</p>
          ) : (
            <>
              <JsonFact title={t("fair.outcome")} value={end.outcome} />
              <p className="flex flex-wrap gap-x-6 gap-y-1 font-semibold">
                <span>
                  {t("rounds.stake")} <Money minor={computed.stakeMinor} />
                </span>
                <span>
                  {t("rounds.paid")} <Money minor={end.winMinor} />
                </span>
              </p>
            </>
          )}
        </>
      )}
    </div>
  );
}
