import { formatAmount } from "@laro/contract/core/money";
import { callForm, FORM, speakForm } from "../testing/formDialect.ts";
import { addVendor, type GatewayVendor } from "../testing/gateway.ts";
import { addHub88, callHub88 } from "../testing/hub88.ts";
import type { World } from "../testing/world.ts";

export const GAME = "gale";

export interface Step {
  readonly id: string;
  readonly type: "bet" | "win";
  readonly minor: bigint;
  /** The bet a win belongs to. */
  readonly reference: string;
}

interface OfRound {
  readonly player: number;
  readonly round: string;
}

export type Message = OfRound &
  (
    | { readonly kind: "play"; readonly steps: readonly Step[]; readonly finished: boolean; readonly isUndone: boolean }
    | { readonly kind: "rollback"; readonly ids: readonly (readonly [id: string, original: string])[] }
    | { readonly kind: "finish" }
    | { readonly kind: "prize"; readonly id: string; readonly minor: bigint }
  );

interface Letter {
  readonly message: Message;
  readonly ref: string;
  readonly token: string;
}

/** How a storm speaks to the wallet. */
export interface Dialect {
  readonly name: string;
  readonly code: string;
  readonly vendorId: number;
  readonly winNeedsBet: boolean;
  readonly zeroWins: boolean;
  /** Whether a round's end is a call of its own. */
  readonly ends: boolean;
  /** Whether its vendors give prizes. */
  readonly gives: boolean;
  /** How many transactions a call may hold. */
  readonly inCalls: (steps: readonly Step[]) => readonly (readonly Step[])[];
  readonly add: (world: World, vendor: { id: number; code: string; games: readonly string[] }) => Promise<GatewayVendor>;
  /** Sends a message and says what was answered: "done", "rolled back", "no bet", "busy" or anything else. */
  readonly send: (vendor: GatewayVendor, address: string, letter: Letter) => Promise<string>;
}

const together = (steps: readonly Step[]): readonly (readonly Step[])[] => [steps];
const apart = (steps: readonly Step[]): readonly (readonly Step[])[] => steps.map((step) => [step]);

type Call<Content = object> = readonly [path: string, content: Content];

function softswissOf(message: Message): Call {
  switch (message.kind) {
    case "play": {
      const transactions = message.steps.map(({ id, type, minor }) => ({ id_provider: id, type, amount: formatAmount(minor) }));
      return ["betwin", { round_id: message.round, finished: message.finished, transactions }];
    }
    case "rollback": {
      const transactions = message.ids.map(([id, original]) => ({ id_provider: id, type: "rollback", original_id_provider: original }));
      return ["rollback", { round_id_provider: message.round, transactions }];
    }
    case "finish":
      return ["finish", { round_id: message.round }];
    case "prize":
      return ["promo/win", { id_provider: message.id, event_id: message.round, event_type: "tournament", amount: formatAmount(message.minor) }];
  }
}

function hub88Of(message: Message): Call {
  if (message.kind === "finish") throw new Error("Hub88 ends a round with its last transaction.");
  if (message.kind === "rollback") return ["transaction/rollback", { transaction_uuid: message.ids[0]![0], reference_transaction_uuid: message.ids[0]![1] }];
  if (message.kind === "prize")
    return ["transaction/win", { transaction_uuid: message.id, amount: Number(message.minor * 1_000n), round_closed: false, is_supplier_promo: true }];
  const { id, type, minor, reference } = message.steps[0]!;
  const amount = Number(minor * 1_000n);
  return [
    `transaction/${type}`,
    { transaction_uuid: id, amount, round_closed: message.finished, ...(type === "win" ? { reference_transaction_uuid: reference } : {}) },
  ];
}

function formOf(message: Message): Call<Readonly<Record<string, string>>> {
  if (message.kind === "finish") return ["endRound.html", {}];
  if (message.kind === "rollback") return ["refund.html", { reference: message.ids[0]![1] }];
  if (message.kind === "prize") throw new Error("Forms know no prize.");
  const { id, type, minor } = message.steps[0]!;
  return [type === "bet" ? "bet.html" : "result.html", { reference: id, amount: formatAmount(minor) }];
}

const softswiss: Dialect = {
  name: "SoftSwiss",
  code: "STORM",
  vendorId: 800,
  winNeedsBet: false,
  zeroWins: false,
  ends: true,
  gives: true,
  inCalls: together,
  add: (world, vendor) => addVendor(world, { ...vendor, row: { calls_per_s: 100_000 } }),
  send: async (vendor, address, { message, ref }) => {
    const [path, content] = softswissOf(message);
    const { status, body } = await vendor.call(address, path, { account_id: ref, currency: "PHP", game_id: GAME, ...content });
    const code = status === 200 ? "200" : (body.meta?.api_code ?? "none");
    return { "200": "done", "409": "rolled back", "500": "busy", "503": "busy" }[code] ?? JSON.stringify(body);
  },
};

const hub88: Dialect = {
  name: "Hub88",
  code: "STORMHUB",
  vendorId: 801,
  winNeedsBet: true,
  zeroWins: true,
  ends: false,
  gives: true,
  inCalls: apart,
  add: addHub88,
  send: async (vendor, address, { message, ref, token }) => {
    const [path, content] = hub88Of(message);
    const about = { user: ref, token, currency: "PHP", game_code: GAME, round: message.round };
    const { said } = await callHub88(vendor, address, path, { ...about, ...content });
    const known: Readonly<Record<string, string>> = {
      RS_OK: "done",
      RS_ERROR_TRANSACTION_ROLLED_BACK: "rolled back",
      RS_ERROR_TRANSACTION_DOES_NOT_EXIST: "no bet",
      RS_ERROR_UNKNOWN: "busy",
    };
    return known[said.status] ?? said.status;
  },
};

const form: Dialect = {
  name: "forms",
  code: "STORMFORM",
  vendorId: 802,
  winNeedsBet: false,
  zeroWins: true,
  ends: true,
  gives: false,
  inCalls: apart,
  add: async (world, vendor) => {
    await speakForm(world);
    return addVendor(world, { ...vendor, row: { calls_per_s: 100_000, protocol: FORM } });
  },
  send: async (vendor, address, { message, ref }) => {
    const [path, content] = formOf(message);
    const about = { userId: ref, currency: "PHP", gameId: GAME, roundId: message.round };
    const { error } = await callForm(vendor, address, path, { ...about, ...content });
    return { "0": "done", rolled_back: "rolled back", busy: "busy", unknown: "busy" }[String(error)] ?? String(error);
  },
};

export const dialects: readonly [Dialect, Dialect, Dialect] = [softswiss, hub88, form];
