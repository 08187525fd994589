import { z } from "zod";
import { command, contract, download, Empty, query } from "./core/endpoint.ts";

/** The commitment in force: the hash of the server's seed, the player's own seed and the number of the next round; and the hash of the server's seed that comes after it. */
export const Commitment = z.object({
  seedId: z.string(),
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  nextNonce: z.string(),
  /** SHA-256 of the seed the next rotation puts into force: made before its client seed is known. */
  nextServerSeedHash: z.string(),
});
export type Commitment = z.infer<typeof Commitment>;

/** A retired seed: everything needed to compute its rounds again. */
export const Revealed = z.object({ seedId: z.string(), serverSeed: z.string(), serverSeedHash: z.string(), clientSeed: z.string(), rounds: z.string() });
export type Revealed = z.infer<typeof Revealed>;

export const seeds = contract("seeds", {
  export: download({
    for: "member",
    says: "The member's seeds, one a line: hash, server seed once it was shown, client seed, and the numbers of the first and the last round drawn from it.",
    file: "text/csv",
    input: Empty,
  }),
  mine: query({ for: "member", says: "The commitment in force, and the hash of the server seed that comes next.", input: z.object({}), output: Commitment }),
  rotate: command({
    for: "member",
    transaction: "own",
    says: "Retires the seed in force and shows it; the seed whose hash was promised takes its place with the player's own, and the hash of the one after it is shown.",
    input: z.object({ clientSeed: z.string().regex(/^[\x21-\x7e]{1,64}$/) }),
    output: z.object({ revealed: Revealed, commitment: Commitment }),
    errors: ["seeds.round_running", "seeds.unused"],
  }),
});
