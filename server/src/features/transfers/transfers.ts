import type { InputOf, OutputOf } from "@laro/contract/core/endpoint";
import { refuse } from "@laro/contract/core/errors";
import type { FundWallet, transfers } from "@laro/contract/transfers";
import { checkNotExcluded } from "../../core/limits/exclusions.ts";
import { type Fund, funds, listWallets, openWallet } from "../../core/wallet/funds.ts";
import { walletKinds } from "../../core/wallet/posting.ts";
import { type LedgerMoment, passMoney } from "../../core/wallet/wallet.ts";
import type { Db, Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { staleOnCommit } from "../../platform/live.ts";

interface Owner {
  readonly accountId: bigint;
  /** The vendors that are connected: money goes to no other, though it always comes home. */
  readonly vendors: readonly string[];
}

/** The member's main wallet, every connected vendor's, and what still holds money. */
export async function listFunds(db: Db | Tx, { accountId, vendors }: Owner): Promise<FundWallet[]> {
  const own = await listWallets(db, accountId);
  return funds
    .map((fund) => ({ fund, balance: own.find(({ kind }) => kind === fund.kind)?.balance ?? 0n }))
    .filter(({ fund, balance }) => isOpen(fund, vendors) || balance > 0n)
    .map(({ fund: { code, name }, balance }) => ({ code, name, balance }));
}

const isOpen = ({ code, kind }: Fund, vendors: readonly string[]): boolean => kind === walletKinds.main || vendors.includes(code);

const fundOf = (field: "from" | "to", code: string): Fund => funds.find((fund) => fund.code === code) ?? refuse("transfers.wallet_unknown", { field });

interface Mover extends Owner {
  readonly moment: LedgerMoment;
}

/** Moves an amount between two of the member's wallets, once for a request id. */
export async function moveFunds(
  tx: Tx,
  { accountId, vendors, moment }: Mover,
  { requestId, from, to, amount }: InputOf<(typeof transfers)["move"]>,
): Promise<{ list: FundWallet[] }> {
  const [source, target] = [fundOf("from", from), fundOf("to", to)];
  if (source === target) refuse("transfers.same_wallet", { field: "to" });
  if (!isOpen(target, vendors)) refuse("transfers.wallet_unknown", { field: "to" });
  // A vendor's wallet is there to play from; bringing money home is always open.
  if (target.kind !== walletKinds.main) await checkNotExcluded(tx, { accountId, now: moment.now });
  const id = derivedId("fund", String(accountId), requestId);
  const passage = { from: await openWallet(tx, { accountId, kind: source.kind }), to: await openWallet(tx, { accountId, kind: target.kind }) };
  await passMoney(tx, moment, { reason: "fund", id, ...passage, transit: "transit:fund", kind: "transfer", amountMinor: amount });
  staleFunds(tx, accountId);
  return { list: await listFunds(tx, { accountId, vendors }) };
}

/** Brings everything in the vendors' wallets home. Money may always come home: nothing here asks whether the member may play. */
export async function recallFunds(
  tx: Tx,
  { accountId, vendors, moment }: Mover,
  { requestId }: InputOf<(typeof transfers)["recall"]>,
): Promise<OutputOf<(typeof transfers)["recall"]>> {
  // All at once and in id order, as every passage locks them: what is read is what is moved.
  const own = await tx.selectFrom("wallet").select(["id", "kind", "balance"]).where("account_id", "=", accountId).orderBy("id").forUpdate().execute();
  const home = own.find(({ kind }) => kind === walletKinds.main) ?? refuse("wallet.not_found");
  let recalled = 0n;
  for (const { code, kind } of funds.filter((fund) => fund.kind !== walletKinds.main)) {
    const away = own.find((wallet) => wallet.kind === kind);
    if (away === undefined || away.balance === 0n) continue;
    const id = derivedId("recall", String(accountId), requestId, code);
    await passMoney(tx, moment, { reason: "fund", id, from: away.id, to: home.id, transit: "transit:fund", kind: "transfer", amountMinor: away.balance });
    recalled += away.balance;
  }
  staleFunds(tx, accountId);
  return { recalled, list: await listFunds(tx, { accountId, vendors }) };
}

const staleFunds = (tx: Tx, accountId: bigint): void => staleOnCommit(tx, ["transfers.wallets", "wallet.balance", "wallet.history"], [`member:${accountId}`]);
