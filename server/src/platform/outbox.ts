import type { ContractKind } from "@laro/contract/core/contractKinds";
import { sql } from "kysely";
import type { Tx } from "./db.ts";

/** Everything one feature tells the others, in the past tense. Subscribers stand in `roles/worker.ts`. */
export interface Events {
  "deposits.credited": { readonly depositId: string; readonly accountId: string; readonly amount: string };
  "deposits.reversed": { readonly depositId: string; readonly accountId: string };
  "deposits.failed": { readonly depositId: string; readonly accountId: string; readonly amount: string };
  "withdrawals.approved": { readonly withdrawalId: string; readonly accountId: string; readonly amount: string };
  "withdrawals.rejected": { readonly withdrawalId: string; readonly accountId: string; readonly amount: string };
  "withdrawals.paid": { readonly withdrawalId: string; readonly accountId: string; readonly amount: string };
  "withdrawals.failed": { readonly withdrawalId: string; readonly accountId: string; readonly amount: string };
  "withdrawals.reminder": { readonly withdrawalId: string; readonly accountId: string; readonly amount: string };
  "withdrawals.investigating": { readonly withdrawalId: string; readonly accountId: string; readonly amount: string };
  "withdrawals.returned": { readonly withdrawalId: string; readonly accountId: string; readonly amount: string };
  "withdrawals.caseClosed": { readonly withdrawalId: string; readonly accountId: string; readonly amount: string };
  "adjustments.confirmed": { readonly adjustmentId: string; readonly accountId: string; readonly kind: "credit" | "debit"; readonly amount: string };
  /** A round or a ticket whose stake the house gave back. */
  "rounds.voided": { readonly roundId: string; readonly accountId: string; readonly kind: "round" | "draw"; readonly amount: string };
  /** A ticket of a lottery won at least what is worth a letter. */
  "tickets.won": { readonly ticketId: string; readonly accountId: string; readonly amount: string };
  /** A settled round that officers corrected: what its member got or gave in all, and whether some of it is owed. */
  "rounds.corrected": {
    readonly correctionId: string;
    readonly accountId: string;
    readonly kind: "given" | "taken" | "owed" | "even";
    readonly amount: string;
  };
  /** An agent's first pay of a kind on a day. */
  "settlements.paid": { readonly letterId: string; readonly accountId: string; readonly kind: ContractKind };
  /** A vendor gave a prize: what free rounds of ours won, or something of its own. */
  "freeRounds.won": { readonly prizeId: string; readonly accountId: string; readonly amount: string; readonly kind: "rounds" | "vendor" };
  /** What a vendor says was won is more than may be, and waits for officers. */
  "freeRounds.held": { readonly prizeId: string; readonly accountId: string; readonly kind: "rounds" | "vendor" };
  "freeRounds.issued": { readonly freeRoundId: string; readonly accountId: string };
  /** The highest level that a member just reached: `kind`. */
  "vip.levelled": { readonly accountId: string; readonly levelId: string; readonly kind: string };
  "transfers.received": { readonly transferId: string; readonly accountId: string; readonly amount: string };
  /** A member reported an agent's letter. */
  "messages.reported": { readonly messageId: string; readonly accountId: string };
  "verifications.decided": { readonly decisionId: string; readonly accountId: string; readonly kind: "approved" | "askAgain" | "refused" };
  "verifications.expiring": { readonly letterId: string; readonly accountId: string; readonly kind: "30" | "7" | "0" };
  "eligibility.moved": { readonly moveId: string; readonly accountId: string; readonly kind: "open" | "cleared" | "noticed" | "upheld" | "settled" };
  "sessions.newDevice": { readonly accountId: string; readonly entryId: string };
  "sessions.factorFailing": { readonly accountId: string; readonly entryId: string };
  "sessions.rememberStolen": { readonly accountId: string; readonly entryId: string };
  "accounts.recovered": { readonly accountId: string; readonly resetId: string };
  "accounts.contactChanged": { readonly accountId: string; readonly changeId: string; readonly kind: "phone" | "email" };
  /** A contact change was undone: what opens the account since then was bound by who made it. */
  "accounts.changeUndone": { readonly accountId: string; readonly undoneId: string; readonly since: string };
  "accounts.credentialChanged": {
    readonly accountId: string;
    readonly changeId: string;
    readonly kind:
      | "passkeyAdded"
      | "passkeyRemoved"
      | "passkeyCopied"
      | "totpAdded"
      | "totpRemoved"
      | "passwordChanged"
      | "pinChanged"
      | "signInAdded"
      | "signInRemoved";
    /** Officers did it, so that every contact is told. */
    readonly by?: "staff";
  };
  /** A move of the account with its line was carried out; the new place counts from `day`. */
  "agents.moved": { readonly accountId: string; readonly moveId: string; readonly day: string };
  "agents.standingChanged": { readonly accountId: string; readonly standingId: string; readonly kind: "open" | "held" | "closed" };
  "agents.accreditationExpiring": { readonly letterId: string; readonly accountId: string; readonly kind: "30" | "7" | "0" };
  /** Told to the agent of a member whose play is not counted, by its code alone. */
  "agents.notCounted": { readonly accountId: string; readonly notCountedId: string; readonly kind: "sameOwner" | "bonusOnly" | "houseRule" | "other" };
  /** Of a contract of agents with each other or the house: each side hears what concerns it. */
  "agentContracts.offered": { readonly contractId: string; readonly accountId: string; readonly kind: ContractKind };
  "agentContracts.answered": {
    readonly wordId: string;
    readonly accountId: string;
    readonly kind: ContractKind;
    readonly cause: "accepted" | "rejected" | "lapsed" | "endDeclined" | "endLapsed";
  };
  "agentContracts.endAsked": { readonly wordId: string; readonly accountId: string; readonly kind: ContractKind };
  "agentContracts.ended": {
    readonly wordId: string;
    readonly accountId: string;
    readonly kind: ContractKind;
    readonly cause: "replaced" | "cascade" | "move" | "agreed" | "house";
  };
  "agentContracts.lapsing": { readonly contractId: string; readonly accountId: string; readonly kind: ContractKind };
  /** A kind of contract was closed; its running periods pay. */
  "agentContracts.closed": { readonly closedId: string; readonly accountId: string; readonly kind: ContractKind };
  /** A reward of tickets for golden eggs was issued: so many of them. */
  "campaigns.eggsGiven": { readonly rewardId: string; readonly accountId: string; readonly count: string };
  /** An officer decided a redeem of points, or sent its goods. */
  "points.redeemMoved": { readonly moveId: string; readonly accountId: string; readonly kind: "approved" | "rejected" | "sent" };
  "accounts.registered": { readonly accountId: string };
  "privacy.closing": { readonly accountId: string; readonly closingId: string };
  /** Each feature erases what it keeps of the account: first what nobody needs any more, years later what the law asked for. */
  "privacy.erased": { readonly accountId: string; readonly part: "daily" | "records" };
}
export type EventName = keyof Events;

/** Tells of something in the transaction that did it: it is heard if and only if the transaction commits. */
export async function tell<Name extends EventName>(tx: Tx, name: Name, event: Events[Name]): Promise<void> {
  await addJob(tx, `event:${name}`, event);
}

/** Tells the same of many, in one statement that writes them all at once: a call for each costs thirty times as much (measured by `npm run bench -- agents`). */
export async function tellAll<Name extends EventName>(tx: Tx, name: Name, events: readonly Events[Name][]): Promise<void> {
  if (events.length === 0) return;
  await sql`select from graphile_worker.add_jobs(array(
    select row(${`event:${name}`}, one::json, null, null, ${JOB_ATTEMPTS_MAX}, null, null, null)::graphile_worker.job_spec
    from unnest(${events.map((event) => JSON.stringify(event))}::text[]) one))`.execute(tx);
}

const JOB_ATTEMPTS_MAX = 25;

/** Queues a job in the caller's transaction; `key` makes it one job however often it is added, and of one `queue` no two run at a time. */
export async function addJob(tx: Tx, task: string, payload: object, options: { key?: string; runAt?: Date; queue?: string } = {}): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json, queue_name => ${options.queue ?? null}, job_key => ${options.key ?? null}, run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${JOB_ATTEMPTS_MAX})`.execute(
    tx,
  );
}
