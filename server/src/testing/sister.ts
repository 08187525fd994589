import type { InFlightBounds } from "../platform/inFlight.ts";
import { openPlatform, type OpenPlatform } from "../roles/platform.ts";
import { serve } from "../roles/serve.ts";
import { Person } from "./person.ts";
import { freePort } from "./ports.ts";
import type { World } from "./world.ts";

interface SisterOptions {
  /** By which address it reaches the database. */
  readonly url?: string;
  /** Where a proof shows what they are for. */
  readonly bounds?: InFlightBounds;
}

export interface Sister {
  readonly open: OpenPlatform;
  readonly address: string;
  /** The same person, with the same session, at the second server. */
  readonly meet: (person: Person) => Person;
  readonly close: () => Promise<void>;
}

/** A second server on a world's database, as a second process would be. */
export async function openSister({ open, clock }: Pick<World, "open" | "clock">, { url = open.url, bounds }: SisterOptions = {}): Promise<Sister> {
  const { config, keys, log } = open.platform;
  const sister = await openPlatform({ config, keys, url, clock, log });
  const serving = await serve(sister, { port: await freePort(), host: config.host, ...(bounds === undefined ? {} : { bounds }) });
  return {
    open: sister,
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
