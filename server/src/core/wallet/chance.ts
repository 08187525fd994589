import { fairStream, type Stream } from "@laro/engines/fair";
import { hmacSha256 } from "../../platform/hmac.ts";
import type { SeedInForce } from "./posting.ts";

/** The chance of one round, from its beginning. */
export const streamOf = ({ serverSeed, clientSeed }: Pick<SeedInForce, "serverSeed" | "clientSeed">, nonce: bigint): Stream =>
  fairStream({ hmac: hmacSha256, serverSeed, clientSeed, nonce });
