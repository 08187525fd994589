/** Crash proof of payouts: the real process is killed before and after it asks the provider; each withdrawal is paid once, there and here. */
import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { formatAmount } from "@laro/contract/core/money";
import { readAudit } from "../core/wallet/audit.ts";
import { kindNumber, walletKinds } from "../core/wallet/posting.ts";
import { crashMoments, type CrashMoment } from "../platform/crash.ts";
import { openDatabase } from "../platform/db.ts";
import { asOwner } from "../testing/owner.ts";
import { startPsp, type PspProcess, type SentPayout } from "../testing/psp.ts";
import { openPayees, type Payee } from "./payees.ts";
import { Victim } from "./victim.ts";

export interface PayoutProof {
  readonly databaseUrl: string;
  readonly withdrawals: number;
  readonly moments?: readonly CrashMoment[];
  /** Faults of the provider, ordered before the first payout. */
  readonly order?: (psp: PspProcess) => Promise<void>;
  readonly say?: (line: string) => void;
}

/** The moments a payout passes. */
export const payoutMoments = crashMoments.filter((moment) => moment.startsWith("outbox."));

/** Runs the proof on a migrated database of its own and answers what it found; no faults means it holds. */
export async function provePayoutSafety({
  databaseUrl,
  withdrawals,
  moments = payoutMoments,
  order,
  say = () => undefined,
}: PayoutProof): Promise<readonly string[]> {
  const secret = randomBytes(32).toString("hex");
  const victim = await Victim.prepare(databaseUrl);
  const psp = await startPsp({ secret, callbackUrl: `${victim.address}/gateway/psp` });
  const database = openDatabase(databaseUrl, { connections: 4 });
  // The pack without a demo world: a start takes a second.
  const env = { LARO_ROLES: "api,gateway,worker", LARO_PACK: "ph", PSP_URL: psp.url, PSP_SECRET: secret };
  try {
    await order?.(psp);
    const payees = await openPayees(database, withdrawals);
    for (const moment of moments) {
      await victim.start({ crashAt: `${moment}:1`, env });
      await victim.ended();
      say(`ended at ${moment}: ${(await psp.listPayouts()).length} payouts asked for`);
    }
    await victim.start({ env });
    await untilSettled(databaseUrl);
    const sent = await psp.listPayouts();
    say(`settled: ${sent.length} payouts asked for`);
    return [...(await comparePayouts(databaseUrl, payees, sent)), ...(await readAudit(database.db))];
  } finally {
    await database.close();
    await victim.close();
    await psp.stop();
  }
}

const SETTLED_POLL_MS = 50;
const SETTLED_TRIES_MAX = 1_200;

/** Waits until no withdrawal is on its way and no job is left; what never settles is found by the comparison. */
export async function untilSettled(databaseUrl: string): Promise<void> {
  for (let tries = 0; tries < SETTLED_TRIES_MAX; tries++) {
    const left = await asOwner(
      databaseUrl,
      "select id::text from withdrawal where state = 'approved' union all select id::text from graphile_worker._private_jobs limit 1",
    );
    if (left.length === 0) return;
    await new Promise((wait) => setTimeout(wait, SETTLED_POLL_MS));
  }
}

interface Booked {
  readonly id: string;
  readonly state: string;
  readonly providerId: string | null;
  readonly held: string;
  readonly debits: readonly string[];
  readonly inbox: readonly string[];
}

const BOOKED_PAYOUTS = `
  select w.id, w.state, w.provider_ref as "providerId", l.balance::text as held,
         array(select t.amount::text from transfer t where t.wallet_id = l.id and t.kind = ${kindNumber.payout}) as debits,
         array(select m.template from message m where m.account_id = w.account_id order by m.template) as inbox
  from withdrawal w join wallet l on l.account_id = w.account_id and l.kind = ${walletKinds.locked}`;

/** Compares what the provider paid with what is booked and what the members were told. */
export async function comparePayouts(databaseUrl: string, payees: readonly Payee[], sent: readonly SentPayout[]): Promise<readonly string[]> {
  const booked = new Map((await asOwner<{ id: string } & Booked>(databaseUrl, BOOKED_PAYOUTS)).map(({ id, ...row }) => [id, row]));
  const asked = Map.groupBy(sent, ({ reference }) => reference);
  const faults = payees.flatMap(({ withdrawalId, amountMinor }) => {
    const found = { ...booked.get(withdrawalId), sent: (asked.get(withdrawalId) ?? []).map(describeSent) };
    const wanted = {
      state: "paid",
      providerId: found.providerId,
      held: "0",
      debits: [String(-amountMinor)],
      inbox: ["withdrawalApproved", "withdrawalPaid"],
      sent: [describeSent({ id: String(found.providerId), state: "paid", amount: formatAmount(amountMinor) })],
    };
    return isDeepStrictEqual(found, wanted) ? [] : [`withdrawal ${withdrawalId} is ${JSON.stringify(found)} and should be ${JSON.stringify(wanted)}`];
  });
  const strangers = [...asked.keys()].filter((reference) => !payees.some(({ withdrawalId }) => withdrawalId === reference));
  return [...faults, ...strangers.map((reference) => `payout ${reference} was sent but nobody asked for it`)];
}

const describeSent = ({ id, state, amount }: Pick<SentPayout, "id" | "state" | "amount">): string => `${state} ${amount} as ${id}`;
