import { formatAmount } from "@laro/contract/core/money";
import type { Room } from "@laro/contract/games";
import { type Key, useT } from "../../../api/language.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { groupThousands } from "../../../ui/Money.tsx";
import { PokerPays } from "./PokerPays.tsx";

/** How each game goes, what it pays and what of it counts, what its draws mean and which keys it has, in that order. */
const rules = {
  MINES: ["rounds.steps.minesRule", "rounds.steps.minesPays", "rounds.ruleSure", "rounds.steps.minesDraws", "rounds.steps.minesKeys"],
  HI_LO: ["rounds.steps.hiLoRule", "rounds.steps.hiLoPays", "rounds.ruleSure", "rounds.steps.hiLoDraws", "rounds.steps.hiLoKeys"],
  COIN_FLIP: ["rounds.steps.coinRule", "rounds.steps.coinPays", "rounds.steps.coinDraws", "rounds.steps.coinKeys"],
  BLACKJACK: ["rounds.steps.bjRule", "rounds.steps.bjPays", "rounds.steps.bjDraws", "rounds.steps.bjKeys"],
  VIDEO_POKER: ["rounds.steps.pokerRule", "rounds.steps.pokerPays", "rounds.steps.pokerDraws", "rounds.steps.pokerKeys"],
} as const satisfies Record<string, readonly Key[]>;

/** What the clock does to a round nobody plays on. */
const clocks = {
  MINES: "rounds.steps.clockTakes",
  HI_LO: "rounds.steps.clockTakes",
  COIN_FLIP: "rounds.steps.clockTakes",
  BLACKJACK: "rounds.steps.clockStands",
  VIDEO_POKER: "rounds.steps.clockHolds",
} as const satisfies Record<keyof typeof rules, Key>;

const returns = {
  MINES: "rounds.steps.returnAny",
  HI_LO: "rounds.steps.returnAny",
  COIN_FLIP: "rounds.steps.returnAlways",
  BLACKJACK: "rounds.steps.returnBest",
  VIDEO_POKER: "rounds.steps.returnBest",
} as const satisfies Record<keyof typeof rules, Key>;

const SECOND_MS = 1_000;

export function StepRules({ room, onClose }: { room: Room; onClose: () => void }) {
  const t = useT();
  const game = room.gameCode as keyof typeof rules;
  const short = (minor: bigint): string => groupThousands(formatAmount(minor));
  return (
    <Dialog open title={t("rounds.rulesOf", { game: room.displayName })} onClose={onClose} closeLabel={t("ui.close")} size="md">
      <div tabIndex={0} className="grid gap-3 rounded-sm text-sm leading-6 outline-offset-4">
        {rules[game].map((key) => (
          <p key={key}>{t(key)}</p>
        ))}
        {game === "VIDEO_POKER" && <PokerPays stake={room.stakeMin} hand={undefined} />}
        <p>{t(clocks[game])}</p>
        <p>{t("rounds.steps.check")}</p>
        <div className="grid gap-1 rounded-md border border-line bg-field p-4">
          <p>{t(returns[game], { percent: room.exactReturn })}</p>
          <p>{t("rounds.steps.largest", { multiple: room.maxWinMultiple })}</p>
          <p>
            {t("rounds.steps.limits", {
              minimum: short(room.stakeMin),
              maximum: short(room.stakeMax),
              step: short(room.stakeStep),
              seconds: room.cycleMs / SECOND_MS,
            })}
          </p>
        </div>
      </div>
    </Dialog>
  );
}
