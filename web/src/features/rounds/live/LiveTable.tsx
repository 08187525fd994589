import { formatAmount } from "@laro/contract/core/money";
import type { Room } from "@laro/contract/games";
import { TICKETS_MAX } from "@laro/contract/tables";
import type { Translator } from "@laro/locales/t";
import { Check } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { useT } from "../../../api/language.ts";
import type { GlyphName } from "../../../ui/art/glyphs.tsx";
import { groupThousands, Money, useCurrencySymbol } from "../../../ui/Money.tsx";
import { Celebration } from "../Celebration.tsx";
import { useRoomKeys } from "../roomKeys.ts";
import { ActButton, TableControls } from "../RoundControls.tsx";
import { StageFrame } from "../StageFrame.tsx";
import { ChipRack } from "../tables/Chip.tsx";
import { BetTools } from "../tables/BetTools.tsx";
import { CHIPS } from "../tables/chips.ts";
import { TableProvider, type TableView } from "../tables/Felt.tsx";
import { RulesButton } from "../tables/RulesButton.tsx";
import { RulesTerms } from "../tables/TableRules.tsx";
import { RulesPart } from "../RulesPart.tsx";
import { Countdown } from "./Countdown.tsx";
import { type LiveDesk, NONE } from "./desk.ts";
import { LiveStatus } from "./LiveStatus.tsx";
import { Crowd, DrawNote } from "./Shared.tsx";
import "../tables/tables.css";

export interface LiveTableProps<Result> {
  desk: LiveDesk<Result>;
  glyph: GlyphName;
  scene: "plaza" | "sea";
  nameSpot: (spot: string, t: Translator) => string;
  describe: (result: Result, t: Translator) => string;
  Rules: ComponentType<{ room: Room; onClose: () => void }>;
  /** The room of the same game for one player: its rules say the same. */
  base: string;
  tools?: ReactNode;
  /** What fell last, where it is a row. */
  strip?: ReactNode;
  stage: ReactNode;
  /** Where tickets decide: what is asked of me, and what the buttons and keys do meanwhile. */
  deciding?: Deciding | undefined;
  /** The felt, where it is not on the stage. */
  children?: ReactNode;
}

export interface Deciding {
  readonly asked: { readonly line: string | undefined; readonly fault: unknown };
  /** In the place of chips and confirmation; present while there is something to decide, or to wait for. */
  readonly controls: ReactNode;
  readonly keys: Readonly<Record<string, () => void>>;
}

/** The common room of live tables: chips are laid while bets are open, confirmed, and everybody sees the same draw. */
export function LiveTable<Result>(props: LiveTableProps<Result>) {
  const { desk, glyph, scene, nameSpot, describe, Rules, base, tools, strip, stage: shown, deciding, children } = props;
  const t = useT();
  const [isRulesOpen, setRulesOpen] = useState(false);
  const { room, state, chips, held, mine } = desk;
  const { act, isBare } = useAct(desk, deciding?.keys);
  const named = (spot: string): string => nameSpot(spot, t);
  const paid = mine?.paid ?? NONE;
  const view: TableView = { bets: chips.bets, held, isLocked: chips.isLocked, paid, nameSpot: named, lay: chips.lay, take: chips.take, onAct: act };
  return (
    <TableProvider value={view}>
      <StageFrame
        title={room.displayName}
        glyph={glyph}
        scene={scene}
        tools={
          <>
            <Countdown stage={desk.stage} phase={state?.phase ?? null} />
            {tools}
            <RulesButton onOpen={() => setRulesOpen(true)} />
          </>
        }
        controls={
          <>
            {deciding?.controls ?? <LiveControls desk={desk} onAct={act} />}
            <DrawNote state={state} />
          </>
        }
      >
        <div className="flex min-h-8 shrink-0 items-center justify-end gap-3">
          <div className="min-w-0 flex-1">{strip}</div>
          <Crowd sums={state?.sums ?? null} nameSpot={named} />
        </div>
        {shown}
        <LiveStatus desk={desk} isBare={isBare} say={(result) => describe(result, t)} asked={deciding?.asked} />
        {children !== undefined && <div className="live-felt">{children}</div>}
        {mine && <Celebration key={String(state?.phase?.drawId)} stake={mine.stake} win={mine.win} />}
        <LiveTerms desk={desk}>
          <RulesPart isOpen={isRulesOpen} onClose={() => setRulesOpen(false)}>
            <Rules room={{ ...room, gameCode: base }} onClose={() => setRulesOpen(false)} />
          </RulesPart>
        </LiveTerms>
      </StageFrame>
    </TableProvider>
  );
}

function LiveControls<Result>({ desk: { stage, chips, confirm, staked }, onAct }: { desk: LiveDesk<Result>; onAct: () => void }) {
  const t = useT();
  const isOpen = stage.name === "bets";
  const isUnanswered = confirm.open !== undefined && !confirm.isAsking;
  const action = (
    <ActButton
      label={t(isUnanswered ? "rounds.askAgain" : isOpen ? "rounds.live.confirm" : "rounds.live.closedShort")}
      note={<Money minor={chips.total} />}
      waiting={confirm.isAsking || (!isOpen && !isUnanswered)}
      onAct={onAct}
      icon={<Check />}
    />
  );
  const rack = <ChipRack chip={chips.chip} onChoose={chips.choose} />;
  return <TableControls total={staked + chips.total} chips={rack} tools={<BetTools chips={chips} />} action={action} />;
}

/** What the rules say of a table that many share. */
function LiveTerms<Result>({ desk: { room, state }, children }: { desk: LiveDesk<Result>; children: ReactNode }) {
  const t = useT();
  const symbol = useCurrencySymbol();
  const amount = (minor: bigint): string => `${symbol} ${groupThousands(formatAmount(minor))}`;
  const [minimum, maximum, member] = [room.stakeMin, room.stakeMax, state?.memberMax ?? room.stakeMax].map(amount);
  const terms = {
    limits: t("rounds.live.limits", { minimum: minimum!, maximum: maximum!, member: member!, tickets: TICKETS_MAX }),
    check: t("rounds.live.check"),
    keys: t("rounds.live.keys"),
  };
  return <RulesTerms value={terms}>{children}</RulesTerms>;
}

/** What the big button and the room's keys do. */
function useAct<Result>({ state, stage, chips, confirm }: LiveDesk<Result>, keys?: Deciding["keys"]): { readonly act: () => void; readonly isBare: boolean } {
  const [isBare, setBare] = useState(false);
  const act = (): void => {
    const phase = state?.phase;
    if (phase === null || phase === undefined || confirm.isAsking) return;
    const isOpen = stage.name === "bets";
    setBare(isOpen && chips.total === 0n && confirm.open === undefined);
    if (confirm.open !== undefined || (isOpen && chips.total > 0n)) confirm.buy(phase.drawId, chips.bets);
  };
  const numbers = Object.fromEntries(CHIPS.map((chip, at) => [String(at + 1), () => chips.choose(chip)]));
  useRoomKeys({ onAct: act, onKey: { z: chips.undo, x: chips.clear, d: chips.double, r: chips.rebet, ...numbers, ...keys } });
  return { act, isBare: isBare && chips.total === 0n && stage.name === "bets" };
}
