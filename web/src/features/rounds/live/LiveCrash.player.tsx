import { formatAmount } from "@laro/contract/core/money";
import type { CrashOutcome } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import type { Round } from "@laro/contract/rounds";
import { crashTable } from "@laro/engines/tables/crash";
import { useState } from "react";
import { useT } from "../../../api/language.ts";
import { Button } from "../../../ui/Button.tsx";
import { groupThousands, useCurrencySymbol } from "../../../ui/Money.tsx";
import { Celebration } from "../Celebration.tsx";
import { hundredths } from "../dice/sayDice.ts";
import { BalanceBox, SessionLine } from "../RoundControls.tsx";
import { RoundResult } from "../RoundResult.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { StageFrame } from "../StageFrame.tsx";
import { Countdown } from "./Countdown.tsx";
import { CrashRules } from "./CrashRules.tsx";
import { CashedList, CrashSlot } from "./CrashSlot.tsx";
import { CrashSky } from "./CrashSky.tsx";
import { type CrashDesk, useCrash, useElapsed } from "./flight.ts";
import { LiveStrip } from "./LiveStrip.tsx";
import { Crowd, DrawNote } from "./Shared.tsx";
import { togetherOf } from "./together.ts";

const flight = crashTable.flight!;
const STEP = 100n;
const [TWICE, TEN_TIMES] = [200, 1_000];
const paintOf = (point: number): string => (point < TWICE ? "bg-[#c9184a]" : point < TEN_TIMES ? "bg-[#0e7a5a]" : "bg-[#8a4b00]");

/** The live crash table: everybody sees the same flight, each cashes out their own tickets. */
export function LiveCrash({ room }: { room: Room }) {
  const t = useT();
  const [isRulesOpen, setRulesOpen] = useState(false);
  const desk = useCrash(room);
  const { state, stage, slots, points } = desk;
  const phase = state?.phase ?? null;
  const elapsedMs = useElapsed(stage.name === "flying" ? Date.parse(phase!.actsAt!) : undefined);
  const value = flight.valueAt(elapsedMs);
  const [first, second] = slots;
  const stepStake = (step: number): void => {
    const next = first.stake + BigInt(step) * STEP;
    if (first.ticket?.isOpen !== true && !first.isQueued && next >= room.stakeMin && next <= room.stakeMax) first.setStake(next);
  };
  useRoomKeys({ onAct: first.act, onStep: stepStake, onKey: { "1": first.act, "2": second.act } });
  const items = points.map((one, at) => ({
    key: `${points.length - at}`,
    label: `${hundredths(one)}×`,
    text: hundredths(one),
    paint: `${paintOf(one)} w-auto! px-2`,
  }));
  const tickets = slots.flatMap(({ ticket }) => (ticket === undefined || stage.name === "bets" ? [] : [ticket]));
  const both = togetherOf(tickets);
  return (
    <StageFrame
      title={room.displayName}
      glyph="rocket"
      scene="plaza"
      tools={
        <>
          <Countdown stage={stage} phase={phase} />
          <Button tone="secondary" onClick={() => setRulesOpen(true)}>
            {t("rounds.rules")}
          </Button>
        </>
      }
      controls={
        <div className="grid gap-2 sm:gap-3">
          <div className="grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-[1fr_1fr_auto]">
            <CrashSlot room={room} place={1} slot={first} stage={stage} value={value} />
            <CrashSlot room={room} place={2} slot={second} stage={stage} value={value} />
            <div className="max-lg:col-span-2">
              <BalanceBox />
            </div>
          </div>
          <SessionLine />
          <DrawNote state={state} />
        </div>
      }
    >
      <div className="mb-2 flex min-h-8 shrink-0 items-center justify-end gap-3">
        <div className="min-w-0 flex-1">
          <LiveStrip items={items} />
        </div>
        <Crowd sums={state?.sums ?? null} />
      </div>
      <div className="relative flex min-h-44 flex-1">
        <CrashSky {...skyOf(desk, { value, elapsedMs })} note={noteOf(desk, t)} />
        <CashedList list={state?.cashed?.list ?? []} />
      </div>
      <Said desk={desk} />
      {both.win > 0n && <Celebration key={String(both.win)} {...both} />}
      {isRulesOpen && <CrashRules room={room} onClose={() => setRulesOpen(false)} />}
    </StageFrame>
  );
}

/** What the picture shows: the flight, where it ended, or nothing yet. */
function skyOf({ state, stage, point }: CrashDesk, { value, elapsedMs }: { value: number; elapsedMs: number }) {
  if (stage.name === "flying") return { state: "flying", value, elapsedMs } as const;
  const isOver = stage.name === "showing" || stage.name === "standing" || (stage.name === "waiting" && point !== undefined);
  if (!isOver || point === undefined) return { state: "idle", value: state?.phase?.state === "open" ? 100 : undefined, elapsedMs: 0 } as const;
  return { state: "crashed", value: point, elapsedMs: flight.lastsMs({ point }) } as const;
}

function noteOf({ stage, point }: CrashDesk, t: ReturnType<typeof useT>): string | undefined {
  if (stage.name === "bets") return t("rounds.crash.takingBets");
  if (stage.name === "showing" || stage.name === "standing") return point === undefined ? undefined : t("rounds.crash.crashed");
  return stage.name === "still" ? t("rounds.live.still") : undefined;
}

/** What goes on, in one line that a screen reader follows; the value itself would never let it finish. */
function Said({ desk: { stage, slots, point } }: { desk: CrashDesk }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const tickets = slots.flatMap(({ ticket }) => (ticket === undefined ? [] : [ticket]));
  const isOver = stage.name === "showing" || stage.name === "standing";
  const lines = [
    isOver && point !== undefined && t("rounds.crash.crashedAt", { multiple: hundredths(point) }),
    ...(stage.name === "bets"
      ? []
      : tickets
          .filter(({ cashed = 0 }) => cashed > 0)
          .map(({ cashed, win }) => t("rounds.crash.cashedOut", { multiple: hundredths(cashed!), amount: amount(win) }))),
    isOver && tickets.length > 0 && tickets.every(({ cashed }) => cashed === 0) && t("rounds.lost"),
    stage.name === "flying" && tickets.length === 0 && t("rounds.live.watching"),
    stage.name === "bets" && tickets.length === 0 && t("rounds.crash.hint"),
    stage.name === "bets" && tickets.length > 0 && t("rounds.live.held", { amount: amount(tickets.reduce((sum, { stake }) => sum + stake, 0n)) }),
  ].filter((line) => line !== false);
  return (
    <div role="status" className="flex min-h-11 shrink-0 flex-wrap items-center justify-center gap-x-4 text-center text-sm text-muted sm:min-h-8">
      {[...new Set(lines)].map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** A flight shown again where it ended, and where this ticket left it. */
export function CrashReplay({ round: { id, stake, win, outcome } }: { round: Round }) {
  const t = useT();
  const { point, cashed } = outcome as CrashOutcome;
  const value = point ?? cashed;
  const note = cashed === undefined ? t("rounds.crash.notCashed") : t("rounds.crash.cashedAt", { multiple: hundredths(cashed) });
  return (
    <div className="flex min-h-60 flex-1 flex-col gap-3">
      <CrashSky value={value} elapsedMs={point === undefined ? 0 : flight.lastsMs({ point })} state={point === undefined ? "idle" : "crashed"} note={note} />
      <RoundResult id={id} stake={stake} win={win} quiet />
    </div>
  );
}
