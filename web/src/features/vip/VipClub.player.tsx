import type { ReactNode } from "react";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useVip } from "./vip.api.ts";
import { VipLevels } from "./VipLevels.player.tsx";
import { type PictureView, VipHostCard, VipStanding } from "./VipStanding.player.tsx";
import { LastVipWeek, VipWeeks } from "./VipWeeks.player.tsx";

/** The club as its member sees it; a trial account sees what anybody does. */
export function VipClub({ wheel, picture }: { wheel: ReactNode; picture: PictureView }) {
  const refusal = useRefusal();
  const asked = useVip();
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-96 w-full" />;
  const mine = asked.data;
  if (!mine.hasVip) return <VipTerms mine={undefined} />;
  return (
    <>
      <VipStanding mine={mine} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <LastVipWeek week={mine.lastWeek} />
        <div className="grid gap-4">
          <VipHostCard mine={mine} picture={picture} />
          {wheel}
        </div>
      </div>
      <VipWeeks />
      <VipTerms mine={mine.vipRankLevel} />
    </>
  );
}

const terms = ["counts", "never", "week", "bonus", "closed", "harm"] as const;

/** What is open to everybody: the levels and the terms. */
export function VipTerms({ mine }: { mine: number | undefined }) {
  const t = useT();
  return (
    <>
      <VipLevels mine={mine} />
      <Panel title={t("vip.terms")}>
        <ul className="grid list-disc gap-2 ps-5 text-sm text-muted">
          {terms.map((term) => (
            <li key={term}>{t("vip.term", { term })}</li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
