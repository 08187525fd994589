import type { Rain } from "@laro/contract/envelopes";
import { cutEnvelopes } from "@laro/engines/prizes/envelopes";
import { bytesOf, keepsPromise } from "@laro/engines/verify";
import { digests } from "../../api/digests.ts";

/** All that the envelopes of a rain follow from, and what was in them; seed and hash are hex. */
export interface RainProof extends Pick<Rain, "commitment" | "total" | "slips" | "minimum" | "maximum"> {
  readonly serverSeed: string;
  /** In the order in which they were taken. */
  readonly amounts: readonly bigint[];
}

/** Whether the seed is the one that was promised, and cuts exactly these envelopes. */
export function isAsCut({ commitment, serverSeed, amounts, total, slips, minimum, maximum }: RainProof): boolean {
  if (!keepsPromise({ seed: serverSeed, promise: commitment }, digests) || amounts.length !== slips) return false;
  const cut = cutEnvelopes({ hmac: digests.hmac, seed: bytesOf(serverSeed), total, slips, minimum, maximum });
  return cut.every((amount, at) => amount === amounts[at]);
}
