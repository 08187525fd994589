import { type Claim, type Verdict, verifyRound as verify } from "@laro/engines/verify";
import { digests } from "../../api/digests.ts";

export type { Claim, Verdict };

/** Computes a round again from its seeds and what its player did, and compares it with what was recorded. */
export const verifyRound = (claim: Claim): Verdict => verify(claim, digests);
