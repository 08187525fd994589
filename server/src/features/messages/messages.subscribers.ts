import { brand } from "../../core/settings/packs.ts";
import type { Tx } from "../../platform/db.ts";
import type { Subscribers } from "../../platform/jobs.ts";
import type { EventName, Events } from "../../platform/outbox.ts";
import type { Platform } from "../../platform/routes.ts";
import { eraseLetters } from "./messages.letters.ts";
import { eraseMessages, writeMessage } from "./messages.ts";

/** The locale key under `messages.` of what a member is told of each event. */
const templates = {
  "agents.moved": "agentMoved",
  "agents.standingChanged": "agentStanding",
  "agents.notCounted": "agentNotCounted",
  "agents.accreditationExpiring": "agentAccreditation",
  "accounts.registered": "welcome",
  "deposits.credited": "depositCredited",
  "deposits.failed": "depositFailed",
  "withdrawals.approved": "withdrawalApproved",
  "withdrawals.rejected": "withdrawalRejected",
  "withdrawals.paid": "withdrawalPaid",
  "withdrawals.failed": "withdrawalFailed",
  "withdrawals.reminder": "withdrawalReminder",
  "withdrawals.investigating": "withdrawalInvestigating",
  "withdrawals.returned": "withdrawalReturned",
  "withdrawals.caseClosed": "withdrawalCaseClosed",
  "adjustments.confirmed": "adjustmentConfirmed",
  "rounds.voided": "roundVoided",
  "tickets.won": "ticketWon",
  "rounds.corrected": "roundCorrected",
  "settlements.paid": "settlementPaid",
  "freeRounds.won": "prizeWon",
  "freeRounds.held": "prizeHeld",
  "freeRounds.issued": "freeRoundsIssued",
  "transfers.received": "transferReceived",
  "vip.levelled": "vipLevelled",
  "verifications.decided": "verificationDecided",
  "verifications.expiring": "verificationExpiring",
  "eligibility.moved": "eligibilityMoved",
  "accounts.recovered": "recovered",
  "accounts.contactChanged": "contactChanged",
  "accounts.credentialChanged": "credentialChanged",
  "sessions.newDevice": "newDevice",
  "sessions.factorFailing": "factorFailing",
  "sessions.rememberStolen": "rememberStolen",
  "agentContracts.offered": "contractOffered",
  "agentContracts.answered": "contractAnswered",
  "agentContracts.endAsked": "contractEndAsked",
  "agentContracts.ended": "contractEnded",
  "agentContracts.lapsing": "contractLapsing",
  "agentContracts.closed": "contractKindClosed",
  "points.redeemMoved": "redeemMoved",
  "privacy.closing": "closing",
} as const satisfies Record<TellingEvent, string>;

/** What erases tells nobody: its member is gone. Who undoes a change knows it, and what went with it is told by itself. Who reports a letter or claims tickets knows it, and a deposit that is taken back is told as an adjustment. */
type TellingEvent = Exclude<EventName, "privacy.erased" | "accounts.changeUndone" | "messages.reported" | "deposits.reversed" | "campaigns.eggsGiven">;
type AnyEvent = Events[TellingEvent];

/** What an event is about: the id it names besides the account, else the account. */
const subjectOf = ({ accountId, ...rest }: AnyEvent): string => Object.entries(rest).find(([name]) => name.endsWith("Id"))?.[1] ?? accountId;

/** 1234.00 as people write it: 1,234.00. */
const grouped = (amount: string): string => amount.replace(/\B(?=([0-9]{3})+\.)/g, ",");

const write =
  (name: TellingEvent) =>
  async (tx: Tx, event: AnyEvent, { clock }: Platform): Promise<void> =>
    writeMessage(tx, {
      accountId: BigInt(event.accountId),
      source: `${name} ${subjectOf(event)}`,
      template: templates[name],
      values: [
        brand.name,
        brand.currencySymbol,
        "amount" in event ? grouped(event.amount) : "",
        ...("kind" in event ? [event.kind] : []),
        ...("cause" in event ? [event.cause] : []),
      ],
      now: clock.now(),
    });

/** Every event that concerns a member becomes one message in their inbox. */
export const messageSubscribers: Subscribers = {
  ...Object.fromEntries(Object.keys(templates).map((name) => [name, [write(name as TellingEvent)]])),
  "privacy.erased": [
    async (tx, { accountId, part }) => {
      await eraseMessages(tx, BigInt(accountId));
      if (part === "records") await eraseLetters(tx, BigInt(accountId));
    },
  ],
};
