import { FREE_ROUNDS_DAYS_MAX, FREE_ROUNDS_MAX } from "@laro/contract/freeRounds";
import { PARTNER_HELD_HOURS, partnerGames } from "@laro/contract/partners";
import { sign } from "../../core/vendors/protocols/softswiss/signature.ts";
import { escape } from "../../platform/docs.ts";
import { CALLS, PARTNER_RATE, REPORTS } from "./partners.gate.ts";
import { describeGame } from "./partners.inbound.ts";
import { SEND_MS } from "./partners.wire.ts";

/** What anybody can sign and compare; it opens nothing. */
const EXAMPLE_SECRET = "an-example-and-nobody-s-secret";
const account = { id: "player-7", currency: "PHP" };
const about = { account_id: account.id, currency: account.currency, game_id: "DICE", session_id: "s-1" };

interface Call {
  readonly path: string;
  readonly says: string;
  readonly body: object;
  readonly answer: object;
}

/** What a partner asks of us. */
const ours: readonly Call[] = [
  {
    path: "launcher/real",
    says: "Opens a game for a player of yours. The address opens once, within a minute; frame it on one of your own sites.",
    body: { casino_id: "laro", game: "DICE", locale: "en", session_id: "s-1", account },
    answer: { launch_url: "https://games.example/embed/CODE?ticket=…&language=EN" },
  },
  {
    path: "launcher/demo",
    says: "The same for nobody: no wallet is asked, and no round is kept.",
    body: { casino_id: "laro", game: "DICE", locale: "fil" },
    answer: { launch_url: "https://games.example/embed/CODE?ticket=…&language=TY" },
  },
  {
    path: "games",
    says: "The games you take. The payout is what the game's mathematics pay, in percent; amounts are in the player's currency.",
    body: { casino_id: "laro" },
    answer: { games: [describeGame({ currencies: [account.currency], stakeMaxMinor: null }, "DICE")] },
  },
  {
    path: "freespins/issue",
    says: `Free rounds for a player, at your cost: one game, a stake it can be played for, 1 to ${FREE_ROUNDS_MAX} rounds, within ${FREE_ROUNDS_DAYS_MAX} days. Given once for your <code>issue_id</code>; asked again with the same content, you hear the same.`,
    body: { casino_id: "laro", issue_id: "gift-1", account, games: ["DICE"], freespins_quantity: 10, stake: "5.00", valid_until: "2026-10-05T16:00:00.000Z" },
    answer: {},
  },
  {
    path: "freespins/cancel",
    says: "Takes them back as far as they are not played. What those that were played won is told to your wallet.",
    body: { casino_id: "laro", issue_id: "gift-1" },
    answer: {},
  },
  {
    path: "round",
    says: "Where a round stands: <code>open</code>, <code>finished</code>, <code>cancelled</code>, or <code>unknown</code>.",
    body: { account_id: account.id, round_id: "0197d2a4-3f6e-8c11-9b2a-5d0c4e7f8a01" },
    answer: { state: "finished" },
  },
  {
    path: "report",
    says: "A span of up to 26 hours of your players' rounds as <code>sums</code>, <code>accounts</code> or <code>entries</code> of one account. It is told as <a href=\"/gateway/docs#report\">vendors' reports</a> are: the same fields, the same digest. A round counts when it is drawn, free rounds once when they end, as a prize under your <code>issue_id</code>.",
    body: { level: "sums", from: "2026-10-04T16:00:00.000Z", until: "2026-10-05T16:00:00.000Z" },
    answer: { entries: 2, stake: "10.00", win: "25.00", rollback: "0.00", prize: "0.00", digest: "8951056045542749038" },
  },
];

/** What we ask of a partner's wallet. */
const theirs: readonly Call[] = [
  { path: "balance", says: "What the player holds, as a game opens.", body: about, answer: { balance: "100.00" } },
  {
    path: "betwin",
    says: "The stake, before anything is drawn; then, under another id, what was won, which ends the round.",
    body: { ...about, round_id: "0197…", transactions: [{ id_provider: "0197…-bet", type: "bet", amount: "10.00" }] },
    answer: { round_id: "r-1", transactions: [{ id_provider: "0197…-bet", id: "t-1" }], balance: "90.00" },
  },
  { path: "finish", says: "The end of a round that won nothing.", body: { ...about, round_id: "0197…" }, answer: { balance: "90.00" } },
  {
    path: "rollback",
    says: "A stake is given back, only while nothing is drawn. One that never came is answered too, and never counts when it comes later.",
    body: { ...about, round_id_provider: "0197…", finished: true, transactions: [{ id_provider: "0197…-rollback", original_id_provider: "0197…-bet" }] },
    answer: { balance: "100.00", transactions: [{ id_provider: "0197…-rollback", id: "t-2" }] },
  },
  {
    path: "freespins/finish",
    says: "The end of free rounds you gave, and what all of them won, perhaps nothing. Their rounds are not told one by one.",
    body: { account_id: account.id, currency: account.currency, game_id: "DICE", issue_id: "gift-1", amount: "12.50" },
    answer: { balance: "112.50" },
  },
];

const rules = [
  ["Before the draw", "Your wallet takes the stake, then the round is drawn: nobody can refuse a round by its outcome, and none that is drawn is rolled back."],
  ["Repeats", "An id counts once, for ever. What you did not answer comes again under the same id: answer as the first time."],
  [
    "Silence",
    `We wait ${SEND_MS / 1_000} seconds. A stake is asked for four times within thirty seconds, then rolled back until you hear it, and the bet does not count. A win is sent again for ${PARTNER_HELD_HOURS} hours, then by an officer.`,
  ],
  [
    "Refusals",
    "HTTP 400 with <code>invalid_argument</code> and <code>meta.api_code</code>. A player is told what <code>100</code> (balance), <code>105</code> (limit), <code>106</code> (stake), <code>107</code> (game) and <code>110</code> (player) mean, any other as a bet you did not take. HTTP 500 with <code>internal</code> is a silence.",
  ],
  [
    "Room",
    `We answer up to ${CALLS.ofOne.atOnceMax} calls of yours at once and one report; ${CALLS.ofOne.waitingMax} more and ${REPORTS.ofOne.waitingMax} reports wait their turn, and a minute has room for ${PARTNER_RATE.count}. Beyond that you hear HTTP 503 with <code>internal</code>: nothing was done, ask again a little later.`,
  ],
  ["Proof", "Each player has seeds of their own, promised before they count. In the game they change them and compute every round again."],
  ["Pace and stakes", "The game keeps them: a player has one round at a time within its pace, and stakes between its bounds and yours."],
] as const;

const json = (value: object): string => escape(JSON.stringify(value, null, 2));

const renderCall = ({ path, says, body, answer }: Call, prefix: string): string =>
  `<article id="${prefix}-${path}"><h3><a href="#${prefix}-${path}"><span>POST</span> …/${path}</a></h3><p>${says}</p><details open><summary>Body</summary><pre tabindex="0">${json(body)}</pre></details><details open><summary>Answer</summary><pre tabindex="0">${json(answer)}</pre></details></article>`;

/** How operators take our games, as a page without script; every figure and the worked signature are the code's own. */
export function renderPartnerDocs(): string {
  const body = JSON.stringify(ours[0]!.body);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laro games for operators</title>
<link rel="stylesheet" href="/gateway/docs.css"></head><body><header><h1>Laro games for operators</h1>
<p>How another operator's players play our games with that operator's wallet. The SoftSwiss dialect, contract v.2026.03.03; games: ${partnerGames.join(", ")}.</p><dl>
<dt>Address</dt><dd><code>POST /gateway/partners/CODE/…</code> under the host you were given; CODE is yours.</dd>
<dt>Your wallet</dt><dd>At the https address you named, on port 443 or 8443 of a public machine.</dd>
<dt>Frames</dt><dd>The sites you named may frame <code>/embed/CODE</code>, and no others.</dd>
<dt>Keys</dt><dd>One secret signs your calls, another ours. Two officers put each into force; two can be live while one takes over from the other.</dd></dl></header>
<nav aria-label="Parts"><a href="#signature">Signature</a><a href="#ours">You ask</a><a href="#theirs">You answer</a><a href="#rules">Rules</a><a href="#try">Try it</a></nav><main>
<section id="signature"><h2>Signature</h2><article><p>The header <code>X-REQUEST-SIGN</code> is the HMAC-SHA256 of the body's bytes exactly as they are sent, keyed with the secret's bytes, as 64 hexadecimal digits in small letters. A wrong one is answered with HTTP 403, before anything is read.</p>
<p>To check yourself against, a secret that opens nothing:</p><pre id="example-secret" tabindex="0">${escape(EXAMPLE_SECRET)}</pre><p>This body, without a newline at its end:</p><pre id="example-body" tabindex="0">${escape(body)}</pre><p>Its signature:</p><pre id="example-signature" tabindex="0">${sign(Buffer.from(body), Buffer.from(EXAMPLE_SECRET))}</pre></article></section>
<section id="ours"><h2>You ask</h2>${ours.map((call) => renderCall(call, "ask")).join("")}</section>
<section id="theirs"><h2>You answer</h2>${theirs.map((call) => renderCall(call, "answer")).join("")}</section>
<section id="rules"><h2>Rules</h2><article><dl>${rules.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join("")}</dl></article></section>
<section id="try"><h2>Try it</h2><article><p>Sixty cases against your wallet come with the source; each ends where it began or says what stands open:</p>
<pre tabindex="0">npm run laro -- validator --url https://… --secret-file FILE --account ID --currency PHP --game DICE --remote</pre></article></section></main></body></html>`;
}
