import type { auditViews } from "../core/wallet/audit.ts";

/** What each invariant promises, as the command line says it. */
export const promises = {
  audit_a1: "every line moves something between two known accounts, and all accounts sum to zero",
  audit_a2: "every balance is the sum of its lines, without a gap",
  audit_a3: "every id stands once, with its lines and its answer",
  audit_a4: "no wallet is or was negative",
  audit_a5: "every nonce of a seed is used once and in order",
  audit_a6: "every round and the journal tell one story",
  audit_a7: "nothing rests in transit",
  audit_a8: "held money is what waits to be paid",
  audit_a9: "what a wallet counted of its play, and what was written down of closed days, is what journal and rounds say",
  audit_a10: "bonus wallets hold exactly the bonuses that are active",
  audit_a11: "what the payment provider says is paid stands in the ledger",
  audit_a12: "what was written down of a wallet's parts is what their lines say",
  audit_a13: "a wallet is open to what its account may do",
  audit_a14: "held wallets are closed and hold what the cases of their members say",
  audit_a15: "an opened round is open, or closed once with the sums of its entries",
  audit_a16: "a draw keeps its promise, hides no result, takes no late ticket and says what its tickets say",
  audit_a17: "a jackpot's pool is its seeds and its part of the stakes less what was taken, and each win of it closed its round",
  audit_a18: "the frozen days of members are what rounds and journal say",
  audit_a19: "a frozen line is its members and the lines below them, and a frozen day its members",
  audit_a20: "over each of its days an agent's contract fits one of its upline's, and nobody has two of a kind on one day",
  audit_a21: "every paid commission is one line of the journal, of its amount and to its agent, and every such line is a paid commission",
  audit_a22: "what agents are paid is what the house's contracts come to and what makeups moved; carry and makeup go on where they were left",
  audit_a23: "no correction leaves a round less than nothing, and what one could not take is owed, on the receivable accounts and in the list",
  audit_a24: "a vendor's entries are the sums of its transactions, each once, and its rounds are open as long as it says",
} as const satisfies Record<(typeof auditViews)[number], string>;
