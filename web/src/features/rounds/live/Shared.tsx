import { parseAmount } from "@laro/contract/core/money";
import { UsersRound } from "lucide-react";
import { useT } from "../../../api/language.ts";
import { Money } from "../../../ui/Money.tsx";
import type { LiveState } from "./told.ts";

const SHOWN_SPOTS = 3;
const ANCHOR_SHOWN = 12;

/** What all members laid on this draw: how many they are, in sum, and where most lies if spots have names. */
export function Crowd({ sums, nameSpot }: { sums: LiveState["sums"]; nameSpot?: (spot: string) => string }) {
  const t = useT();
  const spots = Object.entries(sums?.spots ?? {})
    .map(([spot, amount]) => ({ spot, minor: parseAmount(amount) ?? 0n }))
    .toSorted((one, other) => (one.minor < other.minor ? 1 : -1));
  const total = spots.reduce((sum, { minor }) => sum + minor, 0n);
  return (
    <div data-part="crowd" className="flex shrink-0 items-center gap-x-3 text-xs whitespace-nowrap text-muted">
      <span className="flex items-center gap-1.5">
        <UsersRound aria-hidden="true" className="size-4" />
        {t("rounds.live.members", { members: sums?.members ?? 0 })}
      </span>
      {total > 0n && <Money minor={total} className="font-semibold text-text" />}
      {nameSpot !== undefined &&
        spots.slice(0, SHOWN_SPOTS).map(({ spot, minor }) => (
          <span key={spot} className="max-xl:hidden">
            {nameSpot(spot)} <Money minor={minor} className="font-semibold" />
          </span>
        ))}
    </div>
  );
}

/** What a table is, and what proves it. */
export function DrawNote({ state }: { state: LiveState | undefined }) {
  const t = useT();
  const { phase = null, chain = null } = state ?? {};
  if (phase === null || chain === null) return null;
  return (
    <p data-part="note" className="shrink-0 text-center text-[0.6875rem] leading-4 text-balance text-muted">
      {t("rounds.live.animated", { link: phase.link, anchor: `${chain.anchor.slice(0, ANCHOR_SHOWN)}…` })}
    </p>
  );
}
