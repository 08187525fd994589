import type { BlackjackAct } from "@laro/contract/core/plays/steps";
import type { LiveBlackjackResult } from "@laro/contract/core/plays/tables";
import type { Room } from "@laro/contract/games";
import { isBust, isNatural, totalOf } from "@laro/engines/steps/blackjack.hands";
import { blackjackTable, MAIN_BET } from "@laro/engines/tables/blackjack";
import type { Translator } from "@laro/locales/t";
import { lazy } from "react";
import { useT } from "../../../api/language.ts";
import { cx } from "../../../ui/cx.ts";
import { isMotionReduced } from "../motion.ts";
import { BalanceBox, SessionLine } from "../RoundControls.tsx";
import { BlackjackTable } from "../steps/BlackjackTable.tsx";
import { Felt, Spot } from "../tables/Felt.tsx";
import { useLiveDesk } from "./desk.ts";
import { type LiveHand, useHand } from "./hand.ts";
import { LiveStrip } from "./LiveStrip.tsx";
import { type Deciding, LiveTable } from "./LiveTable.tsx";
import type { LiveState } from "./told.ts";
import "../steps/steps.css";

const Rules = lazy(() => import("./BlackjackRules.tsx").then((file) => ({ default: file.BlackjackRules })));

const KEYS = { hit: "H", stand: "S", double: "D", split: "P", insure: "I", decline: "N" } as const satisfies Record<BlackjackAct, string>;
const PLAYS = ["hit", "stand", "double", "split"] as const;
const INSURES = ["insure", "decline"] as const;
/** The dealer's cards come in the six seconds they are shown. */
const CARD_MS = 700;

const nameSpot = (_: string, t: Translator): string => t("rounds.live.bj.mainBet");

const sayDealer = ({ dealer }: LiveBlackjackResult, t: Translator): string => {
  const total = totalOf(dealer);
  return t("rounds.live.bj.result", { natural: isNatural(dealer) ? "yes" : "no", bust: isBust(total) ? "yes" : "no", total: String(total.total) });
};

/** The live blackjack table: everybody has the same two cards, each decides on their own. */
export function LiveBlackjack({ room }: { room: Room }) {
  const t = useT();
  const desk = useLiveDesk<LiveBlackjackResult>({ room, table: blackjackTable });
  const hand = useHand(desk);
  const items = desk.last.map((result, at) => {
    const total = totalOf(result.dealer);
    const [isOut, isBest] = [isBust(total), isNatural(result.dealer)];
    return {
      key: `${desk.last.length - at}`,
      label: sayDealer(result, t),
      text: isBest ? "BJ" : isOut ? t("rounds.live.bj.bust") : String(total.total),
      paint: cx(isOut ? "bg-[#0e7a5a] w-auto! px-2" : isBest ? "bg-[#8a4b00]" : "bg-[#8f1242]"),
    };
  });
  const stage = (
    <div className="grid min-h-0 flex-1 content-center gap-2">
      <BlackjackTable
        view={hand.view}
        isShowing={desk.stage.name === "showing" && !isMotionReduced()}
        cardMs={CARD_MS}
        chosen={hand.chosen}
        bet={<MainBet />}
        {...(hand.isMine || hand.view === undefined ? {} : { handName: t("rounds.live.bj.common") })}
      />
      <Chosen state={desk.state} />
    </div>
  );
  return (
    <LiveTable
      desk={desk}
      glyph="cards"
      scene="plaza"
      nameSpot={nameSpot}
      describe={sayDealer}
      Rules={Rules}
      base={room.gameCode}
      strip={<LiveStrip items={items} />}
      stage={stage}
      deciding={useDeciding(hand, desk.stage.name === "turn" && desk.tickets.length > 0)}
    />
  );
}

/** Where chips lie before the cards do: everybody has this one spot. */
function MainBet() {
  const t = useT();
  return (
    <Felt label={t("rounds.tables.felt")} first={MAIN_BET} className="grid w-full max-w-80 rounded-md border-2 border-[#ffe7ae]/55 bg-black/20 p-1">
      <Spot spot={MAIN_BET} chipClass="felt-chip-end" className="h-18 border border-[#ffe7ae]/40 sm:h-24">
        <span className="grid justify-items-center leading-tight">
          <span className="font-display text-xl font-extrabold text-[#fff3d6] sm:text-2xl">{nameSpot(MAIN_BET, t)}</span>
          <span className="figures text-xs text-white/75">{t("rounds.live.bj.pays")}</span>
        </span>
      </Spot>
    </Felt>
  );
}

/** What is asked of me in this turn, and the buttons and keys that answer it. */
function useDeciding(hand: LiveHand, isPlaying: boolean): Deciding | undefined {
  const t = useT();
  if (!isPlaying) return undefined;
  const { legal, asked, asks, chosen, decide, act } = hand;
  const isAsked = legal.length > 0;
  const hasChosen = chosen.some((one) => one !== undefined);
  const yours =
    asks === "insurance" ? t("rounds.steps.insuranceAsk") : asked === undefined ? t("rounds.live.bj.yours") : t("rounds.live.bj.yoursOf", { hand: asked });
  const waits = asks === "deal" ? t("rounds.live.bj.dealing") : hasChosen ? t("rounds.live.bj.decided") : t("rounds.live.bj.done");
  const acts = asks === "insurance" ? INSURES : PLAYS;
  return {
    asked: { line: isAsked ? yours : waits, fault: decide.fault },
    keys: Object.fromEntries([...PLAYS, ...INSURES].map((one) => [KEYS[one].toLowerCase(), () => act(one)])),
    controls: (
      <div className="grid gap-2 sm:gap-3">
        <div className="grid gap-2 sm:grid-cols-[auto_1fr] sm:gap-3">
          <BalanceBox />
          <div className={cx("grid gap-2 max-sm:order-first sm:ms-auto", acts.length > 2 ? "grid-cols-4" : "grid-cols-2")}>
            {acts.map((one) => (
              <ActKey key={one} act={one} may={legal.some((action) => action.act === one) && !decide.isAsking} onAct={() => act(one)} />
            ))}
          </div>
        </div>
        <SessionLine />
      </div>
    ),
  };
}

function ActKey({ act, may, onAct }: { act: BlackjackAct; may: boolean; onAct: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-disabled={!may}
      aria-keyshortcuts={KEYS[act]}
      onClick={may ? onAct : undefined}
      className={cx(
        "grid h-14 content-center justify-items-center rounded-md px-2 font-display font-extrabold transition aria-disabled:opacity-40 sm:h-16 sm:min-w-24 sm:px-4",
        act === "hit" || act === "insure" ? "bg-action text-on-action hover:bg-action-hover" : "bg-white/90 text-[#1a1203] hover:bg-white",
      )}
    >
      {t("rounds.steps.act", { act })}
      <kbd className="font-text text-xs font-semibold opacity-70 max-sm:hidden">{KEYS[act]}</kbd>
    </button>
  );
}

/** How many chose what in this turn, of all who play. */
function Chosen({ state }: { state: LiveState | undefined }) {
  const t = useT();
  const acts = Object.entries(state?.chosen?.acts ?? {});
  return (
    <ul aria-label={t("rounds.live.bj.chosen")} data-part="chosen" className="flex min-h-6 flex-wrap justify-center gap-2 text-xs text-muted">
      {acts.map(([act, count]) => (
        <li key={act} className="rounded-pill bg-black/45 px-2.5 leading-6">
          {t("rounds.steps.act", { act: act as BlackjackAct })} <span className="figures font-bold text-text">{count}</span>
        </li>
      ))}
    </ul>
  );
}
