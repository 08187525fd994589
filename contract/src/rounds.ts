import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";
import { Day, Moment, RequestId, Uuid } from "./core/ids.ts";
import { Amount, Balance } from "./core/money.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** What was chosen, or what fell, in the shape of its game: `core/plays` has one file for each family. */
const Played = z.record(z.string(), z.unknown());

/** A settled house round: enough to show it again and to compute it again once the seed is shown. */
export const Round = z.object({
  id: Uuid,
  gameCode: z.string(),
  displayName: z.string(),
  stake: Balance,
  win: Balance,
  choice: Played,
  outcome: Played,
  seedId: z.string(),
  nonce: z.string(),
  at: Moment,
});
export type Round = z.infer<typeof Round>;

const Filter = { gameCode: compared(32).optional(), from: Day.optional(), to: Day.optional() } as const;

export const rounds = contract("rounds", {
  play: command({
    for: "member",
    says: "Plays one round of a house game: stake, outcome, win and record in one transaction. The same requestId answers the same round.",
    money: "batched",
    rate: { count: 600, windowMs: 60_000 },
    input: z.object({ requestId: RequestId, gameCode: compared(32), stake: Amount, choice: z.record(z.string(), z.unknown()) }),
    output: Round.extend({ balance: Balance }),
    errors: [
      "games.not_found",
      "games.closed",
      "rounds.below_minimum",
      "rounds.above_maximum",
      "rounds.stake_step",
      "rounds.choice_invalid",
      "wallet.insufficient_funds",
      "wallet.closed",
      "limits.loss_reached",
      "limits.stake_reached",
      "countries.closed",
      "limits.kyc_required",
      "request.id_reused",
      "server.busy",
      "server.pending",
    ],
  }),
  mine: query({
    for: "member",
    says: "The betting record, newest first.",
    readsMuch: true,
    input: PageInput.extend(Filter),
    output: page(Round),
  }),
  totals: query({
    for: "member",
    says: "How many rounds match, and the sums of their stakes and wins.",
    readsMuch: true,
    input: z.object(Filter),
    output: z.object({ count: z.int(), stake: Balance, win: Balance }),
  }),
  get: query({
    for: "member",
    says: "One of the member's own rounds, for replay; with its seed once that is revealed.",
    input: z.object({ id: Uuid }),
    output: Round.extend({ serverSeed: z.string().nullable(), serverSeedHash: z.string(), clientSeed: z.string() }),
    errors: ["rounds.not_found"],
  }),
});
