import { formatAmount } from "@laro/contract/core/money";
import { useT } from "../../../api/language.ts";
import { groupThousands, useCurrencySymbol } from "../../../ui/Money.tsx";
import { PlayFault } from "../PlayFault.tsx";
import { RoundResult } from "../RoundResult.tsx";
import type { LiveDesk } from "./desk.ts";

interface LiveStatusProps<Result> {
  desk: LiveDesk<Result>;
  isBare: boolean;
  say: (result: Result) => string;
  /** What is asked of me, and what was refused of it. */
  asked?: { readonly line: string | undefined; readonly fault: unknown } | undefined;
}

/** What is going on, in words: one line that a screen reader follows. */
export function LiveStatus<Result>({ desk, isBare, say, asked }: LiveStatusProps<Result>) {
  const { state, standing, mine, confirm } = desk;
  const isUnanswered = confirm.open !== undefined && !confirm.isAsking;
  return (
    <div role="status" className="relative z-50 flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-1 text-center sm:min-h-10">
      {standing !== undefined && (
        <>
          <span className="font-display font-bold">{say(standing)}</span>
          {mine && <RoundResult id={String(state?.phase?.drawId)} stake={mine.stake} win={mine.win} />}
        </>
      )}
      {asked?.line !== undefined && <p className="text-sm font-semibold">{asked.line}</p>}
      <Hint desk={desk} isBare={isBare} />
      <PlayFault fault={confirm.fault ?? asked?.fault} unanswered={isUnanswered} />
    </div>
  );
}

function Hint<Result>({ desk: { room, state, stage, notice, chips, staked, confirm, standing }, isBare }: { desk: LiveDesk<Result>; isBare: boolean }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const isOpen = stage.name === "bets";
  const lines = [
    state !== undefined && stage.name === "still" && t("rounds.live.still"),
    stage.name === "void" && t("rounds.live.void"),
    notice === "cleared" && !isOpen && standing === undefined && t("rounds.live.cleared"),
    isOpen && chips.isFull && t("rounds.tables.full", { limit: amount(room.stakeMax) }),
    isOpen && isBare && t("rounds.tables.bare"),
    staked > 0n && standing === undefined && t("rounds.live.held", { amount: amount(staked) }),
    isOpen && chips.total > 0n && !chips.isFull && t("rounds.live.unconfirmed"),
    isOpen && chips.total === 0n && staked === 0n && !isBare && confirm.fault === undefined && t("rounds.live.hint"),
    (stage.name === "locked" || stage.name === "turn" || stage.name === "showing") && staked === 0n && notice !== "cleared" && t("rounds.live.watching"),
  ].filter((line) => line !== false);
  return lines.map((line) => (
    <p key={line} className="text-sm text-muted">
      {line}
    </p>
  ));
}
