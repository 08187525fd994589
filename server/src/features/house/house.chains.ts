import type { OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { house, HouseChain, HouseProposal } from "@laro/contract/house";
import { engineOf, findGameByCode, listHouseGames } from "../../core/catalogue/catalogue.ts";
import { describeChains, drawChain, keepChain, lockUnsalted, saltChain } from "../../core/draws/chain.ts";
import { boundedQueue } from "../../platform/boundedQueue.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { staleOnCommit } from "../../platform/live.ts";
import type { Platform } from "../../platform/routes.ts";
import { type By, propose } from "./house.ts";

type Known = Awaited<ReturnType<typeof describeChains>>[number];

/** The games that are drawn for everybody; a series' code is its game's. */
const listSeries = () => listHouseGames().filter((game) => engineOf(game).kind === "shared");

const nameOf = (series: string): string => findGameByCode(series)?.displayName ?? series;

/** One that is salted draws when every chain before it is used up, because every link is drawn. */
function stateOf({ id, series, used, length, salt }: Known, all: readonly Known[]): HouseChain["state"] {
  if (used >= length) return "usedUp";
  if (salt === null) return "unsalted";
  const isNext = all.some((other) => other.series === series && other.id < id && other.salt !== null && other.used < other.length);
  return isNext ? "next" : "inUse";
}

function describe(chain: Known, all: readonly Known[], now: Date): HouseChain {
  const { id, series, length, used, cycleMs, anchor, createdAt, salt, saltSource, saltedAt } = chain;
  const [state, left] = [stateOf(chain, all), length - used];
  return {
    id,
    series,
    displayName: nameOf(series),
    anchor: anchor.toString("hex"),
    length,
    used,
    left,
    createdAt: createdAt.toISOString(),
    salt,
    saltSource,
    saltedAt: saltedAt?.toISOString() ?? null,
    state,
    endsAt: state === "inUse" && cycleMs !== null ? new Date(now.getTime() + left * cycleMs).toISOString() : null,
  };
}

/** The chains of all series, newest first in each, and the series there are. */
export async function listChains(db: Db, now: Date): Promise<OutputOf<(typeof house)["chains"]>> {
  const all = await describeChains(db);
  return {
    list: all.map((chain) => describe(chain, all, now)),
    series: listSeries().map(({ gameCode, displayName }) => ({ series: gameCode, displayName })),
  };
}

/** A chain is a million hashes: a process draws one at a time, and one more may wait. */
const drawing = boundedQueue({ atOnceMax: 1, waitingMax: 1 });

/** Makes a series' next chain. Refuses with `games.not_found`, with `house.chain_waits` while one of the series has no salt yet, and with `server.busy` beside others' chains. */
export async function makeNextChain(begin: Database["begin"], { keys, clock }: Platform, series: string): Promise<HouseChain> {
  if (!listSeries().some(({ gameCode }) => gameCode === series)) refuse("games.not_found", { field: "series" });
  return drawing(async () => {
    await begin((tx) => refuseUnsalted(tx, series));
    const drawn = await drawChain();
    return begin(async (tx) => {
      await refuseUnsalted(tx, series);
      const now = clock.now();
      const id = await keepChain(tx, keys, { series, ...drawn, now });
      staleOnCommit(tx, ["house.chains", "tables.get"], ["everyone"]);
      const all = await describeChains(tx);
      return describe(
        all.find((chain) => chain.id === id)!,
        all,
        now,
      );
    });
  });
}

async function refuseUnsalted(tx: Tx, series: string): Promise<void> {
  if (await lockUnsalted(tx, series)) refuse("house.chain_waits", { field: "series" });
}

/** Proposes a chain's salt. Refuses with `draws.not_found`, `house.salted` or `house.already_proposed`. */
export async function proposeSalt(tx: Tx, { chainId, salt, source }: { chainId: number; salt: string; source: string }, by: By): Promise<HouseProposal> {
  const chain = (await describeChains(tx)).find(({ id }) => id === chainId) ?? refuse("draws.not_found", { field: "chainId" });
  if (chain.salt !== null) refuse("house.salted", { field: "chainId" });
  const detail = { series: chain.series, anchor: chain.anchor.toString("hex"), salt, source };
  return propose(tx, { kind: "salt", subject: String(chainId), gameCode: chain.series, detail }, by);
}

/** Gives a chain the salt that was proposed. Refuses with `house.salted` one that has one. */
export async function saltProposed(tx: Tx, { clock }: Platform, { subject, detail }: HouseProposal): Promise<void> {
  const isSalted = await saltChain(tx, { chainId: Number(subject), salt: detail.salt!, source: detail.source!, now: clock.now() });
  if (!isSalted) refuse("house.salted");
  staleOnCommit(tx, ["house.chains", "tables.get", "tables.list"], ["everyone"]);
}
