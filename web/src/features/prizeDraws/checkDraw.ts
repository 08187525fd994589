import type { Drawn } from "@laro/contract/prizeDraws";
import { fairStream } from "@laro/engines/fair";
import { drawStop, findVipWheel, sliceAt } from "@laro/engines/prizes/wheel";
import { bytesOf, keepsPromise } from "@laro/engines/verify";
import { digests } from "../../api/digests.ts";

/** Whether a draw's seed is the one that was promised, and its stop and points follow from the two seeds. */
export function isAsDrawn({ serverSeed, serverSeedHash, clientSeed, version, stop, points }: Drawn): boolean {
  const wheel = findVipWheel(version);
  if (wheel === undefined || !keepsPromise({ seed: serverSeed, promise: serverSeedHash }, digests)) return false;
  const computed = drawStop(wheel, fairStream({ hmac: digests.hmac, serverSeed: bytesOf(serverSeed), clientSeed, nonce: 0n }));
  return computed === stop && sliceAt(wheel, stop).points === points;
}
