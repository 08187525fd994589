import type { StandIn } from "./vendor.standins.ts";

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

export interface Shown {
  readonly standIn: StandIn;
  readonly title: string;
  readonly vendor: string;
  readonly language: string;
  readonly returnPercent: string;
  /** Whether it is played with the wallet's money. */
  readonly isReal: boolean;
  /** What may be staked, in minor units. */
  readonly stakes: readonly number[];
}

/** The words of the page by language; the first is what is spoken elsewhere. */
const words = {
  EN: {
    lang: "en",
    test: "Test vendor",
    standsIn: (what: string, title: string) => `${what} stand in here for what the cover of “${title}” shows.`,
    kinds: {
      reels: (lines: number) => `Reels with ${lines} lines`,
      wheel: () => "A wheel and its hundred segments",
      cards: () => "Two cards",
      coin: () => "A coin and its two sides",
    },
    exact: (percent: string) => `Exact return ${percent} %.`,
    credits: "Play credits, no money:",
    play: "Play",
    again: "New credits",
    balance: "Your balance:",
    stake: "Stake",
    free: "Free round {0} of {1}",
    outcomes: { win: "You win", back: "Returned", lose: "No win this time" },
    paused: {
      realityCheck: "Paused: the site asks you to look up.",
      limits: "Paused: a limit of yours.",
      maintenance: "Paused: maintenance.",
      other: "Paused.",
    },
    refused: {
      100: "Not enough money for this stake.",
      105: "A limit of yours stops this stake.",
      106: "This stake is too high.",
      other: "The bet did not count.",
    },
  },
  TY: {
    lang: "tl",
    test: "Pansubok na vendor",
    standsIn: (what: string, title: string) => `${what} ang kahalili rito ng ipinapakita ng pabalat ng “${title}”.`,
    kinds: {
      reels: (lines: number) => `Mga reel na may ${lines} linya`,
      wheel: () => "Isang gulong na may sandaang bahagi",
      cards: () => "Dalawang baraha",
      coin: () => "Isang barya at ang dalawang mukha nito",
    },
    exact: (percent: string) => `Eksaktong balik ${percent} %.`,
    credits: "Pansubok na kredito, hindi pera:",
    play: "Maglaro",
    again: "Bagong kredito",
    balance: "Ang balanse mo:",
    stake: "Taya",
    free: "Libreng round {0} sa {1}",
    outcomes: { win: "Panalo ka", back: "Naibalik", lose: "Walang panalo ngayon" },
    paused: {
      realityCheck: "Nakahinto: pinatitingin ka muna ng site.",
      limits: "Nakahinto: may limit ka.",
      maintenance: "Nakahinto: may maintenance.",
      other: "Nakahinto.",
    },
    refused: {
      100: "Kulang ang pera para sa tayang ito.",
      105: "Pinipigil ng limit mo ang tayang ito.",
      106: "Masyadong mataas ang tayang ito.",
      other: "Hindi nabilang ang taya.",
    },
  },
} as const;

/** A stand-in as a page: playable by pointer and keyboard, from 320 px on. */
/** The four signs of the reels, by their letters: a star, a mango, a leaf and a shell. */
const signs = `<svg hidden>
<symbol id="sign-A" viewBox="0 0 48 48"><path fill="#f5a524" d="m24 4 5 12 13-4-8 11 8 11-13-4-5 12-5-12-13 4 8-11-8-11 13 4z"/><circle cx="24" cy="23" r="5" fill="#fff3d6"/></symbol>
<symbol id="sign-B" viewBox="0 0 48 48"><path fill="#f0436a" d="M12 27c0-11 9-19 18-17 8 2 9 12 5 20-3 7-9 11-14 10-6-1-9-6-9-13z"/><path fill="#ffb627" d="M17 28c0-7 6-12 12-11 5 2 5 8 3 13-2 4-6 7-9 6-4-1-6-4-6-8z"/><path fill="#1b9e6f" d="M29 10c1-4 5-6 10-5-1 5-5 7-10 5z"/></symbol>
<symbol id="sign-C" viewBox="0 0 48 48"><path fill="#1b9e6f" d="M8 40C6 20 18 7 41 7c1 22-11 33-27 31l-3 4z"/><path fill="none" stroke="#bff0dc" stroke-width="2.5" stroke-linecap="round" d="M12 38C18 28 25 21 34 15M20 28l-1-8m7 3 8 1"/></symbol>
<symbol id="sign-D" viewBox="0 0 48 48"><path fill="#38a3f5" d="M24 8c12 0 19 9 18 18-1 5-8 9-12 14H18C14 35 7 31 6 26 5 17 12 8 24 8z"/><path fill="none" stroke="#dff0ff" stroke-width="2.5" stroke-linecap="round" d="M24 12v25M16 15l4 22M32 15l-4 22M10 22l8 14M38 22l-8 14"/></symbol>
</svg>`;

export function playPage({ standIn, title, vendor, language, returnPercent, isReal, stakes }: Shown): string {
  const say = words[language === "TY" ? "TY" : "EN"];
  const what = say.kinds[standIn.kind](standIn.lines);
  return `<!doctype html><html lang="${say.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title><link rel="stylesheet" href="/play.css"><script src="/play.js" type="module"></script></head>
<body><main data-kind="${standIn.kind}" data-words="${escape(JSON.stringify({ refused: say.refused, outcomes: say.outcomes, paused: say.paused, free: say.free }))}"><p class="test">${say.test} ${escape(vendor)}</p><h1>${escape(title)}</h1>
${signs}<div class="stage" role="img" aria-label="${escape(what)}"></div><div class="told" aria-live="polite"><p class="outcome"></p><p class="said"></p></div>
<p class="credits">${isReal ? say.balance : say.credits} <output>0</output></p>
${isReal ? `<p class="stake"><label>${say.stake} <select id="stake">${stakes.map((stake, place) => `<option value="${place}">${(stake / 100).toFixed(2)}</option>`).join("")}</select></label></p>` : ""}
<p class="free" aria-live="polite" hidden></p><p class="doors"><button id="play">${say.play}</button>${isReal ? "" : `<button id="again">${say.again}</button>`}</p>
<p class="small">${escape(say.standsIn(what, title))} ${say.exact(returnPercent)}</p></main></body></html>`;
}

export const goneSession = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Over</title></head><body><p>This game is over. Open it again from the lobby.</p></body></html>`;

export const playStyle = `*{box-sizing:border-box}html{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:12px;background:light-dark(#eef1f6,#0d1220);color:light-dark(#172033,#e8ecf6);font:16px/1.5 system-ui,sans-serif}
main{width:min(100%,420px);padding:20px;border-radius:20px;background:light-dark(#fff,#182036);text-align:center}
svg[hidden]{display:none}h1{margin:0 0 12px;font-size:22px;overflow-wrap:anywhere}p{margin:0 0 12px}
.test{display:inline-block;padding:2px 12px;border-radius:99px;background:#f5a524;color:#271a00;font-weight:700;font-size:14px}
.stage{display:grid;gap:6px;justify-content:center;align-content:center;min-height:220px;margin:0 0 12px;border-radius:14px;background:light-dark(#dfe5f0,#0d1220);font-size:28px;font-weight:800;padding:10px}
.row{display:grid;grid-template-columns:repeat(3,56px);gap:6px}.row svg{display:block;width:56px;height:42px;padding:4px;border-radius:8px;background:light-dark(#fff,#26314f)}
.pair{display:flex;gap:14px}.pair span{min-width:72px;padding:24px 8px;border-radius:12px;background:light-dark(#fff,#26314f)}
.disc{display:grid;place-items:center;width:150px;height:150px;border-radius:50%;border:10px solid #f5a524}
.told{min-height:70px}.outcome{min-height:32px;margin:0;font-size:20px;font-weight:800}.said{min-height:24px;margin:0 0 12px;font-weight:600}
.outcome[data-kind=win]{color:light-dark(#0a6b4e,#3ddcab)}.outcome[data-kind=lose]{color:light-dark(#4b5670,#a9b4cc)}
@media (max-height:640px){body{padding:4px}main{padding:10px}h1{position:absolute;clip-path:inset(50%)}.stage{min-height:0;padding:6px;gap:4px}.row{gap:4px}.row svg{height:32px;padding:2px}}
@media (prefers-reduced-motion:no-preference){.outcome[data-kind=win]{animation:pop .18s ease-out}@keyframes pop{from{transform:scale(.8)}}}.credits output{font-weight:800}.doors{display:flex;gap:10px;justify-content:center;flex-wrap:wrap}
button{min-height:48px;min-width:120px;padding:0 20px;border:0;border-radius:14px;background:#1c5fd6;color:#fff;font:600 16px system-ui,sans-serif;cursor:pointer}
#again{background:light-dark(#dfe5f0,#33405f);color:inherit}button:disabled{opacity:.55;cursor:default}:focus-visible{outline:3px solid #f5a524;outline-offset:2px}
.free{font-weight:700;color:light-dark(#0a6b4e,#3ddcab)}.stake select{min-height:44px;padding:0 10px;border-radius:10px;border:1px solid light-dark(#98a3ba,#4a5878);background:inherit;color:inherit;font:inherit}
.small{font-size:14px;color:light-dark(#4b5670,#a9b4cc);margin:0}`;

/** Runs in the browser. What happens is drawn and counted by the simulator; the page shows it and talks with the site around it. */
export const playScript = `
const session = new URLSearchParams(location.search).get("session");
const find = (selector) => document.querySelector(selector);
const [stage, said, outcome, credits, play] = [".stage", ".said", ".outcome", "output", "#play"].map(find);
const again = find("#again") ?? document.createElement("button");
const stake = find("#stake");
const words = JSON.parse(find("main").dataset.words);
const kind = find("main").dataset.kind;
const tell = (message) => parent === window || parent.postMessage(message, "*");
const span = (text) => Object.assign(document.createElement("span"), { textContent: text });
const sign = (letter) => {
  const [svg, use] = ["svg", "use"].map((name) => document.createElementNS("http://www.w3.org/2000/svg", name));
  use.setAttribute("href", "#sign-" + letter);
  svg.append(use);
  return svg;
};
const box = (name, parts) => { const made = document.createElement("div"); made.className = name; made.append(...parts); return made; };
const show = (shown) => stage.replaceChildren(...(kind === "reels" ? shown.map((row) => box("row", [...row].map(sign))) : kind === "cards" ? [box("pair", shown.map(span))] : [box("disc", shown.map(span))]));
let paused = false;
let asking = 0;
const tellOutcome = (kind, text) => { outcome.dataset.kind = kind; outcome.textContent = text; };
/** Which free round stands next, or was just played. */
const tellFree = (one, isPlayed) => {
  const line = find(".free");
  line.hidden = !one;
  if (one) line.textContent = words.free.replace("{0}", isPlayed ? one.at : one.at + 1).replace("{1}", one.of);
  const label = find(".stake");
  if (label) label.hidden = Boolean(one) && !(isPlayed && one.at === one.of);
};
const money = (units) => stake ? units.toFixed(2) : String(units);
/** A return at or below the stake is no win. */
const tellRound = ({ bet, win }) => {
  const kind = win > bet ? "win" : win > 0 ? "back" : "lose";
  tellOutcome(kind, words.outcomes[kind] + (win > 0 ? " " + money(win) : ""));
  said.textContent = "−" + money(bet) + "  +" + money(win);
};
const ask = async (path) => {
  play.disabled = again.disabled = true;
  asking++;
  try {
    const answer = await fetch(path + "?session=" + encodeURIComponent(session) + (stake ? "&stake=" + stake.value : ""), { method: "POST" });
    if (!answer.ok) throw new Error(String(answer.status));
    return await answer.json();
  } catch {
    tellOutcome("lose", "");
    said.textContent = "…";
    tell({ type: "laro.error", v: 1 });
    return undefined;
  } finally {
    asking--;
    play.disabled = paused;
    again.disabled = false;
  }
};
play.addEventListener("click", async () => {
  tell({ type: "laro.round", v: 1, state: "open" });
  const round = await ask("/spin");
  if (round?.refused) { tellOutcome("lose", ""); said.textContent = words.refused[round.refused] ?? words.refused.other; if (round.balance) credits.textContent = round.balance; }
  else if (round) { show(round.shown); tellRound(round); tellFree(round.free, true); credits.textContent = round.credits; }
  tell({ type: "laro.round", v: 1, state: "closed" });
  if (stake) tell({ type: "laro.balance", v: 1 });
  play.focus();
});
again.addEventListener("click", async () => { const fresh = await ask("/credits"); if (fresh) { credits.textContent = fresh.credits; said.textContent = outcome.textContent = ""; } });
/** Asks what is left without standing in the way of a round. */
const refresh = async () => {
  const answer = await fetch("/credits?session=" + encodeURIComponent(session), { method: "POST" }).then((one) => one.ok ? one.json() : undefined, () => undefined);
  if (answer && asking === 0) credits.textContent = answer.credits;
};
const pause = (why) => {
  paused = why !== undefined;
  play.disabled = paused || asking > 0;
  if (paused) tellOutcome("lose", "");
  said.textContent = paused ? words.paused[why] ?? words.paused.other : "";
  if (!paused) play.focus();
};
addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data !== "object" || data === null) return;
  if (data.type === "laro.pause") pause(data.reason ?? "other");
  if (data.type === "laro.resume") pause(undefined);
  if (data.type === "laro.refreshBalance" && stake) void refresh();
  if (data.type === "laro.init" && (data.theme === "dark" || data.theme === "light")) document.documentElement.style.colorScheme = data.theme;
});
const first = await ask("/credits");
if (first) { tellFree(first.free, false); credits.textContent = first.credits; show(first.shown); play.focus(); tell({ type: "laro.ready", v: 1 }); }
`;
