import { setContact, verifyContact, type Contact } from "../core/contacts/contacts.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** A member with a telephone number or an e-mail address that is verified as their own. */
export async function memberWith(world: World, contact: Contact): Promise<Person & { readonly id: bigint }> {
  const ann = await world.player();
  const { database, keys } = world.open.platform;
  const own = { ...contact, accountId: ann.id, now: world.clock.now() };
  await database.begin(async (tx) => {
    await setContact(tx, keys, own);
    await verifyContact(tx, keys, own);
  });
  return ann;
}
