/** A process that loads a server over HTTP as a proxy on the same machine does: through a Unix socket, which the reference's clients use as well. */
import { createPrivateKey, randomBytes, randomUUID, sign } from "node:crypto";
import { answerParent } from "./child.ts";
import { Connection } from "./connection.ts";
import { BETTORS, HUB, launchTokenOf, pacedRotation, PLAYERS, refOf, rotation, tokenOf, VENDOR } from "./players.ts";
import { betOf, secretOf, signedCall, wholeRound, winOf, writeCall } from "./vendorCalls.ts";
import { runClosedLoop, type Watched } from "./window.ts";

export interface LoadRequest {
  readonly socketPath: string;
  readonly what: keyof typeof requests | keyof typeof rounds;
  readonly connections: number;
  readonly warmUpCalls: number;
  readonly windowMs: number;
  readonly watched: Watched;
}

/** What stays the same in a player's requests is written once. */
const heads = Array.from({ length: BETTORS }, (_, player) => `Host: 127.0.0.1\r\nAuthorization: Bearer ${tokenOf(player)}\r\n`);
const guestHeads = Array.from({ length: PLAYERS }, (_, guest) => `Host: 127.0.0.1\r\nX-Forwarded-For: 10.1.${guest >> 8}.${guest & 255}\r\n`);

/** A UUID of version 7, as the site's own client makes them. */
const tail = randomBytes(4).toString("hex");
let made = 0;
function nextRequestId(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const number = (made++).toString(16).padStart(7, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${number.slice(0, 3)}-8${tail.slice(0, 3)}-${tail}${number.slice(3)}`;
}

const BET_END = '","gameCode":"DICE","stake":"1.00","choice":{"target":5000,"side":"under"}}';
const BET_BYTES = '{"requestId":"'.length + nextRequestId().length + BET_END.length;
const BET_HEAD = `Content-Type: application/json\r\nContent-Length: ${BET_BYTES}\r\n\r\n{"requestId":"`;

const vendor = { code: VENDOR.code, game: VENDOR.game, secret: secretOf(VENDOR.code) } as const;
const vendorCall = (path: string, player: number, more: object): string => signedCall({ ...vendor, player }, path, more);

/** The calls of a round, in order. */
type SignedRound = readonly string[];

const wholeRoundOf = (player: number): SignedRound => [vendorCall("betwin", player, wholeRound(nextRequestId()))];

/** A bet in one call and its win in the next, by which the round ends. */
function splitRoundOf(player: number): SignedRound {
  const round = nextRequestId();
  return [
    vendorCall("betwin", player, { round_id: round, transactions: [betOf(round)] }),
    vendorCall("betwin", player, { round_id: round, finished: true, transactions: [winOf(round)] }),
  ];
}

const HUB_OK = '"RS_OK"';
/** A centavo, in the protocol's hundred-thousandths of a unit. */
const HUB_MINOR = 1_000;

/** Makes rounds of the second protocol, a bet and its win, each signed over its bytes. */
function hubRounds(): (player: number) => SignedRound {
  const key = createPrivateKey(process.env["BENCH_HUB_KEY"] ?? "");
  return (player) => hubRound(player, key);
}

function hubRound(player: number, key: ReturnType<typeof createPrivateKey>): SignedRound {
  const [bet, win] = [randomUUID(), randomUUID()];
  const about = { user: refOf(player), currency: "PHP", game_code: HUB.game, token: launchTokenOf(player), round: bet };
  const call = (path: string, more: object): string => {
    const body = JSON.stringify({ ...about, request_uuid: randomUUID(), ...more });
    const signature = sign("RSA-SHA256", Buffer.from(body), key).toString("base64");
    return writeCall({ code: HUB.code, path, signature: `X-Hub88-Signature: ${signature}`, body });
  };
  return [
    call("transaction/bet", { transaction_uuid: bet, amount: 100 * HUB_MINOR, round_closed: false }),
    call("transaction/win", { transaction_uuid: win, reference_transaction_uuid: bet, amount: 98 * HUB_MINOR, round_closed: true }),
  ];
}

/** More calls than a server here takes in a millisecond: they are signed before the loop begins, so that it is the check that is measured and not the signing. */
const SIGNED_PER_MS = 8;

/** Makes callers who play rounds that were signed beforehand; who finds none left signs one. */
function roundCallers(
  { roundOf, next, wanted = "" }: { roundOf: (player: number) => SignedRound; next: () => number; wanted?: string },
  { warmUpCalls, windowMs }: { warmUpCalls: number; windowMs: number },
): (connection: Connection) => () => Promise<void> {
  const signed: SignedRound[] = [];
  for (let calls = 0; calls < warmUpCalls + windowMs * SIGNED_PER_MS; calls += signed.at(-1)!.length) signed.push(roundOf(next()));
  return (connection) => {
    let left: SignedRound = [];
    return async () => {
      const [call, ...rest] = left.length > 0 ? left : (signed.pop() ?? roundOf(next()));
      await connection.call(call!, wanted);
      left = rest;
    };
  };
}

/** A vendor asks for a balance in the same words each time. */
const vendorBalances: string[] = [];

const requests = {
  /** To a server that keeps no pace. */
  freeBet: (player: number) => requests.bet(player),
  bet: (player: number): string => `POST /api/rounds.play HTTP/1.1\r\n${heads[player]}${BET_HEAD}${nextRequestId()}${BET_END}`,
  balance: (player: number) => `GET /api/wallet.balance HTTP/1.1\r\n${heads[player]}\r\n`,
  vendorBalance: (player: number) => (vendorBalances[player] ??= vendorCall("balance", player, {})),
  lobby: (player: number) => `GET /api/games.list?gameType=ALL HTTP/1.1\r\n${guestHeads[player]}\r\n`,
} as const;

/** Each kind goes round by itself, bets at the game's pace. Both servers are bet on by as many: more wallets are more pages to write. */
const [bettors, payers, readers, visitors] = [pacedRotation(), rotation(BETTORS), rotation(PLAYERS), rotation(PLAYERS)];
const [vendorPlayers, vendorReaders, hubPlayers] = [rotation(BETTORS), rotation(PLAYERS), rotation(BETTORS)];
const nextPlayer = {
  bet: bettors.next,
  freeBet: payers,
  balance: readers,
  vendorBalance: vendorReaders,
  lobby: visitors,
} as const satisfies Record<keyof typeof requests, () => number>;

async function callOnce(connection: Connection, what: keyof typeof requests): Promise<void> {
  const player = nextPlayer[what]();
  await connection.call(requests[what](player));
  if (what === "bet") bettors.answered(player);
}

const isWritten = (what: LoadRequest["what"]): what is keyof typeof requests => Object.hasOwn(requests, what);

/** Rounds that are signed beforehand, by what they are called. */
const rounds = {
  vendorBet: () => ({ roundOf: wholeRoundOf, next: vendorPlayers }),
  vendorSplit: () => ({ roundOf: splitRoundOf, next: vendorPlayers }),
  hubBet: () => ({ roundOf: hubRounds(), next: hubPlayers, wanted: HUB_OK }),
} as const;

answerParent(async ({ socketPath, what, connections, ...loop }: LoadRequest) => {
  // A server ends a connection on which nothing is asked for as long as signing takes.
  const callerOf = isWritten(what) ? (connection: Connection) => () => callOnce(connection, what) : roundCallers(rounds[what](), loop);
  const open = Array.from({ length: connections }, () => new Connection(socketPath));
  try {
    return await runClosedLoop({ callers: open.map(callerOf), ...loop });
  } finally {
    for (const connection of open) connection.close();
  }
});
