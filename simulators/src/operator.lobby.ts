import { createHmac, randomUUID } from "node:crypto";
import { formatAmount } from "@laro/contract/core/money";
import type { OperatorWallet } from "./operator.wallet.ts";

/** The one player of the lobby, and what it begins with. */
export const LOBBY_PLAYER = "guest";
export const LOBBY_BALANCE_MINOR = 1_000_00n;

const ANSWER_WITHIN_MS = 10_000;
const GIFT = { rounds: 5, stake: "5.00" } as const;
const DAY_MS = 24 * 60 * 60_000;

/** A site of the operator's that offers its vendor's games: where the vendor serves it, and what is signed there with. */
export interface Lobby {
  readonly vendorUrl: string;
  readonly secret: Buffer;
  readonly currency: string;
  readonly wallet: OperatorWallet;
}

/** What the site answers: a page, a text it is made of, or where to go on. */
export type LobbyAnswer =
  | { readonly status: number; readonly type: string; readonly text: string; readonly frames?: string }
  | { readonly status: 303; readonly to: string };

interface Game {
  readonly game: string;
  readonly title: string;
  readonly payout: string;
  readonly stake_min: string;
  readonly stake_max: string;
}

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** One signed call to the vendor; undefined where it refused or did not answer. */
async function ask<Said>({ vendorUrl, secret }: Lobby, path: string, content: object): Promise<Said | undefined> {
  const body = JSON.stringify(content);
  const headers = { "content-type": "application/json", "x-request-sign": createHmac("sha256", secret).update(body).digest("hex") };
  try {
    const answer = await fetch(`${vendorUrl}/${path}`, { method: "POST", headers, body, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return answer.ok ? ((await answer.json()) as Said) : undefined;
  } catch {
    return undefined;
  }
}

const listGames = async (lobby: Lobby): Promise<readonly Game[]> => (await ask<{ games: Game[] }>(lobby, "games", {}))?.games ?? [];
const balanceOf = ({ wallet, currency }: Lobby): string => `${currency} ${formatAmount(wallet.balanceOf(LOBBY_PLAYER) ?? 0n)}`;

/** Answers what a browser asks of the site; undefined for what is not there. */
export async function answerLobby(
  lobby: Lobby,
  { name, query, body }: { name: string; query: URLSearchParams; body: Buffer },
): Promise<LobbyAnswer | undefined> {
  switch (name) {
    case "GET /":
      return page(home(lobby, await listGames(lobby), query.get("given")));
    case "GET /play":
      return openGame(lobby, query);
    case "POST /gift":
      return giveRounds(lobby, new URLSearchParams(body.toString("utf8")).get("game") ?? "");
    case "GET /purse":
      return { status: 200, type: "application/json", text: JSON.stringify({ balance: balanceOf(lobby) }) };
    case "GET /lobby.js":
      return { status: 200, type: "text/javascript; charset=utf-8", text: script };
    default:
      return undefined;
  }
}

/** Opens a game in a frame of the site, as its player or for nothing. */
async function openGame(lobby: Lobby, query: URLSearchParams): Promise<LobbyAnswer> {
  const [game, isDemo] = [query.get("game") ?? "", query.get("mode") === "demo"];
  const account = { id: LOBBY_PLAYER, currency: lobby.currency };
  const about = { casino_id: "laro", game, locale: "en", client_type: "desktop", session_id: randomUUID(), urls: {} };
  const said = await ask<{ launch_url: string }>(lobby, isDemo ? "launcher/demo" : "launcher/real", isDemo ? about : { ...about, account });
  if (said === undefined) return page(`${head(lobby)}<main><h1>This game did not open</h1><p><a href="/">Back to the games</a></p></main>`, 502);
  const title = escape((await listGames(lobby)).find((one) => one.game === game)?.title ?? game);
  const frame = `<iframe title="${title}" src="${escape(said.launch_url)}" allow="fullscreen"></iframe>`;
  const main = `<main class="game"><p><a href="/">Back to the games</a></p><h1>${title}</h1>${frame}</main>`;
  return page(`${head(lobby)}${main}`, 200, new URL(said.launch_url).origin);
}

/** Gives the player free rounds in a game, which the next opening of it begins with. */
async function giveRounds(lobby: Lobby, game: string): Promise<LobbyAnswer> {
  const account = { id: LOBBY_PLAYER, currency: lobby.currency };
  const gift = { freespins_quantity: GIFT.rounds, stake: GIFT.stake, valid_until: new Date(Date.now() + DAY_MS).toISOString() };
  const said = await ask<object>(lobby, "freespins/issue", { casino_id: "laro", issue_id: randomUUID(), account, games: [game], ...gift });
  return { status: 303, to: `/?given=${said === undefined ? "refused" : encodeURIComponent(game)}` };
}

const head = (lobby: Lobby): string =>
  `<header><p class="name">Test casino</p><p class="test">A foreign operator, simulated</p><p class="purse">Wallet of this casino: <output>${escape(balanceOf(lobby))}</output></p></header>`;

function home(lobby: Lobby, games: readonly Game[], given: string | null): string {
  const title = games.find(({ game }) => game === given)?.title;
  const gift = given === "refused" ? "No free rounds were given: the player has as many as may be open." : `${GIFT.rounds} free rounds wait in ${title ?? ""}.`;
  const told = given === null || (title === undefined && given !== "refused") ? "" : `<p class="told" role="status">${escape(gift)}</p>`;
  const none = games.length > 0 ? "" : `<p class="told" role="status">The platform offers no games to this casino at the moment.</p>`;
  return `${head(lobby)}<main><h1>Games by Laro</h1><p>They run on the platform and open in a frame of this site. Stakes and wins move in this casino's own wallet, by the public protocol.</p>${told}${none}<ul>${games.map(card).join("")}</ul></main>`;
}

const card = ({ game, title, payout, stake_min: least, stake_max: most }: Game): string => {
  const code = escape(game);
  const name = escape(title);
  return `<li><svg viewBox="0 0 120 64" aria-hidden="true">${pictures[game] ?? ""}</svg><h2>${name}</h2><p>Returns ${escape(payout)} %<br>Stakes ${escape(least)} to ${escape(most)}</p>
<p class="doors"><a class="door" href="/play?game=${encodeURIComponent(game)}">Play<span> ${name}</span></a><a href="/play?game=${encodeURIComponent(game)}&amp;mode=demo">Try<span> ${name}</span> for nothing</a></p>
<form method="post" action="/gift"><button name="game" value="${code}">Give ${GIFT.rounds} free rounds<span> in ${name}</span></button></form></li>`;
};

const dots = (places: readonly (readonly [number, number])[]): string => places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.4"/>`).join("");
const pictures: Readonly<Record<string, string>> = {
  DICE: `<rect x="38" y="10" width="44" height="44" rx="10" fill="none" stroke="currentColor" stroke-width="4"/>${dots([
    [50, 22],
    [70, 22],
    [60, 32],
    [50, 42],
    [70, 42],
  ])}`,
  LIMBO: `<path d="M20 54C52 54 74 44 96 12m0 0-16 4m16-4 2 16" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
  PLINKO: dots([12, 27, 42, 57].flatMap((y, row) => Array.from({ length: row + 2 }, (_, at) => [60 + (at - (row + 1) / 2) * 18, y] as const))),
  WHEEL: `<circle cx="60" cy="32" r="25" fill="none" stroke="currentColor" stroke-width="4"/><path d="M60 7v50M35 32h50M42 14l36 36M78 14 42 50" stroke="currentColor" stroke-width="2"/>`,
};

const page = (body: string, status = 200, frames = "'none'"): LobbyAnswer => ({
  status,
  type: "text/html; charset=utf-8",
  frames,
  text: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Test casino</title>
<link rel="icon" href="data:,"><style>${style}</style><script src="/lobby.js" type="module"></script></head><body>${body}</body></html>`,
});

const style = `*{box-sizing:border-box}html{color-scheme:light dark}
body{margin:0;min-height:100vh;background:light-dark(#f4efe6,#1a1712);color:light-dark(#2b2218,#f1e9dc);font:16px/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;padding:12px 20px;background:light-dark(#fffaf0,#26211a);border-bottom:1px solid light-dark(#d9ccb5,#453b2d)}
header p{margin:0}.name{font-size:20px;font-weight:800}.test{padding:2px 12px;border-radius:99px;background:#7a2e1d;color:#fff;font-size:14px;font-weight:700}.purse{margin-inline-start:auto}output{font-weight:800}
main{max-width:1080px;margin:0 auto;padding:20px}h1{margin:0 0 8px;font-size:24px}h2{margin:8px 0 0;font-size:18px}ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:16px;margin:16px 0 0;padding:0;list-style:none}
li{padding:16px;border-radius:16px;background:light-dark(#fff,#26211a)}li svg{display:block;width:100%;height:96px;border-radius:10px;background:light-dark(#efe3cd,#3a3024);color:light-dark(#7a2e1d,#f0b37a)}li svg circle{fill:currentColor}li svg circle[fill=none]{fill:none}
a{color:light-dark(#7a2e1d,#f0b37a)}.doors{display:flex;gap:12px;align-items:center;margin:8px 0}.door,button{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border:0;border-radius:12px;background:#7a2e1d;color:#fff;font:600 16px system-ui,sans-serif;text-decoration:none;cursor:pointer}
button{background:light-dark(#efe3cd,#3a3024);color:inherit}.doors span,button span{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}:focus-visible{outline:3px solid #d97706;outline-offset:2px}
.told{padding:10px 14px;border-radius:12px;background:light-dark(#e4f2e2,#23361f)}.game{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;align-items:baseline;padding:8px 20px 20px}.game p,.game h1{margin:0}.game iframe{grid-column:1/-1}iframe{display:block;width:100%;height:max(640px,calc(100vh - 150px));border:0;border-radius:16px;background:light-dark(#fff,#26211a)}`;

/** Runs in the browser: what the wallet holds, while the page is looked at. */
const script = `
const purse = document.querySelector("output");
const look = async () => {
  if (document.hidden) return;
  const { balance } = await (await fetch("/purse")).json();
  if (purse.textContent !== balance) purse.textContent = balance;
};
setInterval(() => look().catch(() => {}), 1500);
`;
