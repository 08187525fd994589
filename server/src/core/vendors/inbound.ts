import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import { networkOf } from "../../platform/addresses.ts";
import { awaitBody, type BodyRules, readArrived } from "../../platform/bodies.ts";
import { type CallServer, isTrustedProxy, newRequestId } from "../../platform/http.ts";
import { Patience, type Waiter } from "../../platform/patience.ts";
import type { Platform } from "../../platform/routes.ts";
import { countsOf } from "./counts.ts";
import { noteFault } from "./faults.ts";
import { playerFinder } from "./players.ts";
import { jackpotKeeper } from "./prizes.jackpots.ts";
import { BODY_BYTES_MAX, type FaultCode, type WalletAnswer, type WalletCall, WalletFault, type WalletProtocol } from "./protocol.ts";
import { protocols } from "./protocols.ts";
import type { Setting } from "./setting.ts";
import { tokenKeeper } from "./tokens.ts";
import { findVendor, type GatewayVendor, secretsAt } from "./view.ts";
import { balanceReader, runWallet } from "./wallet.ts";

const PREFIX = "/gateway/vendors/";
/** How much later than it should be a vendor may hear that we do not know. */
const LOOK_EVERY_MS = 100;
/** All vendors together leave the rest of the line to others. */
const LINE_SHARE_MAX = 0.6;
const S_MS = 1_000;
/** Calls of a process whose body is still on its way, from whomever and of one household: a slow one ends with the time for its answer. */
const UNSIGNED_AT_ONCE_MAX = 2_000;
const UNSIGNED_OF_ONE_MAX = 200;
let unsigned = 0;
const unsignedOf = new Map<string, number>();
/** So many calls a second that nobody signed a process refuses at once. What floods it hears the others later, so that each of its connections asks a few times a second only, */
const REFUSED_AT_ONCE_PER_S = 100;
const REFUSED_LATER_MS = 250;
/** and so many are kept waiting: who sends many calls ahead on one connection fills no memory with them. */
const REFUSED_LATER_MAX = 1_000;

/** Fills evenly with tokens, as many a second as it holds. */
class Bucket {
  #tokens: number;
  #filledAtMs = performance.now();

  constructor(perS: number) {
    this.#tokens = perS;
  }

  /** Takes a token, where there is one. */
  take(perS: number): boolean {
    const nowMs = performance.now();
    this.#tokens = Math.min(perS, this.#tokens + ((nowMs - this.#filledAtMs) / S_MS) * perS);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** The room of one vendor: calls at once, and calls a second. */
class Room {
  atOnce = 0;
  readonly #calls: Bucket;

  constructor(callsPerS: number) {
    this.#calls = new Bucket(callsPerS);
  }

  /** Whether one more call may come in now; then it has. */
  enter({ callsPerS, callsAtOnce }: GatewayVendor): boolean {
    if (this.atOnce >= callsAtOnce || !this.#calls.take(callsPerS)) return false;
    this.atOnce += 1;
    return true;
  }
}

/** Where vendors call our wallet, on bare `node:http` as the endpoints are: each check costs nothing that the next one would need. */
export function serveVendors(platform: Platform): CallServer {
  const { database } = platform;
  const setting = {
    platform,
    findPlayer: playerFinder(database.db),
    readBalance: balanceReader(database.db),
    keepJackpots: jackpotKeeper(database),
    standingOfToken: tokenKeeper(platform),
  };
  const counts = countsOf(platform);
  const patience = new Patience(LOOK_EVERY_MS);
  const refusals = new Bucket(REFUSED_AT_ONCE_PER_S);
  let refusedLater = 0;
  const rooms = new Map<number, Room>();
  const roomOf = (vendor: GatewayVendor): Room => {
    const room = rooms.get(vendor.id) ?? new Room(vendor.callsPerS);
    rooms.set(vendor.id, room);
    return room;
  };

  const answerVendor = async (request: IncomingMessage, response: ServerResponse, [vendorCode, path]: readonly [string, string]): Promise<void> => {
    const beganMs = performance.now();
    const vendor = await findVendor(platform, vendorCode);
    const protocol = vendor && protocols[vendor.protocol]?.wallet;
    const action = protocol !== undefined && Object.hasOwn(protocol.routes, path) ? protocol.routes[path] : undefined;
    // A vendor with a wallet of its own has nothing to ask of ours.
    if (vendor === undefined || vendor.keepsWallet || protocol === undefined || action === undefined || request.method !== "POST")
      return sendNothing(response, 404);
    const requestId = newRequestId();
    const heard: Heard = {};
    const asked: Setting = { ...setting, vendor, requestId, rules: protocol.rules, theirRequestId: theirsOf(request.headers["x-request-id"]) };
    const send = ({ answer, code }: Answered, tookMs = performance.now() - beganMs): void => {
      if (waiter.place === undefined) return;
      patience.leave(waiter);
      sendAnswer(request, response, requestId, answer);
      counts.count({ vendorId: vendor.id, action, code, tookMs }, platform.clock.now());
    };
    // A vendor gives up and asks again with the same ids: what takes longer than it waits is answered as not known.
    const waiter: Waiter = { untilMs: beganMs + vendor.answerWithinMs, place: undefined, giveUp: () => send(refused(protocol, late, heard.call)) };
    patience.join(waiter);
    const answered = await answerCall({ request, response, room: roomOf(vendor) }, asked, { protocol, action, heard });
    // Whoever was told meanwhile that we do not know waits for nothing more.
    if (waiter.place === undefined) return;
    if (answered.code !== "signature" || refusals.take(REFUSED_AT_ONCE_PER_S) || refusedLater >= REFUSED_LATER_MAX) return send(answered);
    const decidedMs = performance.now();
    refusedLater += 1;
    waiter.untilMs = decidedMs + REFUSED_LATER_MS;
    waiter.giveUp = () => {
      refusedLater -= 1;
      send(answered, decidedMs - beganMs);
    };
  };

  return (request, response) => {
    const named = partsOf(request.url ?? "");
    if (named === undefined) return false;
    answerVendor(request, response, named).catch((error: Error) => {
      platform.log.error({ fault: error.message }, "vendor not answered");
      sendNothing(response, 500);
    });
    return true;
  };
}

/** What is answered, and what it was refused for. */
interface Answered {
  readonly answer: WalletAnswer;
  readonly code: FaultCode | "";
}

const refused = (protocol: WalletProtocol, fault: WalletFault, call: WalletCall | undefined): Answered => ({
  answer: protocol.fault(fault, call),
  code: fault.code,
});

/** What a vendor calls its request, where that can be read out. */
const theirsOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === "string" && /^[\x21-\x7e]{1,64}$/.test(header) ? header : undefined;

/** The vendor's code and what follows it in a path of ours. */
function partsOf(url: string): readonly [string, string] | undefined {
  if (!url.startsWith(PREFIX)) return undefined;
  const rest = url.slice(PREFIX.length).split("?", 1)[0]!;
  const slash = rest.indexOf("/");
  return slash === -1 ? undefined : [rest.slice(0, slash), rest.slice(slash + 1)];
}

/** What is known of a call so far: itself, once it was seen who signed it. */
interface Heard {
  call?: WalletCall;
}

/** A call as it came in, and its vendor's room. */
interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly room: Room;
}

interface Asking {
  readonly protocol: WalletProtocol;
  readonly action: string;
  readonly heard: Heard;
}

/** One call, check by check in the order that costs least: address, bytes, signature, room, words, money. Who has not signed takes nothing of a vendor's room. */
async function answerCall({ request, response, room }: Incoming, setting: Setting, { protocol, action, heard }: Asking): Promise<Answered> {
  const { platform, vendor } = setting;
  try {
    const address = addressOf(request);
    if (!vendor.admits(address)) throw unwelcome.address;
    const call = { headers: request.headers, body: await readUnsigned(request, response, networkOf(address)) };
    if (!protocol.verify(call, secretsAt(vendor, "theirs", platform.clock.now()))) throw unwelcome.signature;
    heard.call = call;
    if (platform.vendorLedger.load > LINE_SHARE_MAX || !room.enter(vendor)) throw new WalletFault("busy");
    try {
      const asked = protocol.read(action, call);
      return { answer: protocol.answer(asked, await runWallet(setting, asked), call), code: "" };
    } finally {
      room.atOnce -= 1;
    }
  } catch (error) {
    const fault = error instanceof WalletFault ? error : new WalletFault("unknown");
    if (!(error instanceof WalletFault)) platform.log.error({ fault: (error as Error).message, request: setting.requestId }, "vendor's call failed");
    const signed = heard.call === undefined ? { isUnsigned: true } : { body: heard.call.body };
    if (!expected.has(fault.code)) noteFault(setting, { action, kind: fault.code, ...signed });
    return refused(protocol, fault, heard.call);
  }
}

/** Made once: whoever floods us with calls that nobody signed costs no stack of each. */
const unwelcome = { address: new WalletFault("address"), signature: new WalletFault("signature"), crowd: new WalletFault("busy") } as const;

/** What a member's own doing leads to: nothing is wrong between the vendor and us. */
const expected: ReadonlySet<string> = new Set(["insufficient_funds", "limit_reached", "player_closed", "game_closed", "stake_too_high", "token_expired"]);

const addressOf = (request: IncomingMessage): string =>
  request.headers["x-forwarded-for"] === undefined ? (request.socket.remoteAddress ?? "") : proxyAddress(request, isTrustedProxy);

/**
 * Reads what anybody may have sent. Of bodies that are still on their way so many are waited for at once in all, and so many of one household, which thus shuts nobody else
 * out; what came whole with its head, as vendors' calls do, holds no place.
 */
async function readUnsigned(request: IncomingMessage, response: ServerResponse, network: string): Promise<Buffer> {
  const arrived = await readArrived(request, bodyRules);
  if (arrived !== undefined) return arrived;
  const leave = takePlace(network);
  if (leave === undefined) throw unwelcome.crowd;
  return awaitBody(request, response, bodyRules).finally(leave);
}

/** A place for a body that is waited for, as the way to give it back; undefined where none is left. */
function takePlace(network: string): (() => void) | undefined {
  const own = unsignedOf.get(network) ?? 0;
  if (own >= UNSIGNED_OF_ONE_MAX || unsigned >= UNSIGNED_AT_ONCE_MAX) return undefined;
  unsigned += 1;
  unsignedOf.set(network, own + 1);
  return () => {
    unsigned -= 1;
    const left = unsignedOf.get(network)! - 1;
    if (left === 0) unsignedOf.delete(network);
    else unsignedOf.set(network, left);
  };
}

const bodyRules: BodyRules = {
  limitBytes: BODY_BYTES_MAX,
  tooLarge: new WalletFault("too_large"),
  brokenOff: new WalletFault("malformed", { message: "request body broke off" }),
};

const late = new WalletFault("unknown", { message: "outcome unknown, ask again" });

function sendAnswer(request: IncomingMessage, response: ServerResponse, requestId: string, { status, body }: WalletAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const length = String(Buffer.byteLength(body));
  // Names and values in turn, as node takes them without looking at each.
  const headers = ["content-type", "application/json", "content-length", length, "cache-control", "no-store", "x-request-id", requestId];
  // What was not read may be as long as the caller likes: the connection ends rather than reading it.
  if (!request.complete) headers.push("connection", "close");
  response.writeHead(status, headers).end(body);
}

/** What no vendor asks for may be asked for by a browser. */
const NOTHING = {
  "content-length": 0,
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
} as const;

function sendNothing(response: ServerResponse, status: number): void {
  if (!response.headersSent) response.writeHead(status, NOTHING).end();
}
