import type { BlackjackAct, BlackjackView } from "@laro/contract/core/plays/steps";
import type { LiveBlackjackAction, LiveBlackjackOutcome, LiveBlackjackResult, LiveBlackjackShown, TableBets } from "@laro/contract/core/plays/tables";
import type { Round } from "@laro/contract/rounds";
import type { Ticket } from "@laro/contract/tables";
import { totalOf } from "@laro/engines/steps/blackjack.hands";
import { blackjackTable, seeTicket } from "@laro/engines/tables/blackjack";
import type { LiveDesk } from "./desk.ts";
import { type Decide, useDecide } from "./live.api.ts";

type Act = LiveBlackjackAction;

/** My part in the hand of all, or what anybody sees of it. */
export interface LiveHand {
  readonly view: BlackjackView | undefined;
  readonly isMine: boolean;
  /** What I chose for each hand in this turn. */
  readonly chosen: readonly (BlackjackAct | undefined)[];
  /** What may be chosen for the hand that is asked about. */
  readonly legal: readonly Act[];
  /** Which of two hands is asked about, from 1. */
  readonly asked: number | undefined;
  readonly asks: LiveBlackjackShown["asks"] | undefined;
  readonly decide: Decide;
  readonly act: (act: BlackjackAct) => void;
}

const NOTHING = { doubled: false, result: null, win: null, stake: "0.00" } as const;
const dealt = (cards: readonly number[]) => ({ cards: [...cards], ...totalOf(cards) });

type Seen = ReturnType<typeof seeTicket>;

/** My ticket in a turn. What I decided elsewhere may be known here before the turn it was decided in. */
const seeBy = (shown: LiveBlackjackShown, { bets, actions }: Ticket): Seen =>
  seeTicket({ bets: { bets } as TableBets, actions: actions.filter((action) => Number(action["turn"]) <= shown.turn), shown });

/** The felt in a turn: my own hands, or the one of whoever went on taking cards. */
function viewTurn(shown: LiveBlackjackShown, mine: Seen | undefined): BlackjackView {
  const [first, second] = shown.hand;
  // Somebody split: what came lies on two hands.
  const common =
    shown.second.length > 0
      ? [
          [first!, ...shown.cards],
          [second!, ...shown.second],
        ]
      : [[...shown.hand, ...shown.cards]];
  const hands = mine?.hands ?? common.map((cards) => ({ ...NOTHING, ...dealt(cards) }));
  const insurance = mine?.insurance ? { stake: mine.insurance, win: null } : null;
  return {
    phase: shown.asks === "insurance" ? "insurance" : "hands",
    dealer: dealt([shown.up]),
    hands: [...hands],
    active: mine?.legal[0]?.hand ?? null,
    insurance,
  };
}

/** The felt at the end: what my ticket came to, by the cards of the draw. */
function viewEnd(result: LiveBlackjackResult, ticket: Ticket | undefined, round: Round | undefined): BlackjackView {
  const part =
    round === undefined
      ? ticket && blackjackTable.settle({ bets: { bets: ticket.bets } as TableBets, result, actions: ticket.actions }).part
      : (round.outcome as LiveBlackjackOutcome);
  const { hands, insurance } = (part ?? { hands: undefined, insurance: null }) as Partial<LiveBlackjackOutcome>;
  return {
    phase: "ended",
    dealer: dealt(result.dealer),
    hands: hands?.map((hand) => ({ ...hand, ...totalOf(hand.cards) })) ?? [{ ...NOTHING, ...dealt(result.hand) }],
    active: null,
    insurance: insurance ?? null,
  };
}

export function useHand({ room, state, stage, result, tickets, own }: LiveDesk<LiveBlackjackResult>): LiveHand {
  const shown = state?.phase?.turn?.shown as LiveBlackjackShown | undefined;
  const [ticket] = tickets;
  const [round] = own;
  const decide = useDecide(room.gameCode, shown?.turn);
  const seen = shown === undefined || ticket === undefined ? undefined : seeBy(shown, ticket);
  const isOpen = stage.name === "turn" && stage.untilMs !== undefined;
  const hand = seen?.legal[0]?.hand;
  const legal = isOpen ? (seen?.legal.filter((one) => one.hand === hand) ?? []) : [];
  const isOver = stage.name === "showing" || stage.name === "standing" || stage.name === "waiting";
  const view = shown !== undefined ? viewTurn(shown, seen) : isOver && result !== undefined ? viewEnd(result, ticket, round) : undefined;
  const act = (what: BlackjackAct): void => {
    const action = legal.find((one) => one.act === what);
    if (ticket !== undefined && action !== undefined) decide.act(ticket, { ...action });
  };
  return {
    view,
    isMine: ticket !== undefined || round !== undefined,
    chosen: seen?.hands.map((_, at) => seen.chosen.find((one) => one.hand === at)?.act) ?? [],
    legal,
    asked: seen !== undefined && seen.hands.length > 1 && hand !== undefined ? hand + 1 : undefined,
    asks: shown?.asks,
    decide,
    act,
  };
}
