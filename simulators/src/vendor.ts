/**
 * Every test vendor of the sandbox, as a process of its own: it says where a game is shown, and shows one of four stand-ins for whatever the cover promised: in play
 * credits, or with the money of the wallet that asked.
 *
 * For the platform, signed with the vendor's secret as the wallet's calls are: POST /softswiss/VENDOR/launcher/demo and /launcher/real answer { launch_url }; /round
 * { account_id, round_id } answers { state }: open, finished, cancelled or unknown; /freespins/issue and /freespins/cancel take free rounds and take them back;
 * /report { from, until, level: sums | accounts | entries } answers a day of its books; /jackpots { currency, games } what the jackpots of those games stand at.
 * For the platform as Hub88's operators call it, signed with the platform's own key: POST /hub88/VENDOR/operator/generic/v2/game/url answers { url } of a game without
 * money, or with what a player has in the vendor's own wallet; …/transfer_wallet/deposit, /withdraw and /balance move money into such wallets and out of them, and
 * …/transactions/list tells what was played with it.
 * For players: GET /play?session= (a page), POST /spin, POST /credits. For anyone: GET /health, GET /standins says each stand-in's exact figures.
 * For tests, with the secret as the header `x-vendor-secret`: GET /purses says what lies in the vendors' own wallets; POST /purses/play { vendor, player, currency, game,
 * stake, win } plays a round there, in minor units; POST /purses/tell { vendor, item } lists an item as it is; POST /faults { fault, count }: slow-launch,
 * foreign-launch-url, own-window, html, dead; for wallets of its own: transfer-done-unsaid, transfer-lost, transfer-late, transfer-twice, transfer-refused, transfer-slow;
 * for what is played there: records-late, records-missing, records-twice, records-amount, records-changed;
 * for rounds with money: twice, win-before-bet, no-finish, late-win, wrong-signature, drop-answer, rollback-after-win, two-rollbacks, fraction, undo-last-win; for free
 * rounds: dead-at-issue (taken, and not answered), issue-refused, finish-twice, finish-other-amount, finish-unknown, finish-too-much; for jackpots: jackpots-too-many,
 * jackpots-other-currency, jackpots-unknown-game, jackpots-finer, jackpots-nonsense; and { fault, flow?, vendor? } for the report of what
 * was played last: report-omit, report-extra, report-amount, report-other-day, report-other-player. PUT /clock { at, since? } sets its clock, and since when its books are
 * whole: days that began before are not told.
 *
 * Environment: VENDOR_PORT, VENDOR_HOST (127.0.0.1), VENDOR_SECRET, VENDOR_FRAME (the origins that may frame a game, separated by
 * blanks), VENDOR_KEY (the platform's public key as base64 of SPKI, DER; without it no vendor has a wallet of its own), VENDOR_WALLET (the platform's wallet for vendors, to which a vendor's code is added; without it nobody plays for money).
 */
import { randomBytes, randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readBody } from "./body.ts";
import { isSameSecret } from "./psp.signature.ts";
import { cancelIssue, freeFaults, issueFor, playFree, takeIssue } from "./vendor.free.ts";
import { jackpotFaults, tellJackpots } from "./vendor.jackpots.ts";
import { goneSession, playPage, playScript, playStyle, type Shown } from "./vendor.page.ts";
import { type Playing, recordFaults, Records } from "./vendor.records.ts";
import { plant, report, reportFaults, setClock } from "./vendor.report.ts";
import { figuresOf, play, standInOf, volatilityOf, type StandIn } from "./vendor.standins.ts";
import { isSignedByKey, publicKeyOf, purseFaults, Purses, readPurseCall } from "./vendor.purses.ts";
import { askBalance, bet, isSigned, type Purse, roundFaults, roundState, secretOf } from "./vendor.wallet.ts";

const setting = (name: string): string => {
  const value = process.env[name] ?? "";
  if (value !== "") return value;
  process.stderr.write(`The vendor simulator needs ${name}: VENDOR_PORT says where to listen, and VENDOR_SECRET who may ask for a launch.\n`);
  return process.exit(1);
};

const port = Number(setting("VENDOR_PORT"));
const host = process.env["VENDOR_HOST"] ?? "127.0.0.1";
const secret = setting("VENDOR_SECRET");
const frames = process.env["VENDOR_FRAME"] ?? "'none'";
const wallet = process.env["VENDOR_WALLET"];
const key = process.env["VENDOR_KEY"] === undefined ? undefined : publicKeyOf(process.env["VENDOR_KEY"]);
const purses = new Purses();
const records = new Records();

const REQUEST_TIMEOUT_MS = 10_000;
const SLOW_MS = 20_000;
const SESSIONS_MAX = 2_000;
const TITLE_MAX = 100;
const COUNT_MAX = 1_000;
const CREDITS = 1_000_000;
/** A line's stake in play credits; other stand-ins stake as much as a hundred of them. */
const LINE_STAKE = 100;

const faults = [
  "slow-launch",
  "foreign-launch-url",
  "own-window",
  "html",
  "dead",
  "dead-at-issue",
  "issue-refused",
  ...roundFaults,
  ...freeFaults,
  ...jackpotFaults,
  ...purseFaults,
  ...recordFaults,
] as const;
type Fault = (typeof faults)[number];
const orders = new Map<Fault, number>();
function take(fault: Fault): boolean {
  const left = orders.get(fault) ?? 0;
  if (left > 0) orders.set(fault, left - 1);
  return left > 0;
}

interface Session extends Omit<Shown, "returnPercent" | "stakes"> {
  credits: number;
  /** Where money is played with: a wallet that is asked, or the vendor's own. */
  readonly purse: Purse | undefined;
  readonly own: Playing | undefined;
}
const sessions = new Map<string, Session>();

type Answer = { readonly status: number; readonly type: string; readonly text: string };
const json = (value: object, status = 200): Answer => ({ status, type: "application/json", text: JSON.stringify(value) });
const page = (text: string, status = 200): Answer => ({ status, type: "text/html; charset=utf-8", text });
const malformed = json({ error: "malformed" }, 400);

const percentOf = (standIn: StandIn): string => (figuresOf(standIn).rtpBps / 100).toFixed(2);
const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, TITLE_MAX) : "");

interface Asked {
  readonly game?: unknown;
  readonly title?: unknown;
  readonly locale?: unknown;
  readonly session_id?: unknown;
  readonly account?: { readonly id?: unknown; readonly currency?: unknown };
}

/** Opens a session of a game; the oldest one ends where there are too many. */
function launch(body: string, { vendor, mode, own }: { vendor: string; mode: string; own?: Playing | undefined }): Answer {
  const { game, title, locale, session_id: session, account } = JSON.parse(body) as Asked;
  const standIn = standInOf(String(game));
  if (standIn === undefined) return json({ error: "unknown game" }, 404);
  if (mode === "real" && (wallet === undefined || account === undefined)) return json({ error: "no wallet" }, 400);
  const id = randomBytes(18).toString("base64url");
  const purse =
    mode === "real"
      ? {
          vendor,
          url: `${wallet}/${vendor}`,
          secret: secretOf(secret, vendor),
          ref: textOf(account?.id),
          currency: textOf(account?.currency),
          game: String(game),
          session: textOf(session),
        }
      : undefined;
  const language = textOf(locale).toUpperCase();
  sessions.set(id, { standIn, title: textOf(title), vendor, language, credits: CREDITS, purse, own, isReal: purse !== undefined || own !== undefined });
  for (const oldest of sessions.keys()) if (sessions.size > SESSIONS_MAX) sessions.delete(oldest);
  if (take("foreign-launch-url")) return json({ launch_url: `https://elsewhere.example/play?session=${id}` });
  const framed = !take("own-window");
  return json({ launch_url: `http://${host}:${port}/play?session=${id}`, framed });
}

/** A game, asked for as Hub88's operators do: without money, or with a player's own wallet here. */
function launchHub88(body: string, vendor: string): Answer {
  const { game_code: game, lang, user, currency } = JSON.parse(body) as { game_code?: unknown; lang?: unknown; user?: unknown; currency?: unknown };
  const own = typeof user === "string" ? { vendor, player: textOf(user), currency: textOf(currency), game: String(game) } : undefined;
  const launched = launch(JSON.stringify({ game, title: game, locale: lang }), { vendor, mode: "demo", own });
  const { launch_url: url } = JSON.parse(launched.text) as { launch_url?: unknown };
  return url === undefined ? launched : json({ url });
}

/** A call of the platform that is signed with its own key. */
function answerHub88(request: IncomingMessage, name: string, body: string): Outcome | undefined {
  const call = readPurseCall(name);
  const [launched, listed] = [LAUNCHED.exec(name)?.[1], LISTED.exec(name)?.[1]];
  if (key === undefined || (call === undefined && launched === undefined && listed === undefined)) return undefined;
  if (!isSignedByKey(body, String(request.headers["x-hub88-signature"] ?? ""), key)) return { answer: json({ status: "RS_ERROR_INVALID_SIGNATURE" }) };
  if (take("dead")) return {};
  if (take("html")) return { answer: page("<p>Sorry.</p>") };
  if (launched !== undefined) return { answer: launchHub88(body, launched), afterMs: take("slow-launch") ? SLOW_MS : 0 };
  if (listed !== undefined) return { answer: json(records.list(listed, body)) };
  const { answer, afterMs = 0 } = purses.call(call!, body, call!.action === "balance" ? undefined : purseFaults.find(take));
  return answer === undefined ? {} : { answer: json(answer), afterMs };
}

/** What became of a round, truly. */
function tellRound(body: string): Answer {
  const { account_id: ref, round_id: round } = JSON.parse(body) as { account_id?: unknown; round_id?: unknown };
  return json({ round_id: round, state: roundState(String(ref), String(round)) });
}

/** A day of its books; nothing of one it does not know whole. */
function tellDay(body: string, vendor: string): Answer {
  const told = report(vendor, JSON.parse(body) as object);
  return told === undefined ? json({ error: "unknown day" }, 404) : json(told);
}

function order(body: string): Answer {
  const { fault, count = 1, flow, vendor } = JSON.parse(body) as { fault?: unknown; count?: unknown; flow?: unknown; vendor?: unknown };
  const ofReport = reportFaults.find((one) => one === fault);
  if (ofReport !== undefined) return plant(ofReport, { flow, vendor }) ? json({}) : json({ error: "no such entry" }, 409);
  const known = faults.find((one) => one === fault);
  if (known === undefined || !Number.isInteger(count) || Number(count) > COUNT_MAX) return malformed;
  orders.set(known, Number(count));
  return json({});
}

function wind(body: string): Answer {
  const { at, since } = JSON.parse(body) as { at?: unknown; since?: unknown };
  if (!Number.isInteger(at) || (since !== undefined && !Number.isInteger(since))) return malformed;
  setClock({ at: Number(at), ...(since === undefined ? {} : { since: Number(since) }) });
  return json({});
}

/** What may be staked for money, in minor units: so that every pay is a whole one. */
const stakesOf = ({ kind, lines }: StandIn): readonly number[] =>
  kind === "reels" ? [1, 4, 10, 20, 100].map((line) => line * lines) : [100, 200, 500, 1_000, 2_000, 5_000];

/** One round with the wallet's money: decided first, then stake and win in one call. */
async function spinForMoney({ standIn, purse, vendor }: Session & { readonly purse: Purse }, place: number): Promise<Answer> {
  const stakes = stakesOf(standIn);
  const stake = stakes[place] ?? stakes[0]!;
  const free = issueFor(vendor, purse);
  const { shown, wonLines, pays } = play(standIn, randomInt);
  const win = Math.floor((pays * (free?.stake ?? stake)) / (100 * standIn.lines));
  if (free !== undefined) {
    await playFree(free, purse, { win, fault: free.used + 1 === free.rounds ? freeFaults.find(take) : undefined });
    return json({ shown, wonLines, bet: 0, win: win / 100, credits: (await askBalance(purse)) ?? "…", free: { at: free.used, of: free.rounds } });
  }
  const played = await bet(purse, { stake, win }, roundFaults.find(take));
  return json("refused" in played ? played : { shown, wonLines, bet: stake / 100, win: win / 100, credits: played.balance });
}

/** One round with what lies in the vendor's own wallet. */
function spinOwn({ standIn, own }: Session & { readonly own: Playing }, place: number): Answer {
  const stakes = stakesOf(standIn);
  const stake = stakes[place] ?? stakes[0]!;
  const { shown, wonLines, pays } = play(standIn, randomInt);
  const win = Math.floor((pays * stake) / (100 * standIn.lines));
  const played = playOwn(own, { stake, win });
  return json(played.refused === undefined ? { shown, wonLines, bet: stake / 100, win: win / 100, credits: played.balance } : played);
}

function playOwn(own: Playing, amounts: { stake: number; win: number }): { refused?: string; balance: string } {
  const played = purses.play(own, amounts);
  if (played.refused === undefined) records.keep(own, amounts, recordFaults.find(take));
  return played;
}

/** A round that a test decides. */
function playForTest(body: string): Answer {
  const { stake, win, ...own } = JSON.parse(body) as Playing & { stake: number; win: number };
  return json(playOwn(own, { stake, win }));
}

/** What a test wants to be told of, whatever it is. */
function tellForTest(body: string): Answer {
  const { vendor, item } = JSON.parse(body) as { vendor: string; item: { kind: string; amount: number } };
  records.tell(vendor, item);
  return json({});
}

/** One round; whoever has too few play credits left gets new ones first. */
function spin(session: Session, query: URLSearchParams): Answer | Promise<Answer> {
  const { standIn, purse, own } = session;
  if (own !== undefined) return spinOwn({ ...session, own }, Number(query.get("stake")));
  if (purse !== undefined) return spinForMoney({ ...session, purse }, Number(query.get("stake")));
  const stake = LINE_STAKE * (standIn.kind === "reels" ? standIn.lines : 100);
  if (session.credits < stake) session.credits = CREDITS;
  const { shown, wonLines, pays } = play(standIn, randomInt);
  // Hundredths of a line's stake, or of the whole one.
  const win = (pays * (standIn.kind === "reels" ? LINE_STAKE : stake)) / 100;
  session.credits += win - stake;
  return json({ shown, wonLines, bet: stake, win, credits: session.credits });
}

async function refill(session: Session): Promise<Answer> {
  session.credits = CREDITS;
  const { own } = session;
  const credits = own !== undefined ? purses.balanceOf(own) : session.purse === undefined ? session.credits : await askBalance(session.purse);
  const free = session.purse && issueFor(session.vendor, session.purse);
  const waiting = free === undefined ? {} : { free: { at: free.used, of: free.rounds } };
  return json({ shown: play(session.standIn, randomInt).shown, credits: credits ?? "…", ...waiting });
}

/** What the stand-ins are, for whoever states their figures elsewhere. */
function listStandIns(): Answer {
  const standIns: readonly StandIn[] = [
    ...[1, 5, 10, 20, 25, 40, 50, 100].map((lines) => ({ kind: "reels", lines }) as const),
    ...(["wheel", "cards", "coin"] as const).map((kind) => ({ kind, lines: 1 })),
  ];
  return json({ list: standIns.map((standIn) => ({ ...standIn, rtpBps: figuresOf(standIn).rtpBps, volatility: volatilityOf(standIn) })) });
}

const ofSession: Readonly<Record<string, (session: Session, query: URLSearchParams) => Answer | Promise<Answer>>> = {
  "GET /play": (session) => page(playPage({ ...session, returnPercent: percentOf(session.standIn), stakes: stakesOf(session.standIn) })),
  "POST /spin": spin,
  "POST /credits": refill,
};
const open: Readonly<Record<string, () => Answer>> = {
  "GET /health": () => json({ alive: true }),
  "GET /standins": listStandIns,
  "GET /play.js": () => ({ status: 200, type: "text/javascript; charset=utf-8", text: playScript }),
  "GET /play.css": () => ({ status: 200, type: "text/css; charset=utf-8", text: playStyle }),
};
const LAUNCHED = /^POST \/hub88\/([A-Z0-9]{1,16})\/operator\/generic\/v2\/game\/url$/;
const LISTED = /^POST \/hub88\/([A-Z0-9]{1,16})\/operator\/generic\/v2\/transactions\/list$/;

/** Free rounds: taken or taken back. */
function answerFree(vendor: string, path: string, text: string): Outcome {
  if (path.endsWith("cancel")) return sayFree(cancelIssue(vendor, text));
  if (take("issue-refused")) return sayFree({ status: 400, body: { code: "invalid_argument", msg: "no free rounds here" } });
  const taken = takeIssue(vendor, text, (code) => standInOf(code) !== undefined);
  return take("dead-at-issue") ? {} : sayFree(taken);
}
const sayFree = ({ status, body }: { status: number; body: object }): Outcome => ({ answer: json(body, status) });
const ASKED = /^POST \/softswiss\/([A-Z0-9]{1,16})\/(?:launcher\/(demo|real)|(round|report|jackpots|freespins\/(?:issue|cancel)))$/;
const ofTests: Readonly<Record<string, (body: string) => Answer>> = {
  "GET /purses": () => json(purses.books()),
  "POST /purses/play": playForTest,
  "POST /purses/tell": tellForTest,
  "POST /faults": order,
  "PUT /clock": wind,
};

interface Outcome {
  readonly answer?: Answer;
  readonly afterMs?: number;
}

async function respond(request: IncomingMessage): Promise<Outcome> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://vendor");
  const name = `${request.method} ${pathname}`;
  const body = await readBody(request);
  if (body === undefined) return { answer: json({ error: "too large" }, 413) };
  const told = ofTests[name];
  if (told !== undefined)
    return { answer: isSameSecret(secret, String(request.headers["x-vendor-secret"] ?? "")) ? told(body) : json({ error: "secret" }, 401) };
  const asOperator = answerHub88(request, name, body);
  if (asOperator !== undefined) return asOperator;
  const [, vendor, mode, what] = ASKED.exec(name) ?? [];
  if (vendor !== undefined) {
    if (!isSigned(body, String(request.headers["x-request-sign"] ?? ""), secretOf(secret, vendor))) return { answer: json({ error: "signature" }, 403) };
    if (take("dead")) return {};
    if (take("html")) return { answer: page("<p>Sorry.</p>") };
    if (what?.startsWith("freespins/")) return answerFree(vendor, what, body);
    if (what === "jackpots") return { answer: json(tellJackpots(vendor, body, jackpotFaults.find(take))) };
    if (mode === undefined) return { answer: what === "report" ? tellDay(body, vendor) : tellRound(body) };
    return { answer: launch(body, { vendor, mode }), afterMs: take("slow-launch") ? SLOW_MS : 0 };
  }
  const shown = ofSession[name];
  if (shown === undefined) return { answer: open[name]?.() ?? json({ error: "unknown" }, 404) };
  const session = sessions.get(searchParams.get("session") ?? "");
  return { answer: session === undefined ? page(goneSession, 410) : await shown(session, searchParams) };
}

const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${frames}`;

function send(response: ServerResponse, { answer, afterMs = 0 }: Outcome): void {
  if (answer === undefined) {
    response.destroy();
    return;
  }
  const heads = { "content-type": answer.type, "cache-control": "no-store", "content-security-policy": policy, "x-content-type-options": "nosniff" };
  setTimeout(() => response.writeHead(answer.status, heads).end(answer.text), afterMs);
}

const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
  respond(request).then(
    (outcome) => send(response, outcome),
    () => send(response, { answer: malformed }),
  );
});
server.listen(port, host);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0));
