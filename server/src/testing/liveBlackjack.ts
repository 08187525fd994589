import { createHash, createHmac } from "node:crypto";
import type { LiveBlackjackResult, LiveBlackjackShown } from "@laro/contract/core/plays/tables";
import { rounds } from "@laro/contract/rounds";
import { tables, type Ticket } from "@laro/contract/tables";
import { wallet } from "@laro/contract/wallet";
import { isNatural, isPair, totalOf, valueOf } from "@laro/engines/steps/blackjack.hands";
import { blackjackTable } from "@laro/engines/tables/blackjack";
import { verifyRound } from "@laro/engines/verify";
import { drawChain, keepChain, ownSalt, saltChain } from "../core/draws/chain.ts";
import { drawStream } from "../core/draws/draws.ts";
import { TableLeader } from "../features/tables/tables.leader.ts";
import { newId } from "../platform/ids.ts";
import type { Person } from "./person.ts";
import { foreseeResult } from "./tables.ts";
import type { World } from "./world.ts";

const CODE = "BLACKJACK_1";
const SECOND_MS = 1_000;
export const [BETS_MS, DEAL_MS, INSURANCE_MS, TURN_MS, DEALER_MS, RESULT_MS] = [15, 5, 6, 10, 6, 5].map((seconds) => seconds * SECOND_MS) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const DRAWS_MAX = 300;
const SALTS_MAX = 100_000;

type Want = (result: LiveBlackjackResult) => boolean;

/** Who leads the live blackjack table of a world, and no other. */
export const leadHands = ({ open }: Pick<World, "open">): TableLeader => new TableLeader(open.platform, open.url, { only: [CODE] });

/** Makes a chain of a single draw for each hand that is wanted, in this order: the table draws from the oldest that is left, so no test waits for luck. */
export async function stackHands({ open: { platform }, clock }: World, wants: readonly Want[]): Promise<void> {
  for (const want of wants) {
    const chain = await drawChain(1);
    const isWanted = (salt: string): boolean => want(blackjackTable.drawResult(drawStream({ seed: chain.top, salt, link: 1 })));
    let salt = ownSalt();
    for (let tries = 0; !isWanted(salt); tries += 1) {
      if (tries === SALTS_MAX) throw new Error("No salt brought such cards.");
      salt = ownSalt();
    }
    await platform.database.begin(async (tx) => {
      const now = clock.now();
      const chainId = await keepChain(tx, platform.keys, { series: CODE, ...chain, now });
      await saltChain(tx, { chainId, salt, source: "chosen by a test", now });
    });
  }
}

export const decision = ({ id }: Pick<Ticket, "id">, step: number, turn: number, act: string, hand = 0) => ({
  ticketId: id,
  step,
  action: { turn, hand, act },
});
export const ticketOf = ({ balance: _, ...ticket }: Ticket & { balance: bigint }): Ticket => ticket;
export const balanceOf = async (person: Person) => (await person.call(wallet.balance, {})).balance;
export const shownIn = (phase: { turn: { shown: unknown } | null }) => phase.turn!.shown as LiveBlackjackShown;

/** How a test goes on at the live blackjack table of a world, led by its own leader. */
export function playHands(at: () => { readonly world: World; readonly leader: TableLeader }) {
  const fresh = (): string => newId(at().world.clock.now());
  const read = () => at().world.guest().call(tables.get, { series: CODE });
  const look = async () => (await read()).phase!;
  const pass = async (durationMs: number) => {
    at().world.clock.advance(durationMs);
    await at().leader.look();
    return look();
  };
  const bet = (drawId: bigint, main = "100.00") => ({ requestId: fresh(), series: CODE, drawId, bets: { main } });
  const buy = (person: Person, drawId: bigint, main?: string) => person.call(tables.bet, bet(drawId, main));
  const foreseen = async () => (await foreseeResult(at().world, CODE)) as LiveBlackjackResult;

  /** Goes on until a draw has just opened whose cards are as they are wanted. */
  async function opened(want: Want) {
    await at().leader.look();
    for (let steps = 0; steps < DRAWS_MAX * 6; steps += 1) {
      const { phase } = await read();
      if (phase === null) {
        await new Promise((wait) => setTimeout(wait, 500));
        await at().leader.look();
        continue;
      }
      const isNew = phase.state === "open" && phase.opensAt === at().world.clock.now().toISOString();
      if (isNew && want(await foreseen())) return phase;
      const { open: betsMs, acting: turnMs, drawn: dealerMs, settled: resultMs } = { open: BETS_MS, acting: DEAL_MS, drawn: DEALER_MS, settled: RESULT_MS };
      await pass({ open: betsMs, closed: 0, acting: turnMs, drawn: dealerMs, settled: resultMs, void: 0, scheduled: 0 }[phase.state]);
    }
    throw new Error("No draw had such cards.");
  }

  /** Lets a draw be dealt and goes on to its first turn. */
  async function dealt() {
    await pass(BETS_MS);
    await pass(0);
    return pass(DEAL_MS);
  }

  /** Goes on until the draw under way is paid. */
  async function paid(drawId: bigint) {
    for (let turns = 0; turns < 40; turns += 1) {
      const phase = await look();
      if (phase.drawId !== drawId || phase.state === "settled") return;
      await pass(phase.state === "acting" ? Date.parse(phase.turn!.until) - at().world.clock.now().getTime() : DEALER_MS);
    }
    throw new Error("The draw did not end.");
  }

  return { fresh, read, look, pass, bet, buy, foreseen, opened, dealt, paid };
}

export const isPlain = ({ hand, dealer }: LiveBlackjackResult): boolean => !isNatural(hand) && valueOf(dealer[0]!) !== 1 && !isNatural(dealer);
/** A hand that may be hit once and stands then without being over. */
export const isHittable = (result: LiveBlackjackResult): boolean =>
  isPlain(result) && !isPair(result.hand) && totalOf(result.hand).total <= 15 && totalOf([...result.hand, result.cards[0]!]).total < 21;
export const isTwiceHittable = (result: LiveBlackjackResult): boolean =>
  isHittable(result) && totalOf([...result.hand, ...result.cards.slice(0, 2)]).total < 21;
export const isSplittable = (result: LiveBlackjackResult): boolean =>
  isPlain(result) &&
  isPair(result.hand) &&
  valueOf(result.hand[0]!) !== 1 &&
  totalOf([result.hand[0]!, result.cards[0]!]).total < 19 &&
  totalOf([result.hand[1]!, result.second[0]!]).total < 19;
export const isInsurable = ({ hand, dealer }: LiveBlackjackResult): boolean => !isNatural(hand) && valueOf(dealer[0]!) === 1;

const digests = {
  hmac: (key: Uint8Array, message: string): Uint8Array => createHmac("sha256", key).update(message).digest(),
  sha256: (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest(),
};
export async function verdictOf(person: Person, id: string) {
  const { serverSeed, ...round } = await person.call(rounds.get, { id });
  return verifyRound({ ...round, serverSeed: serverSeed! }, digests);
}
