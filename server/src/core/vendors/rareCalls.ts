import { Refusal } from "@laro/contract/core/errors";
import type { Database, Tx } from "../../platform/db.ts";
import { boundedQueue, type InTurn, queuePerCaller } from "../../platform/boundedQueue.ts";
import { WalletFault } from "./protocol.ts";

/** So many of a process's vendors' calls hold a connection of the house at once, a third of what everybody shares; of one vendor never all of them, and so many more of it wait. */
const OF_ALL = { atOnceMax: 4, waitingMax: Infinity } as const;
const OF_ONE = { atOnceMax: 2, waitingMax: 32 } as const;
/** What is gathered from all calls of a moment: there is one of it at a time, so it has a place whoever else waits. */
const GATHERED = { atOnceMax: 1, waitingMax: Infinity } as const;

interface Lines {
  readonly all: InTurn;
  readonly own: (vendor: string) => InTurn;
  readonly gathered: InTurn;
}

const lines = new WeakMap<Database, Lines>();

function linesOf(database: Database): Lines {
  const known = lines.get(database) ?? { all: boundedQueue(OF_ALL), own: queuePerCaller(OF_ONE), gathered: boundedQueue(GATHERED) };
  lines.set(database, known);
  return known;
}

/**
 * Runs what a vendor rarely asks for in a transaction of its own, at once or in its turn: bets and wins go by the ledger's batch, and what does not must leave members their
 * connections, however slow it is. A vendor waits behind itself. Throws the fault `busy` where too many of its calls wait.
 */
export async function inTurn<Result>(database: Database, vendor: { readonly id: number }, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const { all, own } = linesOf(database);
  return own(String(vendor.id))(() => all(() => database.begin(work))).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === "server.busy" ? new WalletFault("busy") : error;
  });
}

/** The same for what is gathered from the calls of a moment: it always waits for its turn, because what it belongs to is booked. */
export const gatheredInTurn = <Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  const { all, gathered } = linesOf(database);
  return gathered(() => all(() => database.begin(work)));
};
