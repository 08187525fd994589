import type { Endpoint, InputOf, OutputOf } from "@laro/contract/core/endpoint";
import type { World } from "./world.ts";

/** What a visitor is answered now: what is shared is kept by the machine's clock, which a test's clock does not move, so it is let go of first. */
export async function askAnew<E extends Endpoint>(world: World, endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  const { live } = world.open.platform;
  const { promise: forgotten, resolve } = Promise.withResolvers<void>();
  const stop = live.listen(["everyone"], (message) => "stale" in message && message.stale.includes(endpoint.name) && resolve());
  await live.tell(["everyone"], { stale: [endpoint.name] });
  await forgotten.finally(stop);
  return world.guest().call(endpoint, input);
}
