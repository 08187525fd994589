import type { CampaignLabel } from "@laro/contract/campaigns";
import type { Gift, Rule } from "@laro/contract/core/campaignRules";
import { type Board, type BoardPlace, PLACE_MAX } from "@laro/contract/leaderboards";
import { type ComponentType, useState } from "react";
import { FormFault } from "../../api/FormFault.tsx";
import { useRefusal } from "../../api/faces.ts";
import { useSpeech, useT } from "../../api/language.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { DateTime, formatManila } from "../../ui/DateTime.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { More } from "../../ui/More.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useBoards, useJoinBoard, useRank } from "./leaderboards.api.ts";

/** What the page knows of campaigns: how a gift and prizes are told, and a state. */
export interface BoardParts {
  readonly state: ComponentType<{ label: CampaignLabel }>;
  readonly gain: (gift: Gift) => string;
  readonly prizes: (rule: Pick<Rule, "prizes">) => readonly string[];
}

/** The boards, or the one of a code; one's own place stays in sight (PROMO-07). */
export function Boards({ code, ...parts }: BoardParts & { code?: string }) {
  const t = useT();
  const refusal = useRefusal();
  const asked = useBoards();
  if (asked.data === undefined) return asked.error ? <RefusedState {...refusal(asked)} /> : <Skeleton className="h-64 w-full" />;
  const list = asked.data.list.filter((board) => code === undefined || board.code === code);
  if (list.length === 0) return code === undefined ? <Panel title={t("leaderboards.title")}>{<EmptyState text={t("leaderboards.empty")} />}</Panel> : null;
  return (
    <div className="grid gap-5">
      {list.map((board) => (
        <OneBoard key={board.code} board={board} {...parts} />
      ))}
    </div>
  );
}

function OneBoard({ board, state: State, gain, prizes }: BoardParts & { board: Board }) {
  const { t, language } = useSpeech();
  const join = useJoinBoard();
  const [isOpen, setOpen] = useState(false);
  const { code, title, label, top, mine, members, endsAt, countedUpTo } = board;
  return (
    <Panel title={t("leaderboards.of", { title })} text={t("leaderboards.text", { at: formatManila(endsAt) })} aside={<State label={label} />}>
      <ul className="flex flex-wrap gap-2 text-sm">
        {prizes(board).map((prize) => (
          <li key={prize}>
            <Badge tone="primary" long>
              {prize}
            </Badge>
          </li>
        ))}
      </ul>
      {top.length === 0 ? <p className="text-sm text-muted">{t("leaderboards.nobody")}</p> : <Places list={top} gain={gain} />}
      {mine !== null && (
        <p className="flex flex-wrap justify-between gap-3 rounded-sm bg-primary/12 px-4 py-3 text-sm font-semibold">
          <span>
            {mine.place === null
              ? t(mine.score === 0n ? "leaderboards.noPlace" : "leaderboards.beyond", { most: PLACE_MAX })
              : t("leaderboards.mine", { place: mine.place, members })}
          </span>
          <Money minor={mine.score} />
        </p>
      )}
      <FormFault error={join.error} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-xs text-muted">
          {countedUpTo !== null && (
            <>
              {t("campaigns.countedUpTo")} <DateTime at={countedUpTo} shape="exact" />
            </>
          )}
        </span>
        <span className="flex flex-wrap gap-2">
          {top.length > 0 && (
            <Button tone="ghost" size="sm" onClick={() => setOpen(true)}>
              {t("leaderboards.all")}
            </Button>
          )}
          {label === "join" && (
            <Button size="sm" busy={join.isPending} onClick={() => join.mutate({ code, language })}>
              {t("leaderboards.join")}
            </Button>
          )}
        </span>
      </div>
      <Dialog open={isOpen} title={t("leaderboards.of", { title })} onClose={() => setOpen(false)} closeLabel={t("ui.close")}>
        {isOpen && <Ranks code={code} gain={gain} />}
      </Dialog>
    </Panel>
  );
}

function Ranks({ code, gain }: { code: string } & Pick<BoardParts, "gain">) {
  const t = useT();
  const refusal = useRefusal();
  const pages = useRank(code, { enabled: true });
  if (pages.first === undefined) return pages.error ? <RefusedState {...refusal(pages)} /> : <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid gap-3">
      <Places list={pages.rows} gain={gain} />
      <More {...pages} label={t("ui.more")} />
    </div>
  );
}

function Places({ list, gain }: { list: readonly BoardPlace[] } & Pick<BoardParts, "gain">) {
  const t = useT();
  return (
    <ol aria-label={t("leaderboards.title")} className="grid gap-1 text-sm">
      {list.map(({ place, name, score, gift, isMine }) => (
        <li
          key={place}
          className={cx("grid grid-cols-[2.5rem_1fr_auto] items-center gap-2 rounded-sm px-3 py-2", isMine ? "bg-primary/12 font-semibold" : "bg-text/4")}
        >
          <span className="figures text-muted">{place}</span>
          <span className="grid min-w-0">
            <span className="truncate">{isMine ? t("leaderboards.you", { name }) : name}</span>
            {gift !== null && <span className="text-xs text-primary-text">{gain(gift)}</span>}
          </span>
          <Money minor={score} />
        </li>
      ))}
    </ol>
  );
}
