import { type ReactNode } from "react";
import { useRefusal } from "../../../api/faces.ts";
import { useT } from "../../../api/language.ts";
import { useCopyWords } from "../../../api/check.ts";
import { useApiQuery } from "../../../api/query.ts";
import { HowTo, PlainFact, ProofFact } from "../../../ui/Proof.tsx";
import { ButtonLink } from "../../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../../ui/Faces.tsx";
import { Skeleton } from "../../../ui/Loading.tsx";
import { tables } from "@laro/contract/tables";

/** The chain a table draws from, the promise of the draw under way, and how anybody checks it. */
export function ChainPanel({ gameCode }: { gameCode: string }): ReactNode {
  const t = useT();
  const refusal = useRefusal();
  const words = useCopyWords();
  const { data, error, refetch } = useApiQuery(tables.get, { series: gameCode });
  if (data === undefined && error !== null) return <RefusedState {...refusal({ error, refetch })} />;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const { chain, phase } = data;
  if (chain === null) return <EmptyState drawing="banca" text={t("rounds.live.still")} />;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 text-sm">
        <ProofFact label={t("rounds.live.anchor")} value={chain.anchor} words={words} />
        <ProofFact label={t("rounds.live.salt")} value={chain.salt} words={words} />
        <PlainFact label={t("rounds.live.saltSource")}>{chain.saltSource}</PlainFact>
        {phase !== null && (
          <>
            <PlainFact label={t("rounds.live.draw")} figures>
              {phase.number}
            </PlainFact>
            <PlainFact label={t("rounds.live.link")} figures>
              {phase.link}
            </PlainFact>
            <ProofFact label={t("rounds.commitment")} value={phase.commitment} words={words} />
            {phase.seed !== null && <ProofFact label={t("rounds.live.seed")} value={phase.seed} words={words} />}
          </>
        )}
      </dl>
      <HowTo title={t("seeds.how")} steps={[t("rounds.live.how1"), t("rounds.live.how2"), t("rounds.live.how3"), t("rounds.live.how4")]} />
      <ButtonLink to={`/fair?part=draw&series=${encodeURIComponent(gameCode)}`} tone="ghost" block>
        {t("fair.checkDraw")}
      </ButtonLink>
    </div>
  );
}
