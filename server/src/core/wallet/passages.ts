import type { Movement } from "@laro/contract/wallet";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { walletCode } from "./funds.ts";
import { systemAccounts, walletKinds } from "./posting.ts";

interface Line {
  readonly seq: bigint;
  readonly contra: bigint;
  readonly amount: bigint;
  readonly at: Date;
}

const MAIN = walletCode(walletKinds.main);
const ANOTHER_MEMBER = "MEMBER";

/** Between which wallets each transfer of a page passed, by its seq: the far line is the one that cancels it in transit at the same moment. */
export async function readPassages(db: Db, walletId: bigint, lines: readonly Line[]): Promise<ReadonlyMap<bigint, NonNullable<Movement["between"]>>> {
  const own = lines.filter(({ contra }) => contra === systemAccounts["transit:fund"]);
  const far = new Map(lines.filter(({ contra }) => contra === systemAccounts["transit:member"]).map(({ seq }) => [seq, ANOTHER_MEMBER]));
  for (const { seq, code } of own.length === 0 ? [] : await readFarCodes(db, walletId, own)) far.set(seq, code);
  return new Map(
    lines.flatMap(({ seq, amount }) => {
      const other = far.get(seq);
      return other === undefined ? [] : [[seq, amount < 0n ? { from: MAIN, to: other } : { from: other, to: MAIN }]];
    }),
  );
}

/** Two wallets that could both be meant are none: what is shown is certain. Of money on its way its vendor is named, not the wallet it waits in. */
async function readFarCodes(db: Db, walletId: bigint, lines: readonly Line[]): Promise<readonly { seq: bigint; code: string }[]> {
  const { rows } = await sql<{ seq: bigint; kind: number; vendor: string | null }>`
    select distinct l.seq, f.kind::integer as kind, f.vendor
    from unnest(${lines.map(({ seq }) => seq)}::bigint[], ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ at }) => at.toISOString())}::timestamptz[])
      as l (seq, amount, at)
    cross join lateral (
      select w.kind, v.code as vendor from wallet own join wallet w on w.account_id = own.account_id and w.id <> own.id
      cross join lateral (select journal_seq(w.id, l.at - interval '1 minute') as low, journal_seq(w.id, l.at + interval '1 minute') as high offset 0) e
      join transfer t on t.wallet_id = w.id and t.seq >= e.low and t.seq < e.high
      left join vendor_transfer m on w.kind = ${walletKinds.moving} and m.account_id = w.account_id and m.amount = abs(l.amount) and (m.at = l.at or m.settled_at = l.at)
      left join vendor v on v.id = m.vendor_id
      where own.id = ${walletId} and t.contra = ${systemAccounts["transit:fund"]} and t.amount = -l.amount and t.at = l.at
    ) f`.execute(db as Tx);
  return [...Map.groupBy(rows, ({ seq }) => seq)].flatMap(([seq, found]) => {
    const [code, ...others] = new Set(found.map(({ kind, vendor }) => vendor ?? walletCode(kind)));
    return code === undefined || others.length > 0 ? [] : [{ seq, code }];
  });
}
