import { TEAM_DAYS_MAX } from "@laro/contract/teams";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { nowMs } from "../../api/clock.ts";
import { usePermission } from "../../api/permission.ts";
import { addDays, type DayPreset, dayIn, type DaySpan, readSpan, spanOf } from "../../ui/days.ts";

const ID = /^[1-9][0-9]{0,17}$/;

/** What a team page shows lives in its address: the days, whose level it is, and whatever narrows it. */
export function useTeamPlace(preset: DayPreset = "past7") {
  const { timeZone } = usePermission().jurisdiction;
  const [params, setParams] = useSearchParams();
  const [openedAt] = useState(nowMs);
  const today = dayIn(timeZone, openedAt);
  const asked = params.has("from") ? readSpan(params, today) : spanOf(preset, { today, to: today });
  const earliest = addDays(asked.to, 1 - TEAM_DAYS_MAX);
  const span: DaySpan = asked.from < earliest ? { from: earliest, to: asked.to } : asked;
  /** Leaves everything else as it is; `undefined` takes out. A step into another account can be taken back. */
  const change = (next: Readonly<Record<string, string | undefined>>) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [name, value] of Object.entries(next)) {
          if (value === undefined || value === "") changed.delete(name);
          else changed.set(name, value);
        }
        return changed;
      },
      { replace: !("of" in next) },
    );
  const read = (name: string): string | undefined => params.get(name) ?? undefined;
  const of = read("of") ?? "";
  return { span, today, id: ID.test(of) ? BigInt(of) : undefined, read, change, params };
}

export type TeamPlace = ReturnType<typeof useTeamPlace>;
