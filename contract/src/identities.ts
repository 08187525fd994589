import { z } from "zod";
import { command, contract, Empty, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { providers } from "./core/providers.ts";
import { compared } from "./core/text.ts";
import { Entered } from "./sessions.ts";

const Provider = z.enum(providers);
export type Provider = z.infer<typeof Provider>;

const Ticket = z.object({ ticket: compared(64, { min: 1 }) });

/**
 * Sign-in with an account elsewhere. `begin` leads to the provider, whose answer leads to `/social#<ticket>`, or to `/social#<code of a refusal>`. The ticket is
 * good in the browser that began, for ten minutes: `enter` takes it where its owner is linked with an account, `link` links them with the member who asks.
 */
export const identities = contract("identities", {
  begin: command({
    for: "guest",
    says: "Where the provider asks who somebody is.",
    transaction: "own",
    visitor: true,
    trial: true,
    rate: { count: 20, windowMs: 60_000 },
    input: z.object({ provider: Provider }),
    output: z.object({ address: z.url() }),
    errors: ["identities.closed"],
  }),
  enter: command({
    for: "guest",
    says: "Opens the session of the account that is linked with whoever the provider named; where none is, the ticket stays good for `link`.",
    transaction: "own",
    visitor: true,
    trial: true,
    rate: { count: 20, windowMs: 60_000 },
    input: Ticket,
    output: Entered,
    errors: ["identities.ticket_over", "identities.unknown", "sessions.account_closed", "sessions.verification_needed", "protection.excluded"],
  }),
  link: command({
    for: "member",
    proof: true,
    visitor: true,
    transaction: "own",
    says: "Links the member with whoever the provider named. One of each provider: a new one takes the old one's place.",
    input: Ticket,
    output: Empty,
    errors: ["identities.ticket_over", "identities.taken", "accounts.resting"],
  }),
  mine: query({
    for: "member",
    says: "The sign-ins elsewhere that open this account.",
    input: z.object({}),
    output: z.object({ list: z.array(z.object({ provider: Provider, label: z.string(), at: Moment, lastAt: Moment })) }),
  }),
  unlink: command({
    for: "member",
    proof: true,
    transaction: "own",
    says: "Lets a provider's word open this account no more.",
    input: z.object({ provider: Provider }),
    output: Empty,
    errors: ["accounts.resting"],
  }),
});
