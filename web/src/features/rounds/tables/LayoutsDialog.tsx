import { formatAmount } from "@laro/contract/core/money";
import { type Layout, layouts, LAYOUTS_MAX } from "@laro/contract/layouts";
import { Trash2 } from "lucide-react";
import { useApiCommand, useApiQuery, useFault } from "../../../api/query.ts";
import { useT } from "../../../api/language.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { RefusedState } from "../../../ui/Faces.tsx";
import { useRefusal } from "../../../api/faces.ts";
import { Skeleton } from "../../../ui/Loading.tsx";
import { Money } from "../../../ui/Money.tsx";
import { showToast } from "../../../ui/Toast.tsx";
import { betsOf, choiceOf } from "./chips.ts";
import { nameRouletteSpot } from "./saySpots.ts";
import type { Chips } from "./useChips.ts";

/** The felt whose layouts are kept: every roulette has the same. */
const GAME = "ROULETTE";
const NAMED_SPOTS = 4;
const places = Array.from({ length: LAYOUTS_MAX }, (_, at) => at + 1);

/** Fifteen places for bets that are laid often: what lies is kept in one, what is kept is laid again. */
export function LayoutsDialog({ chips, onClose }: { chips: Chips; onClose: () => void }) {
  const t = useT();
  const refusal = useRefusal();
  const { data, error, refetch } = useApiQuery(layouts.mine, { gameCode: GAME });
  return (
    <Dialog open title={t("rounds.tables.layouts")} onClose={onClose} closeLabel={t("ui.close")} size="sm">
      <p className="mb-3 text-sm text-muted">{t("rounds.tables.layoutsText")}</p>
      {data === undefined && error === null && <Skeleton className="h-60 w-full" />}
      {data === undefined && error !== null && <RefusedState {...refusal({ error, refetch })} />}
      {data !== undefined && (
        <ol className="grid gap-1.5">
          {places.map((place) => (
            <PlaceRow key={place} place={place} kept={data.list.find((one) => one.place === place)} chips={chips} onClose={onClose} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

interface PlaceRowProps {
  place: number;
  kept: Layout | undefined;
  chips: Chips;
  onClose: () => void;
}

function PlaceRow({ place, kept, chips, onClose }: PlaceRowProps) {
  const t = useT();
  const fault = useFault();
  const refused = { onError: (error: Error) => showToast(fault(error).text, "problem") };
  const keep = useApiCommand(layouts.keep, { stale: [layouts.mine] });
  const remove = useApiCommand(layouts.remove, { stale: [layouts.mine] });
  const spots = Object.keys(kept?.bets ?? {});
  const names = spots.slice(0, NAMED_SPOTS).map((spot) => nameRouletteSpot(spot, t));
  const more = spots.length - names.length;
  const lay = (): void => {
    chips.put(betsOf({ bets: kept!.bets }));
    onClose();
  };
  return (
    <li className="flex min-h-12 items-center gap-2 rounded-sm bg-field px-2 py-1 text-sm">
      <span className="figures w-6 shrink-0 text-end text-muted">{place}</span>
      {kept === undefined ? (
        <span className="min-w-0 flex-1 text-muted">{t("rounds.tables.layoutEmpty")}</span>
      ) : (
        <span className="min-w-0 flex-1">
          <span className="line-clamp-1">
            {names.join(", ")}
            {more > 0 && ` +${more}`}
          </span>
          <Money minor={kept.stake} className="text-xs text-muted" />
        </span>
      )}
      {kept !== undefined && (
        <>
          <Button onClick={chips.isLocked ? undefined : lay} aria-disabled={chips.isLocked} aria-label={t("rounds.tables.layoutLay", { place })}>
            {t("rounds.tables.layoutLayShort")}
          </Button>
          <IconButton label={t("rounds.tables.layoutRemove", { place })} onClick={() => remove.mutate({ gameCode: GAME, place }, refused)}>
            <Trash2 />
          </IconButton>
        </>
      )}
      {kept === undefined && chips.total > 0n && (
        <Button
          tone="secondary"
          aria-label={t("rounds.tables.layoutKeep", { place, amount: formatAmount(chips.total) })}
          onClick={() => keep.mutate({ gameCode: GAME, place, ...choiceOf(chips.bets) }, refused)}
        >
          {t("rounds.tables.layoutKeepShort")}
        </Button>
      )}
    </li>
  );
}
