import { z } from "zod";
import { command, contract, query } from "./core/endpoint.ts";

/** The commitment in force: the hash of the server's seed, the player's own seed and the number of the next round. */
export const Commitment = z.object({ seedId: z.string(), serverSeedHash: z.string(), clientSeed: z.string(), nextNonce: z.string() });
export type Commitment = z.infer<typeof Commitment>;

/** A retired seed: everything needed to compute its rounds again. */
export const Revealed = z.object({ seedId: z.string(), serverSeed: z.string(), serverSeedHash: z.string(), clientSeed: z.string(), rounds: z.string() });
export type Revealed = z.infer<typeof Revealed>;

export const seeds = contract("seeds", {
  mine: query({ for: "member", says: "The commitment in force.", input: z.object({}), output: Commitment }),
  rotate: command({
    for: "member",
    transaction: "own",
    says: "Retires the seed in force and shows it; a new commitment takes its place with the player's own seed.",
    input: z.object({ clientSeed: z.string().regex(/^[\x21-\x7e]{1,64}$/) }),
    output: z.object({ revealed: Revealed, commitment: Commitment }),
  }),
});
