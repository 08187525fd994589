import type { InFlightBounds } from "../platform/inFlight.ts";
import { openPlatform } from "../roles/platform.ts";
import { serve } from "../roles/serve.ts";
import { Person } from "./person.ts";
import { freePort } from "./ports.ts";
import type { World } from "./world.ts";

interface Sister {
  readonly address: string;
  /** The same person, with the same session, at the second server. */
  readonly meet: (person: Person) => Person;
  readonly close: () => Promise<void>;
}

/** A second server on a world's database, as a second process would be; with other bounds where a proof shows what they are for. */
export async function openSister({ open, clock }: World, bounds?: InFlightBounds): Promise<Sister> {
  const { config, keys, log } = open.platform;
  const sister = await openPlatform({ config, keys, url: open.url, clock, log });
  const serving = await serve(sister, { port: await freePort(), host: config.host, ...(bounds === undefined ? {} : { bounds }) });
  return {
    address: serving.address,
    meet: ({ ip, name, password, token }) => {
      const person = new Person({ address: serving.address, clock, ip, name, password });
      person.token = token;
      return person;
    },
    close: async () => {
      await serving.close();
      await sister.close();
    },
  };
}
