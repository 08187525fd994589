import type { OutputOf } from "@laro/contract/core/endpoint";
import type { partners } from "@laro/contract/partners";
import { useState } from "react";
import { useCopyWords } from "../../api/check.ts";
import { useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { useFairness, useRotate } from "../../features/partners/partners.player.api.ts";
import { Button } from "../../ui/Button.tsx";
import { HowTo, PlainFact, ProofFact } from "../../ui/Proof.tsx";

const SEED_BYTES = 8;
/** Eight random bytes: a seed nobody else can have chosen. */
const randomSeed = (): string => Array.from(crypto.getRandomValues(new Uint8Array(SEED_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The promise in force for a partner's player, and its change, which shows the seed before. */
export function EmbedFairness({ token }: { token: string }) {
  const t = useT();
  const words = useCopyWords();
  const faultOf = useFault();
  const fairness = useFairness();
  const rotate = useRotate();
  const [shown, setShown] = useState<OutputOf<typeof partners.rotate>>();
  const commitment = shown?.commitment ?? fairness.data?.commitment;
  const error = rotate.error ?? fairness.error;
  return (
    <details
      className="rounded-md border border-line bg-card px-3.5 py-2.5 text-sm"
      onToggle={(event) => event.currentTarget.open && fairness.mutate({ token })}
    >
      <summary className="font-semibold">{t("rounds.fairness")}</summary>
      {commitment && (
        <dl className="mt-3 grid gap-2">
          <ProofFact label={t("seeds.commitment")} value={commitment.serverSeedHash} words={words} />
          <ProofFact label={t("seeds.mine")} value={commitment.clientSeed} words={words} />
          <PlainFact label={t("seeds.nextNonce")} figures>
            {commitment.nextNonce}
          </PlainFact>
          <ProofFact label={t("seeds.next")} value={commitment.nextServerSeedHash} words={words} />
          {shown && (
            <>
              <ProofFact label={t("seeds.revealed", { rounds: shown.revealed.rounds })} value={shown.revealed.serverSeed} words={words} />
              <ProofFact label={t("seeds.revealedHash")} value={shown.revealed.serverSeedHash} words={words} />
            </>
          )}
        </dl>
      )}
      {error !== null && <p className="mt-2 text-accent-text">{faultOf(error).text}</p>}
      <div className="mt-3 grid gap-3">
        <Button tone="secondary" size="sm" busy={rotate.isPending} onClick={() => rotate.mutate({ token, clientSeed: randomSeed() }, { onSuccess: setShown })}>
          {t("seeds.change")}
        </Button>
        <HowTo title={t("seeds.how")} steps={[t("seeds.how1"), t("seeds.how2"), t("seeds.how3"), t("seeds.how4")]} />
      </div>
    </details>
  );
}
