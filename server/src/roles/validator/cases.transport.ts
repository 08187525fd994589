import type { Answer, Case, Trial } from "./trial.ts";

const ZEROS = "0".repeat(64);
const BODY_BYTES_MAX = 65_536;
const SIGNED = "X-REQUEST-SIGN is required: the HMAC-SHA256 signature of the request body.";

/** The balance of the account, asked with other fields or another signature. */
const ask = (trial: Trial, more: object = {}, options: { signature?: string | null } = {}): Promise<Answer> =>
  trial.post("balance", { ...trial.about(), ...more }, options);

export const transportCases: readonly Case[] = [
  {
    id: "T01",
    says: "the balance is answered",
    source: "public case 0001-balance-ok",
    rule: "200 with the player's balance in the currency that was asked for.",
    run: async (trial) => trial.taken(await ask(trial), "0"),
  },
  {
    id: "T02",
    says: "a wrong signature is refused",
    source: "public case 0002-signature-wrong",
    rule: SIGNED,
    run: async (trial) => trial.refused(await ask(trial, {}, { signature: ZEROS }), "403", "invalid signature"),
  },
  {
    id: "T03",
    says: "a call without a signature is refused",
    source: "contract",
    rule: SIGNED,
    run: async (trial) => trial.refused(await ask(trial, {}, { signature: null }), "403"),
  },
  {
    id: "T04",
    says: "a bet under another body's signature is refused and takes nothing",
    source: "contract",
    rule: SIGNED,
    run: async (trial) => {
      const [round, id] = [trial.id(), trial.id()];
      const body = { ...trial.about(), round_id: round, transactions: [trial.bet(undefined, id)] };
      trial.refused(await trial.playRaw(round, id, JSON.stringify(body), { signature: "5a".repeat(32) }), "403");
      await trial.moved("0");
    },
  },
  {
    id: "T05",
    says: "the signature is that of the bytes, whatever their order and blanks",
    source: "public case 0004-key-order-hostile",
    rule: "The signature is computed over the raw body; a wallet that parses and writes again before it checks refuses what is rightly signed.",
    run: async (trial) => {
      const { account_id: account, currency, game_id: game } = trial.about();
      const [round, id] = [trial.id(), trial.id()];
      const [a, c, g] = [account, currency, game].map((text) => JSON.stringify(text));
      const body = `{ "transactions":[{"type":"bet","id_provider":"${id}",  "amount":"0.25"}],"round_id":"${round}",\n"game_id":${g},"currency":${c},"account_id":${a}}`;
      trial.taken(await trial.playRaw(round, id, body), "-0.25");
    },
  },
  {
    id: "T06",
    says: "a body above 64 KiB is refused",
    source: "public case 0006-body-too-large",
    rule: "A body of more than 65,536 bytes is a bad request.",
    run: async (trial) => {
      const [round, id] = [trial.id(), trial.id()];
      const body = JSON.stringify({ ...trial.about(), round_id: round, transactions: [trial.bet(undefined, id)], padding: "x".repeat(BODY_BYTES_MAX) });
      trial.refused(await trial.playRaw(round, id, body), "400", "request body too large");
      await trial.moved("0");
    },
  },
  {
    id: "T07",
    says: "a body that is not JSON is refused",
    source: "contract",
    rule: "400: bad request (invalid JSON, validation error).",
    run: async (trial) => trial.refused(await trial.post("balance", "{"), "400"),
  },
  {
    id: "T08",
    says: "a body that is no object is refused",
    source: "contract",
    rule: "400: bad request (invalid JSON, validation error).",
    run: async (trial) => trial.refused(await trial.post("balance", "[]"), "400"),
  },
  {
    id: "T09",
    says: "unknown fields are tolerated",
    source: "public case 0023-unknown-fields-tolerated",
    rule: "Fields the contract does not know change nothing.",
    run: async (trial) => trial.taken(await ask(trial, { some_new_field: { a: [1] } }), "0"),
  },
  {
    id: "T10",
    says: "a currency in small letters is refused",
    source: "public case 0010-currency-lowercase",
    rule: "currency matches ^[A-Z][A-Z0-9_]{2,31}$ and is not folded.",
    run: async (trial) =>
      trial.refused(await ask(trial, { currency: trial.about().currency.toLowerCase() }), "400", "currency: must match ^[A-Z][A-Z0-9_]{2,31}$"),
  },
  {
    id: "T11",
    says: "a call that names no account is refused",
    source: "contract",
    rule: "account_id is required, at least one character.",
    run: async (trial) => trial.refused(await ask(trial, { account_id: undefined }), "400"),
  },
  {
    id: "T12",
    says: "what is not signed is not read: the signature is looked at before the body",
    source: "ours",
    rule: "An error about the body tells a stranger how far the body was read; a wrong signature is all that is said.",
    run: async (trial) => trial.refused(await trial.post("balance", "{", { signature: ZEROS }), "403"),
  },
];
