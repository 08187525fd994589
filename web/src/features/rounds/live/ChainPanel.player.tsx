import { type ReactNode } from "react";
import { useRefusal } from "../../../api/faces.ts";
import { useT } from "../../../api/language.ts";
import { useApiQuery } from "../../../api/query.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { EmptyState, RefusedState } from "../../../ui/Faces.tsx";
import { Skeleton } from "../../../ui/Loading.tsx";
import { tables } from "@laro/contract/tables";

/** The chain a table draws from, the promise of the draw under way, and how anybody checks it. */
export function ChainPanel({ gameCode }: { gameCode: string }): ReactNode {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useApiQuery(tables.get, { series: gameCode });
  if (data === undefined && error !== null) return <RefusedState {...refusal({ error, refetch })} />;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const { chain, phase } = data;
  if (chain === null) return <EmptyState drawing="banca" text={t("rounds.live.still")} />;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 text-sm">
        <ChainFact label={t("rounds.live.anchor")} value={chain.anchor} />
        <ChainFact label={t("rounds.live.salt")} value={chain.salt} />
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t("rounds.live.saltSource")}</dt>
          <dd className="text-end font-semibold">{chain.saltSource}</dd>
        </div>
        {phase !== null && (
          <>
            <div className="flex justify-between gap-3">
              <dt className="text-muted">{t("rounds.live.draw")}</dt>
              <dd className="figures font-semibold">{phase.number}</dd>
            </div>
            <div className="flex justify-between gap-3">
              <dt className="text-muted">{t("rounds.live.link")}</dt>
              <dd className="figures font-semibold">{phase.link}</dd>
            </div>
            <ChainFact label={t("rounds.commitment")} value={phase.commitment} />
            {phase.seed !== null && <ChainFact label={t("rounds.live.seed")} value={phase.seed} />}
          </>
        )}
      </dl>
      <details className="rounded-md border border-line px-3.5 py-2.5 text-sm">
        <summary className="font-semibold">{t("seeds.how")}</summary>
        <ol className="mt-2 grid list-decimal gap-2 ps-5 leading-6 text-muted">
          <li>{t("rounds.live.how1")}</li>
          <li>{t("rounds.live.how2")}</li>
          <li>{t("rounds.live.how3")}</li>
          <li>{t("rounds.live.how4")}</li>
        </ol>
      </details>
    </div>
  );
}

function ChainFact({ label, value }: { label: string; value: string }) {
  const t = useT();
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="flex items-center gap-1.5">
        <code className="min-w-0 flex-1 truncate text-xs">{value}</code>
        <CopyButton text={value} label={`${t("ui.copy")}: ${label}`} copiedLabel={t("copy_success")} />
      </dd>
    </div>
  );
}
