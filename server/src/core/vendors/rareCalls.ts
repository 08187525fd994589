import type { Database, Tx } from "../../platform/db.ts";
import { WalletFault } from "./protocol.ts";

/** So many of a process's vendors' calls hold a connection of the house at once, a third of what everybody shares; so many more wait. */
const AT_ONCE_MAX = 4;
const WAITING_MAX = 32;

interface Gate {
  running: number;
  readonly waiting: (() => void)[];
}

const gates = new WeakMap<Database, Gate>();

/**
 * Runs what a vendor rarely asks for in a transaction of its own, at once or in its turn: bets and wins go by the ledger's batch, and what does not must leave members their
 * connections, however slow it is. Throws the fault `busy` where too many wait.
 */
export async function inTurn<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const gate = gates.get(database) ?? { running: 0, waiting: [] };
  gates.set(database, gate);
  await enter(gate);
  try {
    return await database.begin(work);
  } finally {
    leave(gate);
  }
}

async function enter(gate: Gate): Promise<void> {
  if (gate.running >= AT_ONCE_MAX) {
    if (gate.waiting.length >= WAITING_MAX) throw new WalletFault("busy");
    // Who leaves hands its place on.
    return new Promise((begin) => gate.waiting.push(begin));
  }
  gate.running += 1;
}

function leave(gate: Gate): void {
  const next = gate.waiting.shift();
  if (next === undefined) gate.running -= 1;
  else next();
}
