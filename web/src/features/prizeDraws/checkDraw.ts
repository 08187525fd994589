import type { Drawn, EggPrize } from "@laro/contract/prizeDraws";
import { fairStream, type Stream } from "@laro/engines/fair";
import { replacementOf } from "@laro/engines/prizes/eggs";
import { drawStop, findVipWheel, sliceAt } from "@laro/engines/prizes/wheel";
import { bytesOf, keepsPromise } from "@laro/engines/verify";
import { digests } from "../../api/digests.ts";

/** Whether a draw's seed is the one that was promised, and its stop and what it gave follow from the two seeds. Eggs are held against the table of the draw's version. */
export function isAsDrawn(drawn: Drawn, eggs: readonly EggPrize[]): boolean {
  const { serverSeed, serverSeedHash, clientSeed } = drawn;
  if (!keepsPromise({ seed: serverSeed, promise: serverSeedHash }, digests)) return false;
  const stream = fairStream({ hmac: digests.hmac, serverSeed: bytesOf(serverSeed), clientSeed, nonce: 0n });
  return drawn.draw === "egg" ? isEggAsDrawn(drawn, stream, eggs) : isWheelAsDrawn(drawn, stream);
}

function isWheelAsDrawn({ version, stop, points }: Drawn, stream: Stream): boolean {
  const wheel = findVipWheel(version);
  return wheel !== undefined && drawStop(wheel, stream) === stop && sliceAt(wheel, stop).points === points;
}

/** What had run out is known to the server alone; what was given instead is the published replacement. */
function isEggAsDrawn({ stop, points, amount, replaced }: Drawn, stream: Stream, slices: readonly EggPrize[]): boolean {
  if (slices.length === 0 || drawStop({ slices }, stream) !== stop) return false;
  const drawn = sliceAt({ slices }, stop);
  const given = replaced && drawn.stock !== null ? slices[replacementOf(slices)] : replaced ? undefined : drawn;
  return given !== undefined && given.points === points && given.amount === amount;
}
