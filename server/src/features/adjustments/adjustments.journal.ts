import type { FileAnswer } from "@laro/contract/core/endpoint";
import { formatAmount } from "@laro/contract/core/money";
import { walletCode } from "../../core/wallet/funds.ts";
import { kindOf } from "../../core/wallet/posting.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Db } from "../../platform/db.ts";
import { getMember } from "./adjustments.ts";

const LINES_AT_ONCE = 1_000;
const HEADING = ["wallet", "line", "at", "kind", "contra", "amount", "balanceAfter", "reference", "round", "reversed"];

interface WalletRow {
  readonly id: bigint;
  readonly kind: number;
  readonly seq: bigint;
}

/** A member's journal lines as a file, wallet by wallet, newest first; of one operation when a reference is given. Refuses with `accounts.not_found`. */
export async function exportJournal(db: Db, { memberName, reference }: { memberName: string; reference?: string | undefined }): Promise<FileAnswer> {
  const { id, name } = await getMember(db, memberName);
  const wallets = await db.selectFrom("wallet").select(["id", "kind", "seq"]).where("account_id", "=", id).orderBy("kind").execute();
  // Lines have no gap, so their numbers say how many there are.
  const rows = reference === undefined ? { rows: Number(wallets.reduce((sum, { seq }) => sum + seq, 0n)) } : {};
  return { name: `journal-${name}.csv`, ...rows, content: writeLines(db, wallets, reference) };
}

async function* writeLines(db: Db, wallets: readonly WalletRow[], reference: string | undefined): AsyncGenerator<string> {
  yield csvLine(HEADING);
  for (const wallet of wallets) {
    let before = wallet.seq + 1n;
    while (before > 1n) {
      const lines = await readLines(db, { wallet, before, reference });
      if (lines.length > 0) yield lines.map((line) => csvLine(cellsOf(wallet, line))).join("");
      before = lines.length < LINES_AT_ONCE ? 0n : lines.at(-1)!.seq;
    }
  }
}

const readLines = (db: Db, { wallet, before, reference }: { wallet: WalletRow; before: bigint; reference: string | undefined }) =>
  db
    .selectFrom("transfer as t")
    .innerJoin("system_account as s", "s.id", "t.contra")
    .leftJoin("reversal as r", "r.original_ref", "t.ref")
    .select(["t.seq", "t.at", "t.kind", "s.code as contra", "t.amount", "t.balance_after as balanceAfter", "t.ref as reference", "t.round_id as roundId"])
    .select("r.ref as mirror")
    .where("t.wallet_id", "=", wallet.id)
    .where("t.seq", "<", before)
    .$if(reference !== undefined, (query) => query.where("t.ref", "=", reference!))
    .orderBy("t.seq", "desc")
    .limit(LINES_AT_ONCE)
    .execute();

type Line = Awaited<ReturnType<typeof readLines>>[number];

const cellsOf = ({ kind: wallet }: WalletRow, { seq, at, kind, contra, amount, balanceAfter, reference, roundId, mirror }: Line): readonly string[] => [
  walletCode(wallet),
  String(seq),
  at.toISOString(),
  kindOf[kind]!,
  contra,
  formatAmount(amount),
  formatAmount(balanceAfter),
  reference,
  roundId ?? "",
  mirror === null ? "" : "yes",
];
