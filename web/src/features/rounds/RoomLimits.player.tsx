import type { ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Money } from "../../ui/Money.tsx";
import { useMyLimits } from "./rounds.api.ts";

const NEAR_PERCENT = 80n;

/** How much of the player's own limits is used, with the way to change them. */
export function RoomLimits(): ReactNode {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useMyLimits();
  const toLimits = (
    <ButtonLink to="/member/securityCenter" tone="secondary" block>
      {t("rounds.toLimits")}
    </ButtonLink>
  );
  if (data === undefined && error !== null) return <RefusedState {...refusal({ error, refetch })} />;
  if (data === undefined) return <Skeleton className="h-16 w-full" />;
  if (data.list.length === 0) return <EmptyState text={t("rounds.limitsEmpty")} action={toLimits} />;
  return (
    <div className="grid gap-4">
      {data.list.map(({ kind, period, amount, used }) => (
        <div key={`${kind} ${period}`} className="rounded-md border border-line p-3.5">
          <Meter
            label={t("rounds.limit", { kind, period })}
            value={Number(used)}
            max={Number(amount)}
            tone={used * 100n >= amount * NEAR_PERCENT ? "accent" : "info"}
            text={
              <>
                <Money minor={used} /> / <Money minor={amount} />
              </>
            }
          />
        </div>
      ))}
      <p className="text-xs text-muted">{t("rounds.limitsWhy")}</p>
      {toLimits}
    </div>
  );
}
