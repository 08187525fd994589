import { AMOUNT_MAX_MINOR, formatAmount } from "@laro/contract/core/money";
import type { PartnerRefusal } from "@laro/contract/partners";
import { z } from "zod";
import { isSilence, lineOf, type VendorLine } from "../../core/vendors/lines.ts";
import { sign } from "../../core/vendors/protocols/softswiss/signature.ts";
import { tryForeign } from "../../platform/foreign.ts";
import { reachOf } from "../../platform/reach.ts";
import type { Platform } from "../../platform/routes.ts";
import { type PartnerInForce, secretsOf } from "./partners.view.ts";

/** How long a partner's wallet is waited for. */
export const SEND_MS = 5_000;
const BALANCE_MS = 3_000;
const CENTS = 2;

/** What a wallet's balance says, in minor units: what is finer is not shown. */
const Balance = z
  .string()
  .max(40)
  .regex(/^[0-9]{1,16}(\.[0-9]{1,16})?$/)
  .transform((text) => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.slice(0, CENTS).padEnd(CENTS, "0"));
  })
  .refine((minor) => minor <= AMOUNT_MAX_MINOR * 1_000n);

const Told = z.object({ balance: Balance, transactions: z.array(z.object({ id_provider: z.string() })).optional() });
const Refused = z.object({ code: z.string(), meta: z.object({ api_code: z.string().max(10), api_message: z.string().optional() }) });
const Answer = z.union([Told.transform((told) => ({ told })), Refused.transform((refused) => ({ refused }))]);

/** The registry's numbers, as far as a player is told them. */
const refusalOf: Readonly<Record<string, PartnerRefusal>> = {
  "100": "insufficient_funds",
  "105": "limit_reached",
  "106": "stake_too_high",
  "107": "game_closed",
  "110": "player_closed",
};

/** What a wallet said; undefined where nobody knows: silence, its own trouble, or an answer to something else. */
export type WalletSaid =
  | { readonly said: "done"; readonly balanceMinor: bigint }
  | { readonly said: "refused"; readonly refusal: PartnerRefusal; readonly words: string }
  | undefined;

/** Whom and what a call is about. */
export interface AboutPlayer {
  readonly player: string;
  readonly currency: string;
  readonly gameCode: string;
  readonly session: string | null;
}

interface Asked {
  readonly path: "balance" | "betwin" | "rollback" | "finish" | "freespins/finish";
  readonly content: object;
  /** Which of our ids must be answered. */
  readonly id?: string;
  readonly timeoutMs?: number;
}

type Wallet = Pick<Platform, "clock" | "config" | "database" | "log">;

/** Behind each call is a player who waits, so there is room for more of them than a vendor is asked at once. */
const LINE_ROOM = { atOnceMax: 64, waitingMax: 256 } as const;

function lineTo(platform: Wallet, { code }: Pick<PartnerInForce, "code">): VendorLine {
  const onShut = (): void => platform.log.error({ partner: code }, "a partner does not answer: nobody waits for it until it does");
  return lineOf(platform, `partner ${code}`, { onShut, room: LINE_ROOM });
}

/** Whether asking a partner now would be no use, so that what can wait waits. */
export const isPartnerOutOfReach = (platform: Wallet, partner: Pick<PartnerInForce, "code">): boolean => lineTo(platform, partner).isShut();

async function askWallet(
  platform: Wallet,
  partner: PartnerInForce,
  about: AboutPlayer,
  { path, content, id, timeoutMs = SEND_MS }: Asked,
): Promise<WalletSaid> {
  const [secret] = secretsOf(partner, "ours", platform.clock.now());
  if (secret === undefined) return undefined;
  const { player, currency, gameCode, session } = about;
  const whole = { account_id: player, currency, game_id: gameCode, ...(session === null ? {} : { session_id: session }), ...content };
  const body = JSON.stringify(whole);
  const headers = { "content-type": "application/json", "x-request-sign": sign(Buffer.from(body), secret) };
  const question = { reach: reachOf(platform.config), headers, body, answer: Answer };
  const ask = (leftMs: number) => tryForeign(new URL(path, partner.baseUrl), { ...question, timeoutMs: leftMs });
  const { status, read } = (await lineTo(platform, partner).run(timeoutMs, ask, isSilence)) ?? {};
  if (status === undefined || read === undefined) return undefined;
  const { ok, answer } = read;
  if (ok && "told" in answer) {
    const isOurs = id === undefined || answer.told.transactions?.some((one) => one.id_provider === id) === true;
    return isOurs ? { said: "done", balanceMinor: answer.told.balance } : undefined;
  }
  if (!isRefusal(status) || !("refused" in answer) || answer.refused.code === "internal") return undefined;
  const { api_code: number, api_message: words = "" } = answer.refused.meta;
  return { said: "refused", refusal: Object.hasOwn(refusalOf, number) ? refusalOf[number]! : "other", words: kept(`${number} ${words}`) };
}

/** A wallet in trouble may have taken the money, whatever its body says: only what is wrong with the call itself is a no. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

const WORDS_KEPT_MAX = 80;

/** A partner's words as officers read them: what no text holds would keep the round from being written down. */
const kept = (words: string): string =>
  words
    .slice(0, WORDS_KEPT_MAX)
    .replace(/\p{Cc}/gu, "\uFFFD")
    .toWellFormed();

interface Money {
  readonly round: string;
  readonly id: string;
  readonly amountMinor: bigint;
}

/** What lies in the player's wallet there. */
export const askBalance = (platform: Wallet, partner: PartnerInForce, about: AboutPlayer) =>
  askWallet(platform, partner, about, { path: "balance", content: {}, timeoutMs: BALANCE_MS });

const playing = ({ round, id, amountMinor }: Money, type: "bet" | "win"): Pick<Asked, "content" | "id" | "path"> => ({
  path: "betwin",
  id,
  content: { round_id: round, transactions: [{ id_provider: id, type, amount: formatAmount(amountMinor) }], ...(type === "win" ? { finished: true } : {}) },
});

export const sendBet = (platform: Wallet, partner: PartnerInForce, about: AboutPlayer, money: Money) =>
  askWallet(platform, partner, about, playing(money, "bet"));

/** What was won; a round in which nothing was won is only finished. */
export const sendWin = (platform: Wallet, partner: PartnerInForce, about: AboutPlayer, money: Money) =>
  askWallet(platform, partner, about, money.amountMinor > 0n ? playing(money, "win") : { path: "finish", content: { round_id: money.round } });

export const sendRollback = (
  platform: Wallet,
  partner: PartnerInForce,
  about: AboutPlayer,
  { round, id, original }: { round: string; id: string; original: string },
) =>
  askWallet(platform, partner, about, {
    path: "rollback",
    id,
    content: { round_id_provider: round, transactions: [{ id_provider: id, original_id_provider: original }], finished: true },
  });

/** What all of a player's free rounds won, perhaps nothing: once under the partner's own name of them. */
export const sendFreeEnd = (platform: Wallet, partner: PartnerInForce, about: AboutPlayer, { issue, amountMinor }: { issue: string; amountMinor: bigint }) =>
  askWallet(platform, partner, about, { path: "freespins/finish", content: { issue_id: issue, amount: formatAmount(amountMinor) } });
