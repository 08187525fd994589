import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { brand } from "../settings/packs.ts";
import { walletKinds } from "./posting.ts";

/** A wallet that money can be moved between: the main wallet or a vendor's. */
export interface Fund {
  readonly code: string;
  readonly name: string;
  readonly kind: number;
}

const MAIN: Fund = { code: "MAIN", name: brand.name, kind: walletKinds.main };

/** The main wallet first, then the vendors' in the brand's order. */
export const funds: readonly Fund[] = [MAIN, ...brand.walletVendors.map(({ code, name, walletKind }) => ({ code, name, kind: walletKind }))];

const codes: Readonly<Record<number, string>> = {
  ...Object.fromEntries(Object.entries(walletKinds).map(([name, kind]) => [kind, name.toUpperCase()])),
  ...Object.fromEntries(funds.map(({ code, kind }) => [kind, code])),
};

/** The code people know a wallet by: MAIN, BONUS, LOCKED or the vendor's; its number for a vendor that left. */
export const walletCode = (kind: number): string => codes[kind] ?? String(kind);

export interface OwnWallet {
  readonly id: bigint;
  readonly kind: number;
  readonly status: number;
  readonly balance: bigint;
}

/** Every wallet an account has, in the order they were opened. */
export async function listWallets(db: Db | Tx, accountId: bigint): Promise<readonly OwnWallet[]> {
  return (db as Db).selectFrom("wallet").select(["id", "kind", "status", "balance"]).where("account_id", "=", accountId).orderBy("id").execute();
}

/** The id of an account's wallet of a kind, opened with nothing in it if it was never used; as open or closed as the main wallet is, and open where money is on its way. */
export async function openWallet(tx: Tx, { accountId, kind }: { accountId: bigint; kind: number }): Promise<bigint> {
  const find = () => tx.selectFrom("wallet").select("id").where("account_id", "=", accountId).where("kind", "=", kind).executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known.id;
  await sql`
    insert into wallet (account_id, kind, currency, status)
    select account_id, ${kind}::smallint, currency, case when ${kind}::smallint = ${walletKinds.moving} then 0 else status end from wallet where account_id = ${accountId} and kind = ${walletKinds.main}
    on conflict (account_id, kind) do nothing`.execute(tx);
  return (await find())!.id;
}

/** The wallets of account 0 are pools; a game's has this kind and its number. */
const POOL_KIND = 200;

/** Opens the pool of a game's jackpot with nothing in it, and answers its id. There is one for a game. */
export async function openPool(tx: Tx, { gameId, currency }: { gameId: number; currency: string }): Promise<bigint> {
  const row = await tx
    .insertInto("wallet")
    .values({ account_id: 0n, kind: POOL_KIND + gameId, currency })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
