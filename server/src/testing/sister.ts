import { openPlatform } from "../roles/platform.ts";
import { serve } from "../roles/serve.ts";
import { Person } from "./person.ts";
import { freePort } from "./ports.ts";
import type { World } from "./world.ts";

/** A second server on a world's database, as a second process would be. */
export async function openSister({ open, clock }: World): Promise<{ address: string; meet: (person: Person) => Person; close: () => Promise<void> }> {
  const { config, keys, log } = open.platform;
  const sister = await openPlatform({ config, keys, url: open.url, clock, log });
  const serving = await serve(sister, { port: await freePort(), host: config.host });
  return {
    address: serving.address,
    /** The same person, with the same session, at the second server. */
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
