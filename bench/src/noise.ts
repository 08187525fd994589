/** A process in which a hundred vendors live: they play at a steady rate, one floods with calls that nobody signed, and members press on games of those that are dead. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { answerParent } from "./child.ts";
import { Connection } from "./connection.ts";
import { BETTORS, CROWD, crowdCode, HUB, tokenOf } from "./players.ts";
import { secretOf, signedCall, wholeRound } from "./vendorCalls.ts";

/** Where the dead vendors are said to be; or to begin, at so many calls a second; or to end, which answers how many were made. */
export type NoiseRequest =
  | { readonly say: "port" }
  | { readonly say: "begin"; readonly socketPath: string; readonly perSecond: number }
  | { readonly say: "end" };

export interface Made {
  readonly plays: number;
  readonly refused: number;
  readonly launches: number;
}

const TICK_MS = 5;
const S_MS = 1_000;
const FLOOD_PER_S = 1_000;
const FLOOD_CONNECTIONS = 8;
const LAUNCH_EVERY_MS = 500;

/** A machine that takes every connection and says nothing. */
const dead = createServer(() => undefined);

interface Vendor {
  readonly code: string;
  readonly secret: Buffer;
  readonly connection: Connection;
  readonly nextPlayer: () => number;
  isBusy: boolean;
}

function openVendor(vendor: number, socketPath: string): Vendor {
  const code = crowdCode(vendor);
  let turn = 0;
  return {
    code,
    secret: secretOf(code),
    connection: new Connection(socketPath),
    nextPlayer: () => (vendor + CROWD.count * turn++) % BETTORS,
    isBusy: false,
  };
}

let made = 0;
const mark = process.pid.toString(36) + Date.now().toString(36);

/** A bet and its win in one call, signed or not. */
const writePlay = ({ code, secret, nextPlayer }: Vendor, isSigned: boolean): string =>
  signedCall({ code, secret, game: HUB.game, player: nextPlayer() }, "betwin", wholeRound(`${mark}-${made++}`), { isSigned });

/** Who floods says the same each time: writing it anew would take the processors of what is measured. */
const flooded = new Map<Vendor, string>();
function playOf(vendor: Vendor, isSigned: boolean): string {
  if (isSigned) return writePlay(vendor, isSigned);
  const text = flooded.get(vendor) ?? writePlay(vendor, isSigned);
  flooded.set(vendor, text);
  return text;
}

/** Whether a call was answered as it should be: carried out, or refused where nobody signed it. */
async function isAnswered(vendor: Vendor, isSigned: boolean): Promise<boolean> {
  try {
    await vendor.connection.call(playOf(vendor, isSigned));
    return isSigned;
  } catch (error) {
    return !isSigned && (error as Error).message.includes("invalid signature");
  } finally {
    vendor.isBusy = false;
  }
}

/** Asks one of them after the other, as many as a steady rate wants; who has not been answered yet is passed over. */
async function keepCalling(
  vendors: readonly Vendor[],
  { perSecond, isSigned, goesOn }: { perSecond: number; isSigned: boolean; goesOn: () => boolean },
): Promise<number> {
  let [turn, due, answered, lastMs] = [0, 0, 0, performance.now()];
  while (goesOn()) {
    await sleep(TICK_MS);
    const nowMs = performance.now();
    due += ((nowMs - lastMs) / S_MS) * perSecond;
    lastMs = nowMs;
    for (; due >= 1; due -= 1) {
      const vendor = vendors[turn++ % vendors.length]!;
      if (vendor.isBusy) continue;
      vendor.isBusy = true;
      void isAnswered(vendor, isSigned).then((isSo) => (answered += Number(isSo)));
    }
  }
  return answered;
}

interface Answer {
  readonly message?: string;
  readonly value?: { readonly route?: string };
}

async function post(socketPath: string, path: string, { player, input }: { player: number; input: object }): Promise<Answer> {
  const body = JSON.stringify(input);
  const headers = { authorization: `Bearer ${tokenOf(player)}`, "content-type": "application/json", "content-length": body.length };
  const asked = request({ socketPath, path, method: "POST", headers });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return JSON.parse((await response.toArray()).join("")) as Answer;
}

/** A member who presses on a game of a dead vendor again and again. */
async function keepLaunching(vendor: number, { socketPath, goesOn }: { socketPath: string; goesOn: () => boolean }): Promise<number> {
  let launches = 0;
  while (goesOn()) {
    const { message, value } = await post(socketPath, "/api/games.launch", { player: vendor, input: { nodeId: String(CROWD.firstNode + vendor) } });
    if (value?.route === undefined) throw new Error(`A game of a dead vendor was not launched: ${message}`);
    const ticket = new URLSearchParams(value.route.split("?")[1]).get("launch");
    const opened = await post(socketPath, "/api/games.openLaunch", { player: vendor, input: { ticket } });
    if (opened.message === "vendors.unreachable" || opened.message === "vendors.launch_refused") launches += 1;
    await sleep(LAUNCH_EVERY_MS);
  }
  return launches;
}

/** Lets all of them go until told to end. */
function begin(socketPath: string, perSecond: number): () => Promise<Made> {
  let isOn = true;
  const goesOn = (): boolean => isOn;
  const vendors = Array.from({ length: CROWD.count }, (_, vendor) => openVendor(vendor, socketPath));
  const flood = Array.from({ length: FLOOD_CONNECTIONS }, () => openVendor(0, socketPath));
  const all = Promise.all([
    keepCalling(vendors.slice(1, -CROWD.dead), { perSecond, isSigned: true, goesOn }),
    keepCalling(flood, { perSecond: FLOOD_PER_S, isSigned: false, goesOn }),
    Promise.all(Array.from({ length: CROWD.dead }, (_, at) => keepLaunching(CROWD.count - 1 - at, { socketPath, goesOn }))),
  ]);
  return async () => {
    isOn = false;
    const [plays, refused, launches] = await all;
    for (const { connection } of [...vendors, ...flood]) connection.close();
    return { plays, refused, launches: launches.reduce((sum, count) => sum + count, 0) };
  };
}

let end: (() => Promise<Made>) | undefined;

answerParent(async (asked: NoiseRequest): Promise<number | Made | undefined> => {
  if (asked.say === "end") return end?.();
  if (asked.say === "begin") {
    flooded.clear();
    end = begin(asked.socketPath, asked.perSecond);
    return undefined;
  }
  if (!dead.listening) await once(dead.listen(0, "127.0.0.1"), "listening");
  return (dead.address() as AddressInfo).port;
});
