/** A process that calls the product's own handler of `rounds.play`: the hot path without HTTP. */
import { newId } from "@laro/server/platform/ids";
import { answerParent } from "./child.ts";
import { listPlayers } from "./fill.ts";
import { actorOf, findRoute, openBenchPlatform } from "./platform.ts";
import { BETTORS, CYCLE_MS, PLAYERS, rotation, STAKE_MINOR } from "./players.ts";
import { runClosedLoop } from "./window.ts";

export interface CallersRequest {
  readonly callers: number;
  /** All callers play on one wallet, else on all in turn. */
  readonly onOneWallet: boolean;
  readonly warmUpCalls: number;
  readonly windowMs: number;
  readonly postgres: number;
}

const { platform } = await openBenchPlatform();
const { database, ledger, clock } = platform;
const { handle } = findRoute("rounds.play");
const ids = (await listPlayers(database)).slice(BETTORS).map(({ accountId }) => accountId);
const nextPlayer = rotation(PLAYERS);
const choice = { target: 5000, side: "under" };

let calls = 0;

async function playRound(accountId: bigint): Promise<unknown> {
  const now = new Date(clock.now().getTime() + ++calls * CYCLE_MS);
  const input = { requestId: newId(clock.now()), gameCode: "DICE", stake: STAKE_MINOR, choice };
  const actor = actorOf(accountId);
  return handle({ actor, input, now, platform, requestId: "", visitor: undefined, db: database.db, ledger });
}

answerParent(({ callers, onOneWallet, postgres, ...times }: CallersRequest) => {
  const call = (): Promise<unknown> => playRound(ids[onOneWallet ? 0 : nextPlayer()]!);
  return runClosedLoop({ callers: Array.from({ length: callers }, () => call), ...times, watched: { program: process.pid, postgres } });
});
