import type { PokerAction, PokerView } from "@laro/contract/core/plays/steps";
import type { Room } from "@laro/contract/games";
import { useState } from "react";
import { useT } from "../../../api/language.ts";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton } from "../RoundControls.tsx";
import { PokerCards } from "./PokerCards.tsx";
import { PokerPays } from "./PokerPays.tsx";
import { StepsFrame } from "./StepsFrame.tsx";
import { useSteps } from "./steps.api.ts";

const STAKE_FIRST = 2_000n;
const CARDS = 5;
/** Five cards turned one after another. */
const SHOW_MS = 650;

export function PokerRoom({ room }: { room: Room }) {
  const t = useT();
  const [stake, setStake] = useState(STAKE_FIRST);
  const [hold, setHold] = useState({ of: "", held: 0 });
  const steps = useSteps<PokerView, PokerAction>(room, { showMs: () => SHOW_MS });
  const { round, isOpen, phase } = steps;
  const view = round?.view;
  const isFree = phase === "ready" && isOpen;
  // What was held in another round, or on another device, holds nothing here.
  const marked = hold.of === round?.id ? hold.held : 0;
  const held = isOpen ? marked : (view?.held ?? 0);
  const toggle = (index: number): void => {
    if (isFree && round !== undefined) setHold({ of: round.id, held: marked ^ (1 << index) });
  };
  const act = (): void => {
    if (!isOpen) steps.open(stake, {});
    else if (isFree) steps.act({ act: "draw", held: marked });
  };
  const keys = Object.fromEntries(Array.from({ length: CARDS }, (_, index) => [String(index + 1), () => toggle(index)]));
  useRoomKeys({ onAct: act, onKey: keys });
  const isShown = phase !== "showing" && view !== undefined;
  const says = view === undefined ? t("rounds.steps.pokerHint") : isOpen ? t("rounds.steps.pokerOpen") : "";
  return (
    <StepsFrame
      room={room}
      glyph="cards"
      scene="plaza"
      steps={steps}
      stake={stake}
      onStake={setStake}
      hint={says}
      action={<ActButton label={t(isOpen ? "rounds.steps.draw" : "rounds.steps.deal")} waiting={phase !== "ready"} onAct={act} />}
    >
      <PokerPays stake={isOpen && round !== undefined ? round.stake : stake} hand={isShown ? view.hand : undefined} />
      <PokerCards cards={view?.cards} held={held} onHold={toggle} isOpen={isFree} />
    </StepsFrame>
  );
}
