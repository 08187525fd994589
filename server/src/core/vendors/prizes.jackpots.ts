import type { Database } from "../../platform/db.ts";
import { gather } from "../../platform/gather.ts";
import type { OwnId } from "../../platform/ids.ts";
import type { WalletStep } from "./protocol.ts";
import { gatheredInTurn } from "./rareCalls.ts";

interface Jackpots {
  readonly walletId: bigint;
  readonly steps: readonly WalletStep[];
  readonly ref: (id: string) => OwnId;
}

interface Part {
  readonly wallet_id: bigint;
  readonly ref: OwnId;
  readonly contribution: bigint | null;
  readonly win: bigint | null;
}

/**
 * Keeps which parts of a call's amounts were a jackpot's. Some vendors name one with every bet, so those of one moment are one statement, which takes its turn with what is
 * rare, however many wait: the bets are booked. A call that names none costs nothing.
 */
export function jackpotKeeper(database: Database): (jackpots: Jackpots) => Promise<void> {
  const keep = gather((parts: readonly Part[]) => writeParts(database, parts));
  return async ({ walletId, steps, ref }) => {
    const parts = steps.flatMap(({ id, jackpot }) =>
      jackpot === undefined ? [] : [{ wallet_id: walletId, ref: ref(id), contribution: jackpot.contribution ?? null, win: jackpot.win ?? null }],
    );
    await Promise.all(parts.map(keep));
  };
}

async function writeParts(database: Database, parts: readonly Part[]): Promise<ReadonlyMap<Part, never>> {
  // In one order, so that two statements with the same parts never wait for each other.
  const rows = parts.toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  await gatheredInTurn(database, (tx) =>
    tx
      .insertInto("vendor_jackpot")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return new Map<Part, never>();
}
