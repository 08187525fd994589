import { type ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Anchor } from "../../ui/Anchor.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { useSay } from "./games.ts";
import { useLastRounds } from "./rounds.api.ts";

const SKELETON_ROWS = 6;

/** The last rounds of this game; each opens its replay. */
export function RoundHistory({ gameCode }: { gameCode: string }): ReactNode {
  const t = useT();
  const say = useSay(gameCode);
  const refusal = useRefusal();
  const { data, error, refetch } = useLastRounds(gameCode);
  if (data === undefined && error !== null) return <RefusedState {...refusal({ error, refetch })} />;
  if (data === undefined)
    return (
      <div className="grid gap-2">
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <Skeleton key={row} className="h-13 w-full" />
        ))}
      </div>
    );
  if (data.list.length === 0) return <EmptyState drawing="banca" text={t("rounds.historyEmpty")} />;
  return (
    <div className="grid gap-3">
      <ul className="grid">
        {data.list.map(({ id, state, stake, win, choice, actions, outcome, at }) => (
          <li key={id} className="border-b border-line last:border-0">
            <Anchor
              to={`/room/${gameCode}?round=${id}`}
              className="-mx-2 flex items-center justify-between gap-3 rounded-sm px-2 py-2 transition hover:bg-text/6"
            >
              <span className="grid">
                <span className="figures font-medium">{state === "void" ? t("rounds.state.void") : say?.({ choice, actions, outcome }, t).outcome}</span>
                <DateTime at={at} shape="time" className="text-xs text-muted" />
              </span>
              <span className="grid text-end">
                <Money minor={win - stake} signed className="font-semibold" />
                <span className="text-xs text-muted">
                  {t("rounds.stake")} <Money minor={stake} />
                </span>
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
      <ButtonLink to="/member/personalHistoryCopy" tone="secondary" block>
        {t("rounds.allRounds")}
      </ButtonLink>
    </div>
  );
}
