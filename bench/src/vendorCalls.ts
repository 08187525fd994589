/** What the bench's vendors send, as it goes over the line. */
import { createHmac } from "node:crypto";
import { hmacSha256 } from "@laro/server/platform/hmac";
import { refOf, VENDOR } from "./players.ts";

/** What a test vendor signs with by the first protocol. */
export const secretOf = (code: string): Buffer => createHmac("sha256", VENDOR.secret).update(`vendor ${code}`).digest();

/** A call of a vendor's; `signature` is the header with its value. */
export const writeCall = ({ code, path, signature, body }: { code: string; path: string; signature: string; body: string }): string =>
  `POST /gateway/vendors/${code}/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${signature}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

interface About {
  readonly code: string;
  readonly game: string;
  readonly secret: Buffer;
  readonly player: number;
}

/** A call by the first protocol, signed over its bytes, or by nobody. */
export function signedCall({ code, game, secret, player }: About, path: string, more: object, { isSigned = true } = {}): string {
  const body = JSON.stringify({ account_id: refOf(player), currency: "PHP", game_id: game, ...more });
  const signature = isSigned ? hmacSha256(secret, body).toString("hex") : "0".repeat(64);
  return writeCall({ code, path, signature: `X-Request-Sign: ${signature}`, body });
}

export const betOf = (round: string) => ({ id_provider: `${round}-b`, type: "bet", amount: "1.00" });
export const winOf = (round: string) => ({ id_provider: `${round}-w`, type: "win", amount: "0.98" });

/** A bet with its win, by which the round ends. */
export const wholeRound = (round: string) => ({ round_id: round, finished: true, transactions: [betOf(round), winOf(round)] });
