import { z } from "zod";
import { base64Url, credential, ShownCredential } from "./core/credential.ts";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { text } from "./core/text.ts";
import { Entered } from "./sessions.ts";

/** As many one member may have. */
export const PASSKEYS_MAX = 10;
const NAME_LENGTH_MAX = 40;

const Passkey = z.object({ id: z.string(), name: z.string(), createdAt: Moment, usedAt: Moment.nullable() });

/** What an authenticator answers when it makes a passkey; the browser's JSON of it. */
export const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(8_192),
    attestationObject: base64Url(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(10)
      .optional(),
  }),
});
export type NewCredential = z.infer<typeof NewCredential>;

/** What the browser is asked for, in its own words (`PublicKeyCredential.parse…OptionsFromJSON`). */
const Options = z.object({ options: z.record(z.string(), z.unknown()) });
const name = text({ min: 1, max: NAME_LENGTH_MAX });
const rate = { count: 30, windowMs: 60_000 } as const;

export const passkeys = contract("passkeys", {
  mine: query({
    for: "member",
    says: "The caller's passkeys, the oldest first, and whether one can be added here.",
    input: z.object({}),
    output: z.object({ offered: z.boolean(), list: z.array(Passkey) }),
  }),
  beginAdd: command({
    for: "member",
    says: "What a browser needs to make a passkey, within five minutes.",
    proof: true,
    transaction: "own",
    visitor: true,
    input: z.object({}),
    output: Options,
    errors: ["passkeys.closed", "passkeys.too_many", "accounts.resting"],
  }),
  add: command({
    for: "member",
    says: "Binds the passkey that a browser made; the member is told.",
    proof: true,
    transaction: "own",
    visitor: true,
    input: z.object({ name, credential: NewCredential }),
    output: z.object({ id: z.string() }),
    errors: ["passkeys.closed", "passkeys.too_many", "passkeys.wrong", "accounts.resting"],
  }),
  rename: command({
    for: "member",
    says: "Names a passkey.",
    proof: true,
    input: z.object({ id: z.uuid(), name }),
    output: Empty,
    errors: ["passkeys.not_found", "accounts.resting"],
  }),
  remove: command({
    for: "member",
    says: "Removes a passkey; the member is told.",
    proof: true,
    input: z.object({ id: z.uuid() }),
    output: Empty,
    errors: ["passkeys.not_found", "accounts.resting"],
  }),
  beginEnter: command({
    for: "guest",
    says: "What a browser needs to show a passkey, within five minutes; it names no account.",
    transaction: "own",
    visitor: true,
    rate,
    input: z.object({}),
    output: Options,
    errors: ["passkeys.closed"],
  }),
  enter: command({
    for: "guest",
    says: "Opens the session of the member whose passkey was shown; no second factor is asked for.",
    transaction: "own",
    visitor: true,
    rate,
    input: z.object({ entry: z.enum(["player", "agent"]), credential: ShownCredential }),
    output: Entered,
    errors: ["passkeys.closed", "passkeys.wrong", "sessions.not_agent", "sessions.account_closed", "protection.excluded"],
  }),
});
