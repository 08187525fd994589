import { isPlayed, rounds } from "@laro/contract/rounds";
import { seeds } from "@laro/contract/seeds";
import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { Verdict } from "./verify.ts";
import { useApiCommand, useApiQuery } from "../../api/query.ts";

/** How many of the last rounds one check covers. */
const CHECK_ROUNDS = 50;

export const useCommitment = () => useApiQuery(seeds.mine, {});
export const useRotateSeed = () => useApiCommand(seeds.rotate, { stale: [seeds.mine, rounds.get] });

export interface Check {
  readonly checked: number;
  readonly verified: number;
  /** Rounds of the seed in force: they can be checked once it is shown. */
  readonly waiting: number;
}

/** Computes the last rounds again, each from the seed it was drawn from; a seed is asked for once. */
async function checkLastRounds(): Promise<Check> {
  const [{ verifyRound }, record] = await Promise.all([import("./verify.ts"), call(rounds.mine, { limit: CHECK_ROUNDS })]);
  const list = record.list.filter(isPlayed);
  const bySeed = Map.groupBy(list, ({ seedId, draw }) => (draw === null ? `own ${seedId}` : `draw ${draw.id}`));
  const checked: Verdict[] = [];
  // One after the other: each draw has a seed of its own, and a member asks for few things at once.
  for (const [first, ...others] of bySeed.values()) {
    const { serverSeed, serverSeedHash, clientSeed } = await call(rounds.get, { id: first!.id });
    if (serverSeed !== null) checked.push(...[first!, ...others].map((round) => verifyRound({ ...round, serverSeed, serverSeedHash, clientSeed })));
  }
  return { checked: checked.length, verified: checked.filter((verdict) => verdict === "true").length, waiting: list.length - checked.length };
}

export const useCheckLastRounds = () => useMutation({ mutationFn: checkLastRounds });
