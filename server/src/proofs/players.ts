import { accountTypes } from "@laro/contract/core/accountTypes";
import { createAccount } from "../core/accounts/accounts.ts";
import { openSession } from "../core/sessions/sessions.ts";
import { packs } from "../core/settings/packs.ts";
import { getWalletId } from "../core/wallet/wallet.ts";
import { boundedQueue } from "../platform/boundedQueue.ts";
import { openDatabase } from "../platform/db.ts";
import { adjust } from "../testing/money.ts";

export interface Bettor {
  readonly accountId: bigint;
  readonly token: string;
  readonly walletId: bigint;
}

/** Some have plenty and some go broke on the way, so that refusals are crashed into as well. */
const balanceOf = (index: number): bigint => (index % 5 === 0 ? 20_00n : 5_000_00n);

/** Whoever waits for a connection waits a bounded time, also on a machine that is busy with other tests. */
const inTurn = boundedQueue({ atOnceMax: 8, waitingMax: Number.POSITIVE_INFINITY });

/** Makes many of a kind, a few at a time. */
export const makeInTurn = <T>(count: number, make: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => inTurn(() => make(index))));

/** Players with money and a session, opened without passing the door: hashing 300 passwords proves nothing here. */
export async function openPlayers(databaseUrl: string, count: number, balance = balanceOf): Promise<readonly Bettor[]> {
  const database = openDatabase(databaseUrl, { connections: 4 });
  const now = new Date();
  const open = (index: number): Promise<Bettor> =>
    database.begin(async (tx) => {
      const accountId = await createAccount(tx, {
        name: `bettor${index}`,
        passwordHash: "",
        type: accountTypes.player,
        parentId: null,
        pack: packs.sandbox,
        keys: null,
        now,
      });
      const walletId = await getWalletId(tx, { accountId, kind: "main" });
      await adjust(tx, { now, timeZone: "Asia/Manila" }, { accountId, amountMinor: balance(index) });
      return { accountId, token: await openSession(tx, { kind: "member", subjectId: accountId, mustChangePassword: false, ip: "127.0.0.1", now }), walletId };
    });
  try {
    return await makeInTurn(count, open);
  } finally {
    await database.close();
  }
}
