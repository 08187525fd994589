import type { DrawPhase } from "@laro/contract/core/watching";
import type { z } from "zod";
import type { Draw } from "../../core/draws/draws.ts";
import type { Series } from "./tables.series.ts";

/** What a leader does next: open a draw that is scheduled, close it, let it fly, draw it, pay it, or begin the next. */
export type Step = "open" | "close" | "fly" | "draw" | "pay" | "next";

interface Timed extends Pick<Draw, "state" | "opensAt" | "closesAt" | "drawsAt" | "drawnAt" | "result"> {
  /** When its flight ends, which only its leader knows; present where it flies. */
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
      return [series.flies === true ? "fly" : "draw", draw!.drawsAt];
    case "acting":
      return ["draw", draw!.endsAt!];
    case "drawn":
      return ["pay", shownAt(series, draw!)!];
    case "settled":
    case "void":
      return ["next", nextAt(series, draw!)!];
  }
}

const places = { scheduled: 0, open: 1, closed: 2, acting: 3, drawn: 4, settled: 5, void: 5 } as const;
const PLACES = 6;

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
    shownAt: shownAt(series, draw)?.toISOString() ?? null,
    nextAt: nextAt(series, draw)?.toISOString() ?? null,
    commitment: draw.commitment.toString("hex"),
    seed: draw.seed?.toString("hex") ?? null,
    result: draw.result as Record<string, unknown> | null,
    version: draw.link * PLACES + places[draw.state],
    at: now.toISOString(),
  };
}
