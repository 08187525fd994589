import type { Drawn, Slice, Ticket } from "@laro/contract/prizeDraws";
import { useState } from "react";
import { useRefusal } from "../../api/faces.ts";
import { FormFault } from "../../api/FormFault.tsx";
import { useT } from "../../api/language.ts";
import { Button } from "../../ui/Button.tsx";
import { RefusedState } from "../../ui/Faces.tsx";
import { Skeleton } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Draws } from "./Draws.player.tsx";
import { useDraw, useTickets, useWheel } from "./prizeDraws.api.ts";
import { TicketPromise } from "./TicketPromise.tsx";
import { colorOf, WheelFace } from "./WheelFace.tsx";
import { oneIn, turnedTo } from "./wheelShape.ts";

const TURNS = 5;

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

interface Wheel {
  readonly weights: number;
  readonly slices: readonly Slice[];
}

/** The VIP wheel: its odds for everybody, and for a member the tickets that wait. */
export function VipWheel({ isMember }: { isMember: boolean }) {
  const t = useT();
  const refusal = useRefusal();
  const wheel = useWheel();
  return (
    <Panel title={t("prizeDraws.title")} text={t("prizeDraws.text")}>
      {wheel.data === undefined ? (
        wheel.error ? (
          <RefusedState {...refusal(wheel)} />
        ) : (
          <Skeleton className="h-88 w-full" />
        )
      ) : isMember ? (
        <Mine wheel={wheel.data} />
      ) : (
        <Board wheel={wheel.data} angle={0} />
      )}
    </Panel>
  );
}

function Mine({ wheel }: { wheel: Wheel }) {
  const t = useT();
  const refusal = useRefusal();
  const tickets = useTickets("wheel");
  const [first] = tickets.data?.list ?? [];
  const { drawn, isTurning, angle, turn, rest, error, isAsking } = useTurn(wheel);
  const won = isTurning ? undefined : drawn?.points;
  return (
    <>
      <Board wheel={wheel} angle={angle} isTurning={isTurning} won={won} onRest={rest}>
        <div className="grid gap-3">
          {tickets.data && <p className="text-sm font-semibold">{t("prizeDraws.tickets", { count: tickets.data.count })}</p>}
          <p role="status" className="min-h-7 font-display text-lg font-bold text-win-text">
            {won !== undefined && t("prizeDraws.won", { points: won })}
          </p>
          {tickets.data === undefined && tickets.error && <RefusedState {...refusal(tickets)} />}
          {first === undefined ? (
            <p className="text-sm text-muted">{tickets.data && t("prizeDraws.none")}</p>
          ) : (
            <>
              <TicketPromise ticket={first} text={t("prizeDraws.promised")} />
              <Button size="lg" busy={isAsking} disabled={isTurning} onClick={() => turn(first)}>
                {t("prizeDraws.turn")}
              </Button>
            </>
          )}
          <FormFault error={error} />
        </div>
      </Board>
      <Draws draw="wheel" />
    </>
  );
}

function useTurn({ weights }: Wheel) {
  const draw = useDraw();
  const [angle, setAngle] = useState(0);
  const [isTurning, setTurning] = useState(false);
  const [drawn, setDrawn] = useState<Drawn>();
  const show = (next: Drawn): void => {
    setDrawn(next);
    const isAtRest = isStill();
    setTurning(!isAtRest);
    if (isAtRest) draw.shown();
    setAngle((from) => turnedTo({ stop: next.stop, weights, from, turns: TURNS }));
  };
  return {
    angle,
    isTurning,
    drawn,
    error: draw.error,
    isAsking: draw.isPending,
    rest: () => {
      setTurning(false);
      draw.shown();
    },
    turn: ({ id }: Ticket) => draw.mutate(id, { onSuccess: show }),
  };
}

interface BoardProps {
  wheel: Wheel;
  angle: number;
  isTurning?: boolean;
  won?: number | undefined;
  onRest?: (() => void) | undefined;
  children?: React.ReactNode;
}

/** The wheel, and beside it what it gives how often. */
function Board({ wheel: { slices, weights }, angle, isTurning = false, won, onRest, children }: BoardProps) {
  const t = useT();
  const byPoints = slices.toSorted((one, other) => other.points - one.points);
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <WheelFace
        slices={slices}
        weights={weights}
        angle={angle}
        isTurning={isTurning}
        won={won}
        onRest={onRest}
        label={t("prizeDraws.wheel", { count: slices.length })}
      />
      <div className="grid min-w-0 content-start gap-4">
        {children}
        <table className="w-full text-sm">
          <caption className="pb-1 text-start text-xs text-muted">{t("prizeDraws.odds")}</caption>
          <tbody>
            {byPoints.map(({ points, weight }) => (
              <tr key={points} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-semibold">
                  <span aria-hidden="true" className="me-2 inline-block size-3 rounded-sm align-[-1px]" style={{ background: colorOf(slices, points).fill }} />
                  {t("prizeDraws.points", { points })}
                </th>
                <td className="figures py-1.5 text-end text-muted">{t("prizeDraws.oneIn", { count: oneIn(weight, weights) })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
