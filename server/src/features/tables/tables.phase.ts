import type { DrawPhase } from "@laro/contract/core/watching";
import type { z } from "zod";
import type { Draw } from "../../core/draws/draws.ts";
import type { Series } from "./tables.series.ts";

/** What a leader does next: open a draw that is scheduled, close it, let its tickets act, end their turn, draw it, pay it, or begin the next. */
export type Step = "open" | "close" | "act" | "turn" | "draw" | "pay" | "next";

interface Timed extends Pick<Draw, "state" | "opensAt" | "closesAt" | "drawsAt" | "drawnAt" | "result"> {
  /** When its flight ends, which only its leader knows, or its turn; present while it is acting. */
  readonly endsAt?: Date | undefined;
}

const after = (moment: Date, durationMs: number): Date => new Date(moment.getTime() + durationMs);

/** When the result of a drawn draw has been shown. It counts from when it was drawn: a late draw is shown as long as any. */
export const shownAt = ({ showMs }: Series, { drawnAt, result }: Timed): Date | null => (drawnAt === null ? null : after(drawnAt, showMs(result)));

/** When the next draw may open; a void draw makes nobody wait. */
export function nextAt(series: Series, draw: Timed): Date | null {
  const shown = shownAt(series, draw);
  if (draw.state === "void") return draw.opensAt;
  return shown && after(shown, series.resultMs);
}

/** What is due for a series whose newest draw is this one. Nothing is due twice: each step is taken from exactly the state it is due in. */
export function dueStep(series: Series, draw: Timed | undefined, now: Date): Step | undefined {
  const [step, at] = nextStep(series, draw);
  return at <= now ? step : undefined;
}

const ALWAYS = new Date(0);

function nextStep(series: Series, draw: Timed | undefined): readonly [Step, Date] {
  switch (draw?.state) {
    case undefined:
      return ["next", ALWAYS];
    case "scheduled":
      return ["open", draw!.opensAt];
    case "open":
      return ["close", draw!.closesAt];
    case "closed":
      return [series.acts === true ? "act" : "draw", draw!.drawsAt];
    case "acting":
      return [series.turnMs === undefined ? "draw" : "turn", draw!.endsAt!];
    case "drawn":
      return ["pay", shownAt(series, draw!)!];
    case "settled":
    case "void":
      return ["next", nextAt(series, draw!)!];
  }
}

/** A draw's versions count up through its states, and through its turns, of which no hand has so many. */
const places = { scheduled: 0, open: 1, closed: 2, acting: 3, drawn: 61, settled: 62, void: 63 } as const;
const PLACES = 64;

/** A draw as everybody may know it: its seed only once it is drawn. */
export function describePhase(series: Series, draw: Draw, now: Date): z.output<typeof DrawPhase> {
  return {
    drawId: draw.id,
    number: draw.number,
    link: draw.link,
    state: draw.state,
    opensAt: draw.opensAt.toISOString(),
    closesAt: draw.closesAt.toISOString(),
    drawsAt: draw.drawsAt.toISOString(),
    actsAt: draw.actsAt?.toISOString() ?? null,
    turn: describeTurn(series, draw),
    shownAt: shownAt(series, draw)?.toISOString() ?? null,
    nextAt: nextAt(series, draw)?.toISOString() ?? null,
    commitment: draw.commitment!.toString("hex"),
    seed: draw.seed?.toString("hex") ?? null,
    result: draw.result as Record<string, unknown> | null,
    version: draw.link * PLACES + places[draw.state] + (draw.state === "acting" ? (draw.shown?.turn ?? 0) : 0),
    at: now.toISOString(),
  };
}

/** The turn a draw is at; null before its turns and once its result is there. */
function describeTurn({ turnMs }: Series, { shown, turnUntil, state }: Draw): z.output<typeof DrawPhase>["turn"] {
  if (shown === null || turnMs === undefined || state !== "acting") return null;
  return { from: after(turnUntil!, -turnMs(shown)).toISOString(), until: turnUntil!.toISOString(), shown: { ...shown } };
}
