import { AMOUNT_MAX_MINOR } from "@laro/contract/core/money";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { MoveSaid, TransferProtocol, VendorMove, VendorQuestion } from "../../protocol.ts";
import { hub88Play } from "./play.ts";
import { sign } from "./signature.ts";
import { PARTS_OF_MINOR, partsOf } from "./wire.ts";

const STATUS_MAX = 64;
const PATHS = { in: "deposit", out: "withdraw" } as const satisfies Record<VendorMove["direction"], string>;

/** Statuses by which Hub88 says that it did not do what was asked. Any other one, `RS_ERROR_UNKNOWN` above all, says nothing of it. */
const REFUSALS: ReadonlySet<string> = new Set(
  ["NOT_ENOUGH_MONEY", "LIMIT_REACHED", "USER_DISABLED", "INVALID_PARTNER", "INVALID_SIGNATURE", "WRONG_CURRENCY", "WRONG_SYNTAX", "WRONG_TYPES"].map(
    (name) => `RS_ERROR_${name}`,
  ),
);

const Answer = z.object({ status: z.string().max(STATUS_MAX), balance: z.int().min(0).optional() });

/** Fractions of a centavo stay the vendor's. */
function readBalance(parts: number | undefined): bigint | undefined {
  if (parts === undefined) return undefined;
  const minor = BigInt(parts) / PARTS_OF_MINOR;
  return minor > AMOUNT_MAX_MINOR ? undefined : minor;
}

function readMove({ status, balance }: z.output<typeof Answer>): MoveSaid | undefined {
  if (status === "RS_OK") return { said: "done", balanceMinor: readBalance(balance) ?? null };
  return REFUSALS.has(status) ? { said: "refused", reason: status } : undefined;
}

/** Operator and brand are one here: `sub_partner_id` tells sites of one operator apart. */
function ask(path: string, { casinoId, player }: Pick<VendorMove, "casinoId" | "player">, more: object, privateKey: Buffer): VendorQuestion {
  const about = { operator_id: casinoId, sub_partner_id: casinoId, user: player.ref, currency: player.currency, request_uuid: randomUUID() };
  const body = JSON.stringify({ ...about, ...more });
  const headers = { "content-type": "application/json", "x-hub88-signature": sign(Buffer.from(body), privateKey) };
  return { path: `operator/generic/v2/transfer_wallet/${path}`, headers, body };
}

/** Hub88's TransferWallet API (docs.hub88.io): a `transaction_uuid` is done once, so what is not known is sent again under the same one. */
export const hub88Transfers: TransferProtocol = {
  balance: {
    ask: (about, privateKey) => ask("balance", about, {}, privateKey),
    answer: Answer.transform(({ status, balance }) => (status === "RS_OK" ? readBalance(balance) : undefined)),
  },
  move: {
    ask: ({ id, direction, amountMinor, ...about }, privateKey) =>
      ask(PATHS[direction], about, { transaction_uuid: id, amount: partsOf(amountMinor) }, privateKey),
    answer: Answer.transform(readMove),
  },
  play: hub88Play,
};
