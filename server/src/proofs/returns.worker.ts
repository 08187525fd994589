import { parentPort } from "node:worker_threads";
import type { GameCode } from "@laro/engines/registry";
import { playRounds } from "./returns.ts";
import { waysOf, type Way } from "./returns.plays.ts";

const known = new Map<GameCode, readonly Way[]>();

parentPort!.on("message", ({ code, first, end }: { code: GameCode; first: number; end: number }) => {
  const ways = known.get(code) ?? waysOf(code);
  known.set(code, ways);
  parentPort!.postMessage({ code, sums: playRounds(ways, { first, end }) });
});
