import type { Winner } from "@laro/contract/winners";
import { useSearchParams } from "wouter";
import { useRefusal } from "../../api/faces.ts";
import { useSpeech, useT } from "../../api/language.ts";
import { useFault } from "../../api/query.ts";
import { TakenList } from "../../features/jackpots/TakenList.player.tsx";
import { useHide, useMyHiding, useWinnersOf } from "../../features/winners/winners.api.ts";
import { Chip } from "../../ui/AmountField.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { DateTime } from "../../ui/DateTime.tsx";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyState, RefusedState } from "../../ui/Faces.tsx";
import { LazyImage } from "../../ui/LazyImage.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Money } from "../../ui/Money.tsx";
import { useTitle } from "../../ui/title.ts";
import { showToast } from "../../ui/Toast.tsx";
import { usePlay } from "./play.ts";
import { useMember } from "./session.ts";
import { TitleBanner } from "./TitleBanner.tsx";

/** Who won what, day by day, out of the books; and the way to be left out of it. */
export function WinnersPage() {
  const t = useT();
  const { locale } = useSpeech().t;
  useTitle(t("winners.title"));
  const refusal = useRefusal();
  const [query, setQuery] = useSearchParams();
  const shown = useWinnersOf(query.get("day") ?? undefined);
  const { isFree, me } = useMember();
  const inWords = (day: string): string => new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  return (
    <div className="flex flex-col gap-6">
      <TitleBanner title={t("winners.title")} text={t("winners.text")} glyph="seven" />
      {isFree && me?.isTrial === false && <Hiding />}
      <TakenList />
      {shown.error && <RefusedState {...refusal(shown)} />}
      {shown.isPending && <Skeleton className="h-64 w-full" />}
      {shown.data && shown.data.days.length > 1 && (
        <div role="group" aria-label={t("winners.days")} className="flex flex-wrap gap-2">
          {shown.data.days.map((day) => (
            <Chip key={day} selected={day === shown.data.day} onPress={() => setQuery({ day })}>
              {inWords(day)}
            </Chip>
          ))}
        </div>
      )}
      {shown.data?.list.length === 0 && (
        <EmptyState drawing="banca" text={t("winners.empty")} action={<ButtonLink to="/bgs">{t("site.toGames")}</ButtonLink>} />
      )}
      {shown.data && shown.data.list.length > 0 && (
        <ol className="grid gap-2">
          {shown.data.list.map((row) => (
            <Row key={`${row.gameTime} ${row.nodeId} ${row.customerName}`} row={row} />
          ))}
        </ol>
      )}
      <p className="text-sm text-muted">{t("winners.mostLose")}</p>
    </div>
  );
}

function Row({ row: { customerName, gameName, iconUrl, winAmount, gameTime, nodeId } }: { row: Winner }) {
  const t = useT();
  const play = usePlay();
  return (
    <li>
      <button
        type="button"
        aria-label={`${t("games.play")}: ${gameName}`}
        onClick={() => play({ nodeId })}
        className="flex w-full items-center gap-4 rounded-md border border-line bg-raised p-2.5 pe-4 text-start transition hover:border-muted"
      >
        <span className="relative h-14 w-10.5 shrink-0 overflow-hidden rounded-sm bg-card">
          <LazyImage src={iconUrl} alt="" fallback={null} className="absolute inset-0 size-full object-cover" />
        </span>
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-semibold">{gameName}</span>
          <span className="truncate text-xs text-muted">
            {customerName} · <DateTime at={gameTime} shape="time" />
          </span>
        </span>
        <Money minor={winAmount} className="font-bold text-win-text" />
      </button>
    </li>
  );
}

function Hiding() {
  const t = useT();
  const faultOf = useFault();
  const mine = useMyHiding(true);
  const hide = useHide();
  return (
    mine.data && (
      <Checkbox
        label={t("winners.hideMe")}
        checked={hide.isPending ? hide.variables.hidden : mine.data.hidden}
        disabled={hide.isPending}
        onChange={(event) => hide.mutate({ hidden: event.target.checked }, { onError: (error) => showToast(faultOf(error).text, "problem") })}
      />
    )
  );
}
