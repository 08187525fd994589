import type { SicBoResult } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { sicBoTable } from "@laro/engines/tables/sic-bo";
import { ChartColumn, Dices } from "lucide-react";
import { lazy, useState } from "react";
import { useT } from "../../../api/language.ts";
import { Anchor } from "../../../ui/Anchor.tsx";
import { IconButton } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { useLastRounds } from "../rounds.api.ts";
import { ChipTable, useDesk } from "./ChipTable.tsx";
import { CountsDialog } from "./CountsDialog.tsx";
import { DiceStage, DROP_MS } from "./DiceStage.tsx";
import { nameSicBoSpot, sayDice3 } from "./saySpots.ts";
import { SicBoFelt } from "./SicBoFelt.tsx";
import type { Reveal } from "./useReveal.ts";

const SicBoRules = lazy(() => import("./SicBoRules.tsx").then((file) => ({ default: file.SicBoRules })));

const SMALL_MAX = 10;

export function SicBoTable({ room }: { room: Room }) {
  const t = useT();
  const [isCounting, setCounting] = useState(false);
  const desk = useDesk<SicBoResult>({ room, table: sicBoTable, lengthOf: () => DROP_MS });
  const tools = (
    <>
      <IconButton outlined label={t("rounds.tables.statistics")} onClick={() => setCounting(true)}>
        <ChartColumn />
      </IconButton>
      {isCounting && <TotalCounts gameCode={room.gameCode} onClose={() => setCounting(false)} />}
    </>
  );
  const stage = (
    <>
      <TotalStrip gameCode={room.gameCode} />
      <Dome reveal={desk.reveal} />
    </>
  );
  return (
    <ChipTable
      desk={desk}
      glyph="die"
      scene="plaza"
      verb="rounds.roll"
      icon={<Dices />}
      nameSpot={nameSicBoSpot}
      describe={sayDice3}
      tools={tools}
      Rules={SicBoRules}
      stage={stage}
    >
      <SicBoFelt />
    </ChipTable>
  );
}

/** The dice above their felt; on a phone they come over it while they fall. */
function Dome({ reveal: { result, isAsking, isShowing, isHurried } }: { reveal: Reveal<SicBoResult> }) {
  const isMoving = isAsking || isShowing;
  const motion = isHurried || !isMoving ? "still" : isAsking ? "shake" : "drop";
  return (
    <div
      className={cx(
        "min-h-0 place-items-center sm:grid sm:flex-1",
        isMoving ? "max-sm:absolute max-sm:inset-0 max-sm:z-40 max-sm:grid max-sm:rounded-md max-sm:bg-black/60" : "max-sm:hidden",
      )}
    >
      <DiceStage dice={result?.dice} motion={motion} className="max-h-56 max-sm:w-72 sm:h-full sm:min-h-36" />
    </div>
  );
}

interface Throw {
  readonly id: string;
  readonly total: number;
  readonly kind: "small" | "big" | "triple";
}

function useLastThrows(gameCode: string): readonly Throw[] {
  return (
    useLastRounds(gameCode).data?.list.map(({ id, outcome }) => {
      const { dice } = outcome as SicBoResult;
      const total = dice.reduce((sum, die) => sum + die, 0);
      return { id, total, kind: new Set(dice).size === 1 ? "triple" : total <= SMALL_MAX ? "small" : "big" };
    }) ?? []
  );
}

const paints = { small: "bg-[#1272c4]", big: "bg-[#c9184a]", triple: "bg-[#0a7454]" } as const;

function TotalStrip({ gameCode }: { gameCode: string }) {
  const t = useT();
  return (
    <ul aria-label={t("rounds.tables.last")} className="no-bar flex h-8 shrink-0 items-center gap-1 overflow-x-auto mask-r-from-[calc(100%-32px)] pe-8">
      {useLastThrows(gameCode).map(({ id, total, kind }) => (
        <li key={id} className="shrink-0">
          <Anchor
            to={`/room/${gameCode}?round=${id}`}
            aria-label={`${t("rounds.replay")}: ${total}`}
            className={cx("figures grid size-7 animate-fade place-items-center rounded-full text-xs font-bold text-white", paints[kind])}
          >
            {total}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

/** How often each total fell, and which share was small, big or a triple. */
function TotalCounts({ gameCode, onClose }: { gameCode: string; onClose: () => void }) {
  const t = useT();
  const throws = useLastThrows(gameCode);
  const count = (matches: (one: Throw) => boolean): number => throws.filter(matches).length;
  const groups = [
    ...(["small", "big", "triple"] as const).map((kind) => ({
      label: t("rounds.tables.sicBoSpot", { kind: kind === "triple" ? "anyTriple" : kind, rest: "" }),
      count: count((one) => one.kind === kind),
    })),
    { label: t("rounds.tables.odd"), count: count(({ total }) => total % 2 === 1) },
    { label: t("rounds.tables.even"), count: count(({ total }) => total % 2 === 0) },
  ];
  const fell = [...new Set(throws.map(({ total }) => total))].toSorted((one, other) => one - other);
  return (
    <CountsDialog rounds={throws.length} groups={groups} onClose={onClose}>
      <ul aria-label={t("rounds.tables.totals")} className="flex flex-wrap gap-2">
        {fell.map((total) => (
          <li key={total} className="figures flex items-center gap-1.5 rounded-pill bg-field px-2.5 py-1">
            <span className="font-display font-bold">{total}</span>
            <span className="text-muted">×{count((one) => one.total === total)}</span>
          </li>
        ))}
      </ul>
    </CountsDialog>
  );
}
