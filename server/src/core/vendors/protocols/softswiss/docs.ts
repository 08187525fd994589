import { AMOUNT_MAX_MINOR, formatAmount } from "@laro/contract/core/money";
import { escape } from "../../../../platform/docs.ts";
import { BODY_BYTES_MAX, type FaultCode, WalletFault } from "../../protocol.ts";
import { REPORT_PAGE_MAX } from "./report.ts";
import { sign } from "./signature.ts";
import { AMOUNT_LENGTH_MAX, faults, ID_LENGTH_MAX, sayFault, TRANSACTIONS_MAX, WITH_BALANCE } from "./wire.ts";

/** What anybody can sign and compare; it opens nothing. */
const EXAMPLE_SECRET = "an-example-and-nobody-s-secret";
const about = { account_id: "Zk3vQ0aT7mYb2xLc", currency: "PHP", game_id: "gale" };

const calls = [
  {
    path: "balance",
    says: "What the player holds. Moves nothing.",
    body: about,
    answer: { balance: "100.00" },
  },
  {
    path: "betwin",
    says: "Bets and wins of a round, in their order: all of them count or none. A win in the same call counts for the bet that follows it. With <code>finished</code> the round ends.",
    body: {
      ...about,
      round_id: "r-1",
      finished: true,
      transactions: [
        { id_provider: "b-1", type: "bet", amount: "10.00" },
        { id_provider: "w-1", type: "win", amount: "25.00" },
      ],
    },
    answer: {
      round_id: "0197…",
      transactions: [
        { id_provider: "b-1", id: "5e1c…", bonus_amount: "0.00" },
        { id_provider: "w-1", id: "8d02…", bonus_amount: "0.00" },
      ],
      balance: "115.00",
    },
  },
  {
    path: "rollback",
    says: "Takes bets and wins back, in their order. What never came is answered with an empty <code>id</code>, and never counts when it comes later.",
    body: { ...about, round_id_provider: "r-1", finished: true, transactions: [{ id_provider: "x-1", type: "rollback", original_id_provider: "b-1" }] },
    answer: { balance: "125.00", round_id: "0197…", transactions: [{ id_provider: "x-1", id: "c3a9…" }] },
  },
  {
    path: "finish",
    says: "Ends a round whose last call did not. Asked again, nothing changes.",
    body: { account_id: about.account_id, currency: about.currency, round_id: "r-1" },
    answer: { balance: "125.00" },
  },
  {
    path: "freespins/finish",
    says: "The end of free rounds we granted under <code>issue_id</code>, and what they won, perhaps nothing: paid once for each issue, whatever is closed. Their rounds are not told one by one.",
    body: { issue_id: "7c0e1b9a-5d1f-8a34-9c22-0f4b6a1d2e3f", amount: "12.50" },
    answer: { balance: "137.50" },
  },
  {
    path: "promo/win",
    says: "What you give a player outside of any round, such as the prize of a tournament of yours. Paid once for each id, whatever is closed; no rollback takes it back.",
    body: { account_id: about.account_id, currency: about.currency, id_provider: "p-1", event_id: "e-1", event_type: "tournament", amount: "50.00" },
    answer: { balance: "187.50", id: "9f2b…", id_provider: "p-1" },
  },
] as const;

/** When each refusal of this protocol is given. */
const reasons = {
  address: "the call comes from an address that is not on your list",
  signature: "the signature is missing, malformed, or of other bytes; nothing was read",
  too_large: "the body is too long",
  malformed: "no JSON object, or a field that is not what it must be; the text names the field",
  player_unknown: "nobody is called that at your house",
  currency_other: "the wallet has another currency; nothing is converted",
  game_unknown: "a bet in a game we do not list; wins of such a game are paid",
  game_closed: "a bet while the game, its vendor or the site is closed",
  player_closed: "a bet of a player who may not play",
  insufficient_funds: "a bet above the balance",
  limit_reached: "a bet beyond a limit the player set, or a pause that is due",
  stake_too_high: "a bet above the game's maximum",
  id_reused: "a known <code>id_provider</code> with another type, amount or round",
  issue_unknown: "we granted nothing under this <code>issue_id</code> with you",
  rolled_back: "a bet or win whose id was rolled back, before it came or after",
  busy: "no room at the moment: ask again with the same ids",
  unknown: "we do not know what became of it: ask again with the same ids",
} as const satisfies Partial<Record<FaultCode, string>>;

const rules = [
  [
    "Repeats",
    "An id counts once, for ever: asked again, you hear the first answer again, with the balance of then. New ids in the same call are applied beside it.",
  ],
  [
    "Order",
    "Any. A win may come before its bet, a rollback before what it takes back, anything after the end of its round. As long as the balance covers the bets, the books come out the same.",
  ],
  ["Limits", "They stop bets. Wins, rollbacks and ends of rounds are always taken."],
  ["Rollback of a win", "Takes what the wallet still holds of it; the rest is owed, and no balance goes below zero."],
  ["Time", "Past the time agreed with you the answer is 500: ask again with the same ids; after your last try, roll back until you hear 200."],
] as const;

const reportSums = { entries: 2, stake: "10.00", win: "25.00", rollback: "0.00", prize: "0.00", digest: "8951056045542749038" };
const reportExample = {
  body: { casino_id: "laro", day: "2026-10-05", from: "2026-10-04T16:00:00.000Z", until: "2026-10-05T16:00:00.000Z", level: "sums", limit: REPORT_PAGE_MAX },
  sums: reportSums,
  accounts: { accounts: [{ account_id: about.account_id, ...reportSums }], next: null },
  entries: {
    entries: [
      { id: "b-1", type: "stake", amount: "10.00" },
      { id: "w-1", type: "win", amount: "25.00" },
    ],
    next: null,
  },
};

const json = (value: object): string => escape(JSON.stringify(value, null, 2));

/** The wallet for vendors of the SoftSwiss dialect, as a page without script; every figure and the worked signature are the code's own. */
export function renderWalletDocs(): string {
  const body = JSON.stringify(calls[0].body);
  const signature = sign(Buffer.from(body), Buffer.from(EXAMPLE_SECRET));
  const example = sayFault(new WalletFault("insufficient_funds", { balanceMinor: 50_00n }));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laro wallet for vendors</title>
<link rel="stylesheet" href="/gateway/docs.css"></head><body><header><h1>Laro wallet for vendors</h1>
<p>How a vendor of games plays with our members' money. The SoftSwiss dialect, contract v.2026.03.03: what it says holds; what it leaves open stands here.</p><dl>
<dt>Address</dt><dd><code>POST /gateway/vendors/CODE/…</code> under the host you were given; CODE is yours. The long paths of the family, such as <code>v2/provider_a8r.Round/BetWin</code>, lead to the same.</dd>
<dt>Body</dt><dd>A JSON object in UTF-8, ${BODY_BYTES_MAX.toLocaleString("en")} bytes at most. Fields we do not know are left alone.</dd>
<dt>Ids</dt><dd>1 to ${ID_LENGTH_MAX} characters, no control characters, compared byte for byte. Each player has a name of their own at each vendor.</dd>
<dt>Amounts</dt><dd>Decimal text in main units, such as <code>"10.00"</code>: digits, a point, 16 decimals at most, ${AMOUNT_LENGTH_MAX} characters, above 0, up to ${formatAmount(AMOUNT_MAX_MINOR)}. A bet finer than a hundredth is refused; of a win, what is finer is not paid, and listed between us.</dd>
<dt>Currency</dt><dd>Capital letters, as it was given at the launch.</dd>
<dt>In a call</dt><dd>1 to ${TRANSACTIONS_MAX} transactions.</dd></dl></header>
<nav aria-label="Parts"><a href="#signature">Signature</a>${calls.map(({ path }) => `<a href="#${path}">${path}</a>`).join("")}<a href="#rules">Rules</a><a href="#report">Your report</a><a href="#refusals">Refusals</a><a href="#try">Try it</a></nav><main>
<section id="signature"><h2>Signature</h2><article><p>The header <code>X-REQUEST-SIGN</code> is the HMAC-SHA256 of the body's bytes exactly as they are sent, keyed with your secret's bytes, as 64 hexadecimal digits in small letters. Sign what you send and send what you signed. Two secrets can be live while one takes over from the other.</p>
<p>To check yourself against, a secret that opens nothing:</p><pre id="example-secret" tabindex="0">${escape(EXAMPLE_SECRET)}</pre><p>This body, without a newline at its end:</p><pre id="example-body" tabindex="0">${escape(body)}</pre><p>Its signature:</p><pre id="example-signature" tabindex="0">${signature}</pre></article></section>
<section><h2>Calls</h2>${calls.map(renderCall).join("")}</section>
<section id="rules"><h2>Rules</h2><article><dl>${rules.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join("")}</dl></article></section>
<section id="report"><h2>Your report</h2><article><p>Not in the contract: each day we ask you for your books of the day before, signed with our secret as your calls are with yours. We hold them against ours, and what differs is listed between us. A day you cannot tell is answered with any HTTP error, and asked for again.</p>
<pre tabindex="0">${json(reportExample.body)}</pre><p><code>level</code> is <code>sums</code>, then, only where something differs, <code>accounts</code>, and <code>entries</code> of one <code>account_id</code>. The day is all that was booked from <code>from</code> on and before <code>until</code>.</p>
<pre tabindex="0">${json(reportExample.sums)}</pre><pre tabindex="0">${json(reportExample.accounts)}</pre><pre tabindex="0">${json(reportExample.entries)}</pre><dl>
<dt>Entries</dt><dd>Each transaction that moved money, once: <code>stake</code>, <code>win</code>, <code>rollback</code> of either with its amount, <code>prize</code>.</dd>
<dt>Lists</dt><dd>In the order of the bytes of their <code>account_id</code> or <code>id</code>, ${REPORT_PAGE_MAX} at most. <code>next</code> is the last of a part, given back as <code>after</code>; on the last part it is null.</dd>
<dt>Digest</dt><dd>The sum of its entries' digests modulo 2<sup>64</sup>, as decimal text. An entry's digest is the first 8 bytes, the highest first, of the SHA-256 of <code>account_id</code>, flow, <code>id</code> and amount with two decimals, or all it has, joined by newlines.</dd></dl></article></section>
<section id="refusals"><h2>Refusals</h2><article><p>HTTP 400 with <code>invalid_argument</code>: nothing of the call happened. HTTP 500 with <code>internal</code>: ours, and you cannot know; ask again with the same ids. <code>meta.api_code</code> says what it is. For a human, each answer has a number of ours in <code>X-Request-Id</code>.</p>
<pre tabindex="0">${json(JSON.parse(example.body) as object)}</pre><ul>${(Object.keys(reasons) as (keyof typeof reasons)[]).map(renderFault).join("")}</ul></article></section>
<section id="try"><h2>Try it</h2><article><p>The published cases, and sixty of ours against any wallet of this dialect, come with the source:</p>
<pre tabindex="0">npm run conformance -- conformance/softswiss
npm run laro -- validator --url https://… --secret-file FILE --account ID --currency PHP --game ID --remote</pre></article></section></main></body></html>`;
}

const renderCall = ({ path, says, body, answer }: (typeof calls)[number]): string =>
  `<article id="${path}"><h3><a href="#${path}"><span>POST</span> …/${path}</a></h3><p>${says}</p><details open><summary>Body</summary><pre tabindex="0">${json(body)}</pre></details><details open><summary>Answer</summary><pre tabindex="0">${json(answer)}</pre></details></article>`;

function renderFault(code: keyof typeof reasons): string {
  const [number, text] = faults[code];
  return `<li><code>${number}</code> ${escape(text)}: ${reasons[code]}${WITH_BALANCE.includes(code) ? ", with <code>meta.balance</code>" : ""}</li>`;
}
