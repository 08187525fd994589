import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { FundMove, FundWallet, transfers } from "@laro/contract/transfers";
import { packs } from "../../core/settings/packs.ts";
import { isOutOfReach } from "../../core/vendors/lines.ts";
import { findTransfer, listOpen, startTransfer, type Transfer } from "../../core/vendors/purses.ts";
import { recallAll } from "../../core/vendors/purses.look.ts";
import { firstLook, reachVendor, sendTransfer } from "../../core/vendors/purses.send.ts";
import { type Fund, funds, listWallets } from "../../core/wallet/funds.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import type { Config } from "../../platform/config.ts";
import type { Db } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import type { Platform } from "../../platform/routes.ts";

type Circumstances = Pick<Config, "pack" | "production" | "vendorUrl">;
type Funds = OutputOf<(typeof transfers)["wallets"]>;

/** The vendors that keep a wallet and are connected: money goes to no other, though it always comes home. */
async function listConnected(db: Db, { pack, production, vendorUrl }: Circumstances): Promise<readonly string[]> {
  if (!packs[pack].transferWallets) return [];
  const rows = await db
    .selectFrom("vendor")
    .select(["code", "simulated", "base_url as baseUrl"])
    .where("wallet_mode", "=", "transfer")
    .where("state", "in", ["test", "live"])
    .execute();
  const isThere = (row: (typeof rows)[number]) => (row.simulated ? !production && vendorUrl !== undefined : row.baseUrl !== null);
  return rows.filter(isThere).map(({ code }) => code);
}

/** The member's main wallet, every connected vendor's, and what still holds money; and what is on its way. */
export async function listFunds({ database: { db }, config }: Pick<Platform, "database" | "config">, accountId: bigint): Promise<Funds> {
  const [own, open, connected] = await Promise.all([listWallets(db, accountId), listOpen(db, accountId), listConnected(db, config)]);
  const list = funds
    .map((fund) => ({ fund, balance: own.find(({ kind }) => kind === fund.kind)?.balance ?? 0n }))
    .filter(({ fund, balance }) => isMain(fund) || connected.includes(fund.code) || balance > 0n)
    .map(({ fund: { code, name }, balance }): FundWallet => ({ code, name, balance }));
  return { list, moving: open.map(describe) };
}

const isMain = ({ kind }: Fund): boolean => kind === walletKinds.main;
const nameOf = (code: string): string => funds.find((fund) => fund.code === code)?.name ?? code;

const describe = ({ id, number, vendorCode: code, direction, amount, state, at }: Transfer): FundMove => ({
  id,
  reference: `W-${number}`,
  code,
  name: nameOf(code),
  direction,
  amount,
  state,
  at: at.toISOString(),
});

const fundOf = (field: "from" | "to", code: string): Fund => funds.find((fund) => fund.code === code) ?? refuse("transfers.wallet_unknown", { field });

type Wish = Pick<InputOf<(typeof transfers)["move"]>, "from" | "to" | "amount">;

/** Which vendor's wallet is meant, and which way the money goes. */
function readWish({ from, to }: Wish): { fund: Fund; direction: "in" | "out" } {
  const [source, target] = [fundOf("from", from), fundOf("to", to)];
  if (source === target) refuse("transfers.same_wallet", { field: "to" });
  if (!isMain(source) && !isMain(target)) refuse("transfers.main_only", { field: "to" });
  return isMain(source) ? { fund: target, direction: "in" } : { fund: source, direction: "out" };
}

/**
 * Moves an amount between the member's main wallet and a vendor's, once for a request id, and answers what became of it by the time the vendor was waited for. A
 * repeat asks nobody: it answers what is known by then.
 */
export async function moveFunds(
  platform: Platform,
  { accountId, now, isAbroad }: { accountId: bigint; now: Date; isAbroad: boolean },
  { requestId, ...wish }: InputOf<(typeof transfers)["move"]>,
): Promise<OutputOf<(typeof transfers)["move"]>> {
  const { database, config, timeZone } = platform;
  const { fund, direction } = readWish(wish);
  const id = derivedId("fund", String(accountId), requestId);
  const answer = async () => {
    const known = (await findTransfer(database.db, id))!;
    if (known.vendorCode !== fund.code || known.direction !== direction || known.amount !== wish.amount) refuse("request.id_reused");
    return { move: describe(known), ...(await listFunds(platform, accountId)) };
  };
  if ((await findTransfer(database.db, id)) !== undefined) return answer();
  if (direction === "in" && !(await listConnected(database.db, config)).includes(fund.code)) refuse("transfers.wallet_unknown", { field: "to" });
  const reached = (await reachVendor(platform, fund.code)) ?? refuse("vendors.unreachable");
  // Before anything left: what is not asked for need not be found out about.
  if (isOutOfReach(platform, reached.vendor)) refuse("vendors.unreachable");
  const way = direction === "in" ? { direction, gate: { pack: packs[config.pack], isAbroad } } : { direction };
  const start = { ...way, id, accountId, vendor: reached.vendor, amount: wish.amount, lookAt: firstLook(now) };
  const begun = await database.begin((tx) => startTransfer(tx, { now, timeZone }, start));
  if (begun !== undefined) await sendTransfer(platform, reached, begun);
  return answer();
}

/** Brings everything in the vendors' wallets home. Money may always come home: nothing here asks whether the member may play. */
export async function recallFunds(
  platform: Platform,
  accountId: bigint,
  { requestId }: InputOf<(typeof transfers)["recall"]>,
): Promise<OutputOf<(typeof transfers)["recall"]>> {
  const found = await recallAll(platform, { accountId, requestId });
  const vendors = found.map((one) => ({ ...one, name: nameOf(one.code) }));
  const recalled = vendors.filter(({ outcome }) => outcome === "brought").reduce((sum, { amount }) => sum + amount, 0n);
  return { recalled, vendors, ...(await listFunds(platform, accountId)) };
}
