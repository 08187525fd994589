import { z } from "zod";
import { FactorAnswer } from "./core/credential.ts";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";

/** What somebody has bound as a second factor. */
export const Factors = z.object({
  /** Since when there is an authenticator; null where there is none. */
  totpSince: Moment.nullable(),
  /** Recovery codes that have not been used. */
  recoveryLeft: z.int(),
});
export type Factors = z.infer<typeof Factors>;

/** What an authenticator is given: the address a QR code holds, and its key to type. */
const NewTotp = z.object({ uri: z.string(), key: z.string() });
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const begins = {
  says: "Begins to bind an authenticator: its key is shown this once and counts when it was confirmed within half an hour.",
  proof: true,
} as const;
const confirms = {
  says: "Binds the authenticator by its first code, and answers ten recovery codes that are shown this once.",
  proof: true,
  sealed: true,
  transaction: "own",
  input: z.object({ code: FactorAnswer }),
  output: RecoveryCodes,
  errors: ["factors.enrolled", "factors.not_begun", "factors.wrong", "factors.locked"],
} as const;
const byAnswer = { sealed: true, transaction: "own", input: z.object({ code: FactorAnswer }) } as const;

export const factors = contract("factors", {
  mine: query({ for: "member", says: "The caller's second factors.", input: z.object({}), output: Factors }),
  beginTotp: command({ for: "member", ...begins, input: z.object({}), output: NewTotp, errors: ["factors.enrolled", "accounts.resting"] }),
  confirmTotp: command({ for: "member", ...confirms, errors: [...confirms.errors, "accounts.resting"] }),
  removeTotp: command({
    for: "member",
    says: "Removes the authenticator and its recovery codes; for 72 hours nothing leaves the account.",
    proof: true,
    input: z.object({}),
    output: Empty,
    errors: ["factors.not_enrolled", "accounts.resting"],
  }),
  newRecoveryCodes: command({
    for: "member",
    says: "Ten new recovery codes, shown this once; the old ones end.",
    proof: true,
    input: z.object({}),
    output: RecoveryCodes,
    errors: ["factors.not_enrolled"],
  }),
  mineOperator: query({ for: "operator", personal: false, unfinished: true, says: "The same of an operator.", input: z.object({}), output: Factors }),
  beginTotpOperator: command({ for: "operator", unfinished: true, ...begins, input: z.object({}), output: NewTotp, errors: ["factors.enrolled"] }),
  confirmTotpOperator: command({ for: "operator", unfinished: true, ...confirms }),
  removeTotpOperator: command({
    for: "operator",
    says: "Removes an operator's authenticator by a code of it, or by a recovery code.",
    ...byAnswer,
    output: Empty,
    errors: ["factors.not_enrolled", "factors.wrong", "factors.locked"],
  }),
  newRecoveryCodesOperator: command({
    for: "operator",
    says: "Ten new recovery codes of an operator, by a code of the authenticator.",
    ...byAnswer,
    output: RecoveryCodes,
    errors: ["factors.not_enrolled", "factors.wrong", "factors.locked"],
  }),
});
