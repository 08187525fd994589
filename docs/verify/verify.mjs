// Computes rounds and draws again from what a site gives away, with nothing else: no server, no packages, no network. Needs Node 20 or newer.
// node verify.mjs seeds.csv betting-record.csv draws.json chains.json round.json …
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { sha256, minorOf } from "./fair.mjs";
import { drawAgain, isKnown, playAgain } from "./games.mjs";

const found = { seeds: new Map(), rounds: [], draws: [], chains: new Map() };
const faults = [];

/** The cells of a CSV file, line by line: cells are parted by commas, and quoted where they hold one. */
function readCsv(text) {
  const lines = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") lines.push([]);
  }
  return lines.filter((cells) => cells.length > 1);
}

/** The file of seeds has these seven columns, in whatever language its heading is. */
function readSeed([id, hash, serverSeed, , clientSeedHex, , lastNonce]) {
  found.seeds.set(id, { hash, serverSeed, clientSeed: Buffer.from(clientSeedHex, "hex").toString(), rounds: lastNonce === "" ? 0 : Number(lastNonce) + 1 });
}

/** The betting record has these seventeen; in it stands a round beside those before and after it. */
function readRound([, , stake, win, , , gameCode, version, state, firstStake, seedId, draw, nonce, choice, actions, outcome, jackpot], where) {
  const money = { stake: minorOf(stake), win: minorOf(win), firstStake: minorOf(firstStake), jackpot: jackpot === "" ? null : minorOf(jackpot) };
  const told = { choice: JSON.parse(choice), actions: JSON.parse(actions), outcome: JSON.parse(outcome) };
  found.rounds.push({ where, gameCode, version: Number(version), state, ...money, seedId, draw, nonce, ...told, isListed: true });
}

/** An answer of the site's API as it came: rounds, draws or chains, one or a list. */
function readJson(text, where) {
  const said = JSON.parse(text);
  const answer = said.value ?? said;
  for (const item of Array.isArray(answer) ? answer : (answer.list ?? [answer])) {
    if (item.gameCode !== undefined) found.rounds.push(roundOf(item, where));
    else if (item.commitment !== undefined) found.draws.push(item);
    else if (item.anchor !== undefined) found.chains.set(item.anchor, item);
    else throw new Error("no round, draw or chain");
  }
}

function roundOf(item, where) {
  const money = Object.fromEntries(["stake", "win", "firstStake"].map((name) => [name, minorOf(item[name])]));
  const jackpot = typeof item.jackpot === "string" ? minorOf(item.jackpot) : null;
  const draw = item.draw ? `${item.draw.series} ${item.draw.number}` : "";
  return { ...item, where, ...money, jackpot, draw, seedId: item.seedId ?? "" };
}

function readFile(path) {
  const [name, text] = [basename(path), readFileSync(path, "utf8").replace(/^\uFEFF/, "")];
  try {
    if (/^\s*[[{]/.test(text)) return readJson(text, name);
    const [heading, ...lines] = readCsv(text);
    const read = { 7: readSeed, 17: readRound }[heading.length];
    lines.forEach((cells, at) => read(cells, `${name}, line ${at + 2}`));
  } catch (error) {
    faults.push(`${name}: cannot be read (${error.message}).`);
  }
  return undefined;
}

/** As text, so that two values compare whatever the order of their keys. */
const canonical = (value) =>
  JSON.stringify(value, (_, part) =>
    part?.constructor === Object ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  );

const isKept = (seed, promise) => sha256(Buffer.from(seed, "hex")) === promise;

/** A seed that was shown hashes to what was promised before. */
function checkSeeds() {
  const shown = [...found.seeds].filter(([, { serverSeed }]) => serverSeed !== "");
  for (const [id, { hash, serverSeed }] of shown) if (!isKept(serverSeed, hash)) faults.push(`Seed ${id}: the server seed does not hash to what was promised.`);
  return `Seeds: ${shown.length} shown, ${found.seeds.size - shown.length} in force`;
}

/** What a check says; where it cannot even be made, what it says of that. */
function say(check) {
  try {
    return check();
  } catch {
    return "it cannot be computed: a part of it is none there can be.";
  }
}

/** No chain is longer. */
const LINKS_MAX = 10_000_000;

/** Each draw's seed hashes to its promise, and link by link down to the anchor that was shown first; its result follows from seed, salt and link. */
function checkDraws() {
  const drawn = found.draws.filter(({ seed }) => seed !== null).sort((one, other) => one.link - other.link);
  const below = new Map();
  for (const draw of drawn) {
    const fault = say(() => faultOfDraw(draw, below.get(draw.anchor) ?? { link: 0, seed: draw.anchor }));
    if (fault !== undefined) faults.push(`Draw ${draw.series} ${draw.number}: ${fault}`);
    below.set(draw.anchor, draw);
  }
  return `Draws: ${drawn.length} drawn, ${found.draws.length - drawn.length} not yet`;
}

function faultOfDraw({ series, anchor, link, commitment, salt, seed, result }, below) {
  if (!isKept(seed, commitment)) return "the seed does not hash to what was promised.";
  let at = seed;
  for (let step = Math.min(link, LINKS_MAX); step > below.link; step -= 1) at = sha256(Buffer.from(at, "hex"));
  if (link <= below.link || at !== below.seed) return "the seed is not of the chain over its anchor.";
  const chain = found.chains.get(anchor);
  if (chain !== undefined && (chain.series !== series || chain.salt !== salt || link > chain.length)) return "the chain says another series, salt or length.";
  const isSame = result === null || canonical(drawAgain(series, { serverSeed: seed, clientSeed: salt, nonce: link })) === canonical(result);
  return isSame ? undefined : "the result does not follow from seed, salt and link.";
}

/** The seeds of a round: in itself, among the member's own, or with its draw. */
function seedsOf(round) {
  if (typeof round.serverSeed === "string") return { serverSeed: round.serverSeed, hash: round.serverSeedHash, clientSeed: round.clientSeed };
  if (round.draw === "") return found.seeds.get(round.seedId);
  const draw = found.draws.find(({ series, number }) => `${series} ${number}` === round.draw);
  return draw && { serverSeed: draw.seed ?? "", hash: draw.commitment, clientSeed: draw.salt };
}

function faultOf(round, { serverSeed, hash, clientSeed, rounds }) {
  if (!isKept(serverSeed, hash)) return "the seed does not hash to what was promised.";
  if (rounds !== undefined && Number(round.nonce) >= rounds) return "the seed has no round of this number.";
  if (!isKnown(round.gameCode, round.version)) return "no such game, or no such version of it, is known here.";
  if (round.state === "void") return round.win === 0n ? undefined : "a round that was given back has won.";
  const again = playAgain({ ...round, stake: round.firstStake, serverSeed, clientSeed });
  const isSame =
    again !== undefined &&
    again.staked === round.stake &&
    again.win + (round.jackpot ?? 0n) === round.win &&
    (again.takesJackpot === true) === (round.jackpot !== null) &&
    canonical(again.outcome) === canonical(round.outcome);
  return isSame ? undefined : "the recorded result or win does not follow from the seeds.";
}

function checkRounds() {
  const counts = { hold: 0, "do not": 0, "wait for the seed in force": 0, "have no seed in these files": 0, "are an officer's correction": 0 };
  const seen = new Set();
  for (const round of found.rounds) {
    const key = `${round.seedId} ${round.nonce}`;
    const seeds = seedsOf(round);
    const isTwice = round.seedId !== "" && round.state !== "corrected" && seen.has(key);
    if (round.state !== "corrected") seen.add(key);
    if (round.state === "corrected") counts["are an officer's correction"] += 1;
    else if (seeds === undefined) counts["have no seed in these files"] += 1;
    else if (seeds.serverSeed === "") counts["wait for the seed in force"] += 1;
    else {
      const fault = isTwice ? "another round of these files has the same seed and number." : say(() => faultOf(round, seeds));
      counts[fault === undefined ? "hold" : "do not"] += 1;
      if (fault !== undefined) faults.push(`${round.where}: ${round.gameCode}: ${fault}`);
    }
  }
  const told = Object.entries(counts).filter(([words, count]) => count > 0 || words === "hold" || words === "do not");
  return `Rounds: ${told.map(([words, count]) => `${count} ${words}`).join(", ")}`;
}

/** The numbers of a seed's rounds in a record, each once, the lowest first. */
function numbersBySeed() {
  const numbers = new Map();
  for (const { isListed, state, seedId, nonce } of found.rounds)
    if (isListed && state !== "corrected") numbers.set(seedId, (numbers.get(seedId) ?? new Set()).add(Number(nonce)));
  return new Map([...numbers].map(([id, of]) => [id, [...of].sort((one, other) => one - other)]));
}

/** What no round of a record has of a seed that was shown, between numbers that one has. */
function checkMissing() {
  let missing = 0;
  for (const [id, numbers] of numbersBySeed()) {
    const { serverSeed = "", rounds = 0 } = found.seeds.get(id) ?? {};
    for (const [at, number] of serverSeed === "" ? [] : numbers.slice(1).entries()) {
      const left = number - numbers[at] - 1;
      if (left === 0 || number >= rounds) continue;
      missing += left;
      faults.push(
        `Seed ${id}: ${left} missing between round ${numbers[at]} and round ${number}; a record of one game, or of the days before a round of steps ended, lacks some too.`,
      );
    }
  }
  return missing > 0 ? [`Missing: ${missing}`] : [];
}

for (const path of process.argv.slice(2)) readFile(path);
const isEmpty = found.seeds.size + found.draws.length + found.rounds.length === 0;
const counts = [checkSeeds(), checkDraws(), checkRounds(), ...checkMissing()];
const end = faults.length > 0 ? `${faults.length} do not hold.` : isEmpty ? "There is nothing to check." : "All of it holds.";
process.stdout.write(`${[...counts, ...faults, end].join("\n")}\n`);
process.exitCode = faults.length > 0 || isEmpty ? 1 : 0;
