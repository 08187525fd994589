import { auditViews } from "../core/wallet/audit.ts";
import { asOwner } from "../testing/owner.ts";
import { refOf, type Bet } from "./bettors.ts";

interface Booked {
  readonly ref: string;
  readonly wallets: string;
  readonly debits: string;
  readonly staked: string;
  readonly won: string;
  readonly rounds: readonly string[];
}

const BOOKED_BETS = `
  select ref, array_to_string(array_agg(distinct wallet_id), ',') as wallets, count(*) filter (where amount < 0)::text as debits,
         coalesce(sum(-amount) filter (where amount < 0), 0)::text as staked, coalesce(sum(amount) filter (where amount > 0), 0)::text as won,
         array_agg(distinct round_id::text) as rounds
  from transfer where kind = 1 group by ref`;

/** Compares what the players were told with what is booked, and reads every audit view. */
export async function findFaults(databaseUrl: string, bets: readonly Bet[]): Promise<readonly string[]> {
  const booked = new Map((await asOwner<{ ref: string } & Booked>(databaseUrl, BOOKED_BETS)).map((row) => [row.ref, row]));
  const faults = bets.flatMap((bet) => compare(bet, booked.get(refOf(bet))));
  const placed = new Set(bets.map(refOf));
  for (const ref of booked.keys()) if (!placed.has(ref)) faults.push(`bet ${ref} is booked but nobody placed it`);
  for (const view of auditViews) {
    for (const { row } of await asOwner<{ row: object }>(databaseUrl, `select to_jsonb(v) as row from ${view} v limit 20`))
      faults.push(`${view}: ${JSON.stringify(row)}`);
  }
  return faults;
}

function compare({ requestId, bettor, stake, answer, refusal }: Bet, booked: Booked | undefined): string[] {
  if (answer === undefined) return booked === undefined ? [] : [`bet ${requestId} was ${refusal ?? "not answered"} but is booked`];
  if (booked === undefined) return [`bet ${requestId} was acknowledged but is not booked`];
  const told = [String(bettor.walletId), "1", String(stake), String(answer.win), answer.id].join(" ");
  const found = [booked.wallets, booked.debits, booked.staked, booked.won, booked.rounds.join(",")].join(" ");
  return told === found ? [] : [`bet ${requestId} was told as ${told} but is booked as ${found}`];
}
