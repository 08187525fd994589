/** What the proof of answers sends: what the contract takes at least, or what stands here by hand. */
import type { Endpoint } from "@laro/contract/core/endpoint";
import { newId } from "../platform/ids.ts";
import { hasField, plainInput, UNKNOWN_ID, UNKNOWN_NUMBER } from "../testing/arbitrary.ts";
import { form } from "../testing/verifications.ts";

export const PIN = "135790";

/** What belongs to the proof's member, by the name others would have to guess. */
export interface Things {
  readonly account: string;
  /** The account's number. */
  readonly member: string;
  readonly bonus: string;
  /** Of the agent above the member with the house. */
  readonly contract: string;
  readonly deposit: string;
  /** Another's: whoever is a case's subject may do little else. */
  readonly eligibilityCase: string;
  readonly image: string;
  readonly message: string;
  readonly passkey: string;
  /** What an agent is paid. */
  readonly pay: string;
  readonly payoutAccount: string;
  readonly round: string;
  readonly session: string;
  readonly thread: string;
  readonly withdrawal: string;
}

/** The same names of nothing: whoever may not know a thing gets the same answer to both. */
export const nothing: Things = {
  account: "nobody-at-all",
  member: UNKNOWN_NUMBER,
  bonus: UNKNOWN_ID,
  contract: UNKNOWN_ID,
  deposit: UNKNOWN_ID,
  eligibilityCase: UNKNOWN_ID,
  image: UNKNOWN_ID,
  message: UNKNOWN_ID,
  passkey: UNKNOWN_ID,
  pay: UNKNOWN_ID,
  payoutAccount: UNKNOWN_NUMBER,
  round: UNKNOWN_ID,
  session: "x".repeat(43),
  thread: UNKNOWN_ID,
  withdrawal: UNKNOWN_ID,
};

const PICTURE = Buffer.from("no picture").toString("base64");

const DAYS = { from: "2026-10-01", to: "2026-10-05" };
const ofTeam = ({ member }: Things) => ({ id: member, ...DAYS });

/** What an agent sees of everyone below, however deep. */
export const isSeenFromAbove = (endpoint: string): boolean => endpoint.startsWith("teams.");

/** A call about something a member owns: a new one that takes an id is a line here. */
export const owned: Readonly<Record<string, (things: Things) => object>> = {
  "accounts.renewCode": ({ member }) => ({ accountId: member }),
  "agentContracts.answer": ({ contract }) => ({ id: contract, answer: "reject" }),
  "agentContracts.get": ({ contract }) => ({ id: contract }),
  "agentContracts.hourlySalaryRequest": ({ contract }) => ({ id: contract, answer: "reject" }),
  "agentContracts.preview": ({ contract }) => ({ id: contract }),
  "agentContracts.realTimeSalaryRequest": ({ contract }) => ({ id: contract, answer: "reject" }),
  "agentContracts.requestEnd": ({ contract }) => ({ id: contract, reason: "It does not pay." }),
  "agentContracts.simulate": ({ contract }) => ({ id: contract }),
  "agentContracts.withdraw": ({ contract }) => ({ id: contract }),
  "bonuses.forfeit": ({ bonus }) => ({ id: bonus }),
  "bonuses.release": ({ bonus }) => ({ id: bonus }),
  "commissions.explain": ({ pay }) => ({ id: pay }),
  "commissions.explainDay": ({ pay }) => ({ id: pay, day: "2026-09-01" }),
  "deposits.get": ({ deposit }) => ({ id: deposit }),
  "deposits.submitSlip": ({ deposit }) => ({ id: deposit, slip: PICTURE }),
  "eligibility.appeal": ({ eligibilityCase }) => ({ id: eligibilityCase, appeal: "I was born in 1990 and can show it." }),
  "feedback.addPicture": ({ thread }) => ({ id: thread, picture: PICTURE }),
  "feedback.read": ({ thread }) => ({ id: thread }),
  "feedback.reopen": ({ thread }) => ({ id: thread, text: "It is still missing." }),
  "feedback.reply": ({ thread }) => ({ id: thread, text: "It is still missing." }),
  "feedback.thread": ({ thread }) => ({ id: thread }),
  "images.mine": ({ image }) => ({ id: image }),
  "messages.read": ({ message }) => ({ id: message }),
  "messages.report": ({ message }) => ({ id: message }),
  "messages.sendDownline": ({ account }) => ({ account, text: "The figures are in." }),
  "passkeys.remove": ({ passkey }) => ({ id: passkey }),
  "passkeys.rename": ({ passkey }) => ({ id: passkey, name: "my phone" }),
  "rounds.get": ({ round }) => ({ id: round }),
  "sessions.end": ({ session }) => ({ id: session }),
  "teams.days": ofTeam,
  "teams.daysCsv": ofTeam,
  "teams.member": ofTeam,
  "teams.members": ofTeam,
  "teams.membersCsv": ofTeam,
  "teams.money": ofTeam,
  "teams.moneyCsv": ofTeam,
  "teams.report": ofTeam,
  "teams.reportCsv": ofTeam,
  "teams.rounds": ofTeam,
  "teams.roundsCsv": ofTeam,
  "transfers.toDownline": ({ account }) => ({ account, amount: "1.00", paymentPassword: PIN }),
  "withdrawals.addProof": ({ withdrawal }) => ({ id: withdrawal, proof: PICTURE }),
  "withdrawals.confirm": ({ withdrawal }) => ({ id: withdrawal, answer: "received" }),
  "withdrawals.dispute": ({ withdrawal }) => ({ id: withdrawal, remaining: "1.00", proof: PICTURE }),
  "withdrawals.get": ({ withdrawal }) => ({ id: withdrawal }),
  "withdrawals.request": ({ payoutAccount }) => ({ amount: "400.00", payoutAccountId: payoutAccount, paymentPassword: PIN }),
};

/** Fields that name something, and calls of members that have one and yet name nothing of a member's. */
const names = ["id", "nodeId", "memberId", "payoutAccountId", "account"];
const namesNobodys = new Set([
  "chats.report",
  "content.accept",
  "content.readAgentNotice",
  "games.launch",
  "games.myPlay",
  "favourites.add",
  "favourites.remove",
]);

/** Whether a member's call names something by an id, so that it has to stand among the owned ones. */
export const namesSomething = ({ name, for: audience, input }: Endpoint): boolean =>
  (audience === "member" || audience === "agent") && !namesNobodys.has(name) && names.some((field) => hasField(input, field));

/** What staff ask about the member. */
const asked: Readonly<Record<string, (things: Things) => object>> = {
  "adjustments.journalCsv": ({ account }) => ({ memberName: account }),
  "house.settled": ({ account, round }) => ({ memberName: account, roundId: round }),
  "wallet.lines": ({ account }) => ({ memberName: account }),
};

/** Where the least says too little: what gets past the form. */
const written: Readonly<Record<string, object>> = {
  "accounts.activate": {
    username: "nobody",
    code: "NOCODE",
    birthday: "1990-01-01",
    password: "Correct-horse-7",
    confirmPassword: "Correct-horse-7",
    paymentPassword: "246802",
    confirmPaymentPassword: "246802",
    declared: true,
    agreed: true,
  },
  "accounts.setLanguage": { language: "EN" },
  "protection.setReality": { everyMinutes: 30 },
  "campaigns.save": {
    code: "ASKED",
    madeAt: null,
    tab: "games",
    pictureId: null,
    words: { EN: { title: "Asked", summary: "Asked", text: "" }, TY: { title: "Tanong", summary: "Tanong", text: "" } },
    startsAt: "2026-10-05T04:00:00.000Z",
    endsAt: "2026-10-12T04:00:00.000Z",
    budget: "100.00",
    clearance: "",
    permit: "",
    rule: {
      trigger: { on: "applied" },
      conditions: [],
      gift: { gives: "cash", amount: "50.00" },
      prizes: [],
      period: "once",
      reviewed: false,
      again: false,
      claimDays: 7,
      memberCount: 1,
      dayMax: null,
    },
    reason: "asked for by the proof",
  },
  "content.create": { code: "a-text", detail: { kind: "text" } },
  "content.save": {
    id: UNKNOWN_ID,
    no: 1,
    revision: 1,
    startsAt: null,
    endsAt: null,
    detail: { kind: "text" },
    texts: [{ language: "EN", title: "A text", summary: "", html: "<p>It says something.</p>", alt: "", seo: { title: "", description: "" } }],
  },
  "deposits.create": { method: "TRANSFER", amount: "500.00" },
  "favourites.add": { nodeId: "1001", vendor: "BGS", gameType: "BGS" },
  "favourites.remove": { nodeId: "1001", vendor: "BGS", gameType: "BGS" },
  "games.launch": { nodeId: "DICE" },
  "games.myPlay": { nodeId: "1001" },
  "games.room": { gameCode: "DICE" },
  "layouts.keep": { gameCode: "ROULETTE", place: 1, bets: { red: "5.00" } },
  "layouts.mine": { gameCode: "ROULETTE" },
  "layouts.remove": { gameCode: "ROULETTE", place: 1 },
  "limits.set": { kind: "loss", period: "day", amount: "500.00" },
  "protection.takeBreak": { period: "never" },
  "rounds.play": { gameCode: "DICE", stake: "1.00", choice: { target: 5_000, side: "under" } },
  "transfers.move": { from: "MAIN", to: "AG", amount: "1.00" },
  "transfers.toUpline": { amount: "1.00", paymentPassword: PIN },
  "reports.statement": { month: "2026-09" },
  "reports.statementPdf": { month: "2026-09" },
  "verifications.setPersonalInfo": form(),
};

/** What is sent to an endpoint, whoever calls. */
export function inputOf({ name, input }: Endpoint, things: Things, now: Date): object {
  const made = owned[name]?.(things) ?? asked[name]?.(things) ?? written[name] ?? (plainInput(input) as object);
  // An id the caller makes up is good for one call.
  const own = ["requestId", "key"].filter((field) => hasField(input, field));
  return { ...made, ...Object.fromEntries(own.map((field) => [field, newId(now)])) };
}
