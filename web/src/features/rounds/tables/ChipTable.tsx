import { formatAmount } from "@laro/contract/core/money";
import type { TableBets } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import type { SharedEngine } from "@laro/engines/engine";
import type { Translator } from "@laro/locales/t";
import { FastForward } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { type Key, useT } from "../../../api/language.ts";
import type { GlyphName } from "../../../ui/art/glyphs.tsx";
import { groupThousands, Money, useCurrencySymbol } from "../../../ui/Money.tsx";
import { Celebration } from "../Celebration.tsx";
import { PlayFault } from "../PlayFault.tsx";
import { type Play, type PlayedRound, usePlay } from "../rounds.api.ts";
import { ActButton, TableControls } from "../RoundControls.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { RoundResult } from "../RoundResult.tsx";
import { StageFrame } from "../StageFrame.tsx";
import { RulesPart } from "../RulesPart.tsx";
import { BetTools } from "./BetTools.tsx";
import { ChipRack } from "./Chip.tsx";
import { CHIPS, choiceOf } from "./chips.ts";
import { TableProvider, type TableView } from "./Felt.tsx";
import { paidBy } from "./paid.ts";
import { RulesButton } from "./RulesButton.tsx";
import { type Chips, useChips } from "./useChips.ts";
import { type Reveal, useReveal } from "./useReveal.ts";
import "./tables.css";

const LEAD_MS = 350;
const NONE: ReadonlyMap<string, bigint> = new Map();

/** A table as its room holds it: the round that is played, how it is shown, and the chips that lie. */
export interface Desk<Result> {
  readonly room: Room;
  readonly table: SharedEngine<TableBets, Result>;
  readonly play: Play;
  readonly reveal: Reveal<Result>;
  readonly chips: Chips;
  /** What fell in the round that stands; none while the next is on its way. */
  readonly standing: Result | undefined;
}

/** `lengthOf` says how long a result takes to be drawn. */
export function useDesk<Result>({
  room,
  table,
  lengthOf,
}: {
  room: Room;
  table: SharedEngine<TableBets, Result>;
  lengthOf: (result: Result, round: PlayedRound) => number;
}): Desk<Result> {
  const play = usePlay(room, { leadMs: LEAD_MS });
  const reveal = useReveal(play, lengthOf);
  const chips = useChips(room, play.phase !== "ready" && play.phase !== "resting");
  return { room, table, play, reveal, chips, standing: reveal.settled === undefined ? undefined : reveal.result };
}

export interface ChipTableProps<Result> {
  desk: Desk<Result>;
  glyph: GlyphName;
  scene: "plaza" | "sea";
  /** What the big button does, in a word, and its picture. */
  verb: Key;
  icon: ReactNode;
  nameSpot: (spot: string, t: Translator) => string;
  /** What fell, in words. */
  describe: (result: Result, t: Translator) => string;
  tools?: ReactNode;
  Rules: ComponentType<{ room: Room; onClose: () => void }>;
  /** Above the status line: what shows the result. */
  stage: ReactNode;
  /** Below it: where the chips lie. */
  children: ReactNode;
}

/** The common room of all tables: chips are laid on a felt, and one press plays them all. */
export function ChipTable<Result>({ desk, glyph, scene, verb, icon, nameSpot, describe, tools, Rules, stage, children }: ChipTableProps<Result>) {
  const t = useT();
  const { room, table, play, reveal, chips } = desk;
  const [isRulesOpen, setRulesOpen] = useState(false);
  const { act, isBare } = useAct(desk);
  const isRunning = play.phase === "asking" || play.phase === "showing";
  const action = (
    <ActButton
      label={t(isRunning ? "rounds.stop" : play.phase === "unanswered" ? "rounds.askAgain" : verb)}
      waiting={play.phase === "resting" || reveal.isHurried}
      onAct={act}
      icon={isRunning ? <FastForward /> : icon}
      note={<Money minor={chips.total} />}
    />
  );
  const rack = <ChipRack chip={chips.chip} onChoose={chips.choose} />;
  const paid = reveal.settled === undefined ? NONE : paidBy(table, reveal.settled);
  const view: TableView = {
    bets: chips.bets,
    isLocked: chips.isLocked,
    paid,
    nameSpot: (spot) => nameSpot(spot, t),
    lay: chips.lay,
    take: chips.take,
    onAct: act,
  };
  return (
    <TableProvider value={view}>
      <StageFrame
        title={room.displayName}
        glyph={glyph}
        scene={scene}
        tools={
          <>
            {tools}
            <RulesButton onOpen={() => setRulesOpen(true)} />
          </>
        }
        controls={<TableControls total={chips.total} chips={rack} tools={<BetTools chips={chips} />} action={action} />}
      >
        {stage}
        <TableStatus desk={desk} isBare={isBare} say={(result) => describe(result, t)} />
        {children}
        {reveal.settled && <Celebration key={reveal.settled.id} stake={reveal.settled.stake} win={reveal.settled.win} />}
        <RulesPart isOpen={isRulesOpen} onClose={() => setRulesOpen(false)}>
          <Rules room={room} onClose={() => setRulesOpen(false)} />
        </RulesPart>
      </StageFrame>
    </TableProvider>
  );
}

/** What the big button and the room's keys do. */
function useAct<Result>({ play, reveal, chips }: Desk<Result>): { readonly act: () => void; readonly isBare: boolean } {
  const [isBare, setBare] = useState(false);
  const act = (): void => {
    if (play.phase === "asking" || play.phase === "showing") return reveal.hurry();
    setBare(chips.total === 0n && play.phase === "ready");
    if (chips.total > 0n || play.phase === "unanswered") play.start(chips.total, choiceOf(chips.bets));
  };
  const numbers = Object.fromEntries(CHIPS.map((chip, at) => [String(at + 1), () => chips.choose(chip)]));
  useRoomKeys({ onAct: act, onKey: { z: chips.undo, x: chips.clear, d: chips.double, r: chips.rebet, ...numbers } });
  return { act, isBare: isBare };
}

function TableStatus<Result>({
  desk: { room, play, chips, standing, reveal },
  isBare,
  say,
}: {
  desk: Desk<Result>;
  isBare: boolean;
  say: (result: Result) => string;
}) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const { settled } = reveal;
  const hint = chips.isFull
    ? t("rounds.tables.full", { limit: `${symbol} ${groupThousands(formatAmount(room.stakeMax))}` })
    : isBare
      ? t("rounds.tables.bare")
      : settled === undefined && play.fault === undefined
        ? t("rounds.tables.hint")
        : undefined;
  return (
    <div role="status" className="flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-1 sm:min-h-10">
      {settled && standing !== undefined && !chips.isFull && (
        <>
          <span className="font-display font-bold">{say(standing)}</span>
          <RoundResult id={settled.id} stake={settled.stake} win={settled.win} />
        </>
      )}
      {!chips.isLocked && hint !== undefined && <p className="text-center text-sm text-muted">{hint}</p>}
      <PlayFault fault={play.fault} unanswered={play.phase === "unanswered"} />
    </div>
  );
}
