import { createHmac, timingSafeEqual } from "node:crypto";
import { AMOUNT_MAX_MINOR, formatAmount } from "@laro/contract/core/money";
import {
  type GameProtocol,
  type WalletAnswer,
  type WalletCall,
  WalletFault,
  type WalletOutcome,
  type WalletProtocol,
  type WalletRequest,
} from "../core/vendors/protocol.ts";
import { protocols } from "../core/vendors/protocols.ts";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

/**
 * A third dialect, of the kind that sends forms: the hash of the sorted fields stands among them, wins may be zero, a refund names what it gives back and has no id of its
 * own, and whoever asks again is told the balance of now. It is here to prove that the wallet knows no protocol by its name.
 */
type Action = "balance" | "bet" | "result" | "refund" | "endRound";

const AMOUNT = /^[0-9]{1,12}(\.[0-9]{1,2})?$/;

const bad = (message: string): never => {
  throw new WalletFault("malformed", { message });
};

/** The hash of a form: its fields by name, joined, with the shared secret as key. */
export function hashOf(fields: URLSearchParams, secret: Buffer): string {
  const others = new URLSearchParams([...fields].filter(([name]) => name !== "hash"));
  others.sort();
  return createHmac("sha256", secret).update(others.toString()).digest("hex");
}

function isHashed({ body }: WalletCall, secrets: readonly Buffer[]): boolean {
  const fields = new URLSearchParams(body.toString("utf8"));
  const given = Buffer.from(fields.get("hash") ?? "");
  return secrets.some((secret) => {
    const wanted = Buffer.from(hashOf(fields, secret));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

function read(action: Action, { body }: WalletCall): WalletRequest {
  const fields = new URLSearchParams(body.toString("utf8"));
  const textOf = (name: string): string => fields.get(name) ?? bad(`${name}: is required`);
  const about = { player: textOf("userId"), currency: fields.get("currency") ?? undefined, game: fields.get("gameId") ?? undefined };
  if (action === "balance") return { kind: "balance", ...about };
  const round = textOf("roundId");
  if (action === "endRound") return { kind: "close", ...about, round };
  if (action === "refund") return { kind: "rollback", ...about, round, undoings: [{ id: undefined, original: textOf("reference") }], closes: false };
  const amountMinor = amountOf(textOf("amount"));
  if (action === "bet" && amountMinor === 0n) bad("amount: must be greater than zero");
  const step = { id: textOf("reference"), type: action === "bet" ? "bet" : "win", amountMinor, isCut: false } as const;
  return { kind: "play", ...about, round, steps: [step], closes: false };
}

function amountOf(text: string): bigint {
  if (!AMOUNT.test(text)) return bad("amount: is none");
  const [whole = "", fraction = ""] = text.split(".");
  const minor = BigInt(whole + fraction.padEnd(2, "0"));
  return minor <= AMOUNT_MAX_MINOR ? minor : bad("amount: is too large");
}

const say = (body: object): WalletAnswer => ({ status: 200, body: JSON.stringify(body) });

const formWallet: WalletProtocol<Action> = {
  rules: { repeatBalance: "now", winNeedsBet: false, tokenFor: "nothing" },
  routes: { "balance.html": "balance", "bet.html": "bet", "result.html": "result", "refund.html": "refund", "endRound.html": "endRound" },
  verify: isHashed,
  read,
  answer: (_request, { balanceMinor, currency, ids }: WalletOutcome) =>
    say({ error: 0, transactionId: ids[0] ?? "", currency, cash: formatAmount(balanceMinor) }),
  fault: ({ code }) => say({ error: code }),
};

/** Nobody starts its games. */
const formGames: GameProtocol = {
  launch: () => bad("has no launcher"),
  launched: { safeParse: () => bad("has no launcher") } as never,
};

export const FORM = "form";

/** Makes the dialect known to this process and lets vendors of a world speak it. */
export async function speakForm({ open }: World): Promise<void> {
  (protocols as Record<string, (typeof protocols)[string]>)[FORM] = { wallet: formWallet, games: formGames };
  await asOwner(open.url, "alter table vendor drop constraint vendor_protocol_check");
}

export interface FormAnswer {
  /** 0, or what went wrong. */
  readonly error: 0 | string;
  readonly transactionId?: string;
  readonly cash?: string;
}

/** Sends a form with its hash. */
export async function callForm(
  { code, secret }: { code: string; secret: Buffer },
  address: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<FormAnswer> {
  const form = new URLSearchParams(fields);
  form.set("hash", hashOf(form, secret));
  const response = await fetch(`${address}/gateway/vendors/${code}/${path}`, { method: "POST", body: form });
  return (await response.json()) as FormAnswer;
}
