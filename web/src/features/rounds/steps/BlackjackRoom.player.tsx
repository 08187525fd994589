import type { BlackjackAct, BlackjackAction, BlackjackView } from "@laro/contract/core/plays/steps";
import type { Room } from "@laro/contract/games";
import { HANDS_MAX } from "@laro/engines/steps/blackjack";
import { valueOf } from "@laro/engines/steps/blackjack.hands";
import { bestAction } from "@laro/engines/steps/blackjack.odds";
import { Lightbulb } from "lucide-react";
import { useState } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton } from "../RoundControls.tsx";
import { BlackjackTable, DEALER_CARD_MS } from "./BlackjackTable.tsx";
import { StepsFrame } from "./StepsFrame.tsx";
import { useSteps } from "./steps.api.ts";

const STAKE_FIRST = 2_000n;
const KEYS = { hit: "H", stand: "S", double: "D", split: "P", insure: "Y", decline: "N" } as const satisfies Record<BlackjackAct, string>;
const PLAYS = ["hit", "stand", "double", "split"] as const;
const INSURES = ["insure", "decline"] as const;
const HINT = "bjHint";

/** The dealer's cards after the open one come one by one. */
const showMs = ({ dealer }: BlackjackView): number => (dealer.cards.length - 1) * DEALER_CARD_MS;

/** What basic strategy does where the round stands. */
function adviseOn(view: BlackjackView, may: (act: BlackjackAct) => boolean): BlackjackAct {
  const hand = view.active === null ? undefined : view.hands[view.active];
  if (hand === undefined) return "decline";
  return bestAction(hand.cards.map(valueOf), valueOf(view.dealer.cards[0]!), { double: may("double"), split: may("split"), handsMax: HANDS_MAX });
}

export function BlackjackRoom({ room }: { room: Room }) {
  const t = useT();
  const [stake, setStake] = useState(STAKE_FIRST);
  const [isAdvised, setAdvised] = useState(() => localStorage.getItem(HINT) === "on");
  const steps = useSteps<BlackjackView, BlackjackAction>(room, { showMs });
  const { round, isOpen, phase, asked } = steps;
  const isFree = phase === "ready" && isOpen;
  const may = (act: BlackjackAct): boolean => isFree && (round?.legal.some((action) => action.act === act) ?? false);
  const play = (act: BlackjackAct) => () => (may(act) ? steps.act({ act }) : undefined);
  const deal = (): void => (isOpen ? undefined : steps.open(stake, {}));
  const keys = Object.fromEntries([...PLAYS, ...INSURES].map((act) => [KEYS[act].toLowerCase(), play(act)]));
  useRoomKeys({ onAct: deal, onKey: keys });
  const toggle = (): void => {
    localStorage.setItem(HINT, isAdvised ? "off" : "on");
    setAdvised(!isAdvised);
  };
  const isInsurance = round?.view.phase === "insurance";
  const advised = isAdvised && isFree && round !== undefined ? adviseOn(round.view, may) : undefined;
  const action = isOpen ? (
    <ActRow acts={isInsurance ? INSURES : PLAYS} may={may} asked={asked?.act} advised={advised} onAct={(act) => play(act)()} />
  ) : (
    <ActButton label={t("rounds.steps.deal")} waiting={phase !== "ready"} onAct={deal} />
  );
  const hint = isOpen ? t(isInsurance ? "rounds.steps.insuranceAsk" : "rounds.steps.bjOpen") : t("rounds.steps.bjHint");
  return (
    <StepsFrame room={room} glyph="cards" scene="plaza" steps={steps} stake={stake} onStake={setStake} hint={hint} action={action}>
      <BlackjackTable view={round?.view} isShowing={phase === "showing"} />
      <label className="mx-auto -my-1 flex min-h-11 cursor-pointer items-center gap-2 text-sm text-muted">
        <input type="checkbox" checked={isAdvised} onChange={toggle} className="size-4.5 accent-[#ffb627]" />
        <Lightbulb aria-hidden="true" className="size-4" />
        {t("rounds.steps.strategy")}
      </label>
    </StepsFrame>
  );
}

interface ActRowProps {
  acts: readonly BlackjackAct[];
  may: (act: BlackjackAct) => boolean;
  asked: BlackjackAct | undefined;
  advised: BlackjackAct | undefined;
  onAct: (act: BlackjackAct) => void;
}

/** What can be done with the hand; what basic strategy would do is marked on request. */
function ActRow({ acts, may, asked, advised, onAct }: ActRowProps) {
  const t = useT();
  return (
    <div className={cx("grid gap-2", acts.length > 2 ? "grid-cols-4" : "grid-cols-2")}>
      {acts.map((act) => (
        <button
          key={act}
          type="button"
          aria-disabled={!may(act)}
          aria-keyshortcuts={KEYS[act]}
          onClick={() => onAct(act)}
          className={cx(
            "relative grid h-14 content-center justify-items-center rounded-md px-2 font-display font-extrabold transition sm:h-16 sm:min-w-24 sm:px-4",
            act === "hit" || act === "insure" ? "bg-action text-on-action hover:bg-action-hover" : "bg-white/90 text-[#1a1203] hover:bg-white",
            "aria-disabled:opacity-40",
            act === asked && "animate-pulse",
            act === advised && "ring-4 ring-[#2bd4a1]",
          )}
        >
          {t("rounds.steps.act", { act })}
          <kbd className="font-text text-xs font-semibold opacity-70 max-sm:hidden">{KEYS[act]}</kbd>
          {act === advised && (
            <>
              <Lightbulb aria-hidden="true" className="absolute -top-2 end-1 size-5 rounded-pill bg-[#2bd4a1] p-0.5 text-[#05231a]" />
              <span className="sr-only">{t("rounds.steps.advised")}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
