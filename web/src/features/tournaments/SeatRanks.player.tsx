import type { Gift } from "@laro/contract/core/campaignRules";
import { PLACE_MAX } from "@laro/contract/leaderboards";
import type { SeatPlace } from "@laro/contract/tournaments";
import { useRefusal } from "../../api/faces.ts";
import { useT } from "../../api/language.ts";
import { Count } from "../../ui/Count.tsx";
import { cx } from "../../ui/cx.ts";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import type { useSeatRank } from "./tournaments.api.ts";

interface RankProps {
  rank: ReturnType<typeof useSeatRank>;
  hasSeat: boolean;
  gain: (gift: Gift) => string;
}

/** The ranking, and one's own place below it whatever it is. */
export function SeatRanks({ rank, hasSeat, gain }: RankProps) {
  const t = useT();
  const refusal = useRefusal();
  const mine = rank.first?.mine ?? null;
  return (
    <Panel title={t("tournaments.rank")} text={t("tournaments.rankText")}>
      {rank.first === undefined ? (
        rank.error ? (
          <RefusedState {...refusal(rank)} />
        ) : (
          <Skeleton className="h-48 w-full" />
        )
      ) : (
        <>
          {rank.rows.length === 0 && <p className="text-sm text-muted">{t("leaderboards.nobody")}</p>}
          <Places list={rank.rows} gain={gain} />
          <More {...rank} label={t("ui.more")} />
          {hasSeat && (
            <p className="flex flex-wrap justify-between gap-3 rounded-sm bg-primary/12 px-4 py-3 text-sm font-semibold">
              <span>
                {mine === null
                  ? t("tournaments.noPlace")
                  : mine.place === null
                    ? t("leaderboards.beyond", { most: PLACE_MAX })
                    : t("tournaments.mine", { place: mine.place })}
              </span>
              {mine !== null && <Count of={mine.chips} />}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function Places({ list, gain }: { list: readonly SeatPlace[] } & Pick<RankProps, "gain">) {
  const t = useT();
  return (
    <ol aria-label={t("tournaments.rank")} className="grid gap-1 text-sm">
      {list.map(({ place, name, chips, rounds, gift, isMine }) => (
        <li
          key={place}
          className={cx("grid grid-cols-[2.5rem_1fr_auto] items-center gap-2 rounded-sm px-3 py-2", isMine ? "bg-primary/12 font-semibold" : "bg-text/4")}
        >
          <span className="figures text-muted">{place}</span>
          <span className="grid min-w-0">
            <span className="truncate">{isMine ? t("leaderboards.you", { name }) : name}</span>
            <span className="text-xs text-muted">{t("tournaments.roundCount", { rounds })}</span>
            {gift !== null && <span className="text-xs text-primary-text">{gain(gift)}</span>}
          </span>
          <Count of={chips} />
        </li>
      ))}
    </ol>
  );
}
