/** The owner and the strangers: who fails at a name from browsers its account does not know keeps nobody out of it who comes from one it knows. */
import { accounts } from "@laro/contract/accounts";
import { sessions } from "@laro/contract/sessions";
import { asOwner } from "../testing/owner.ts";
import type { World } from "../testing/world.ts";
import { attempt } from "./identity.guesses.ts";

const AT_ONCE = 20;
/** As often as an address may log in within a minute of the world's clock, which stands still. */
const ENTRIES_MAX = 25;

interface Siege {
  readonly strangers: number;
  /** What is done to the account before each entry: one that succeeds makes its browser known again. */
  readonly before?: (world: World, accountId: bigint) => Promise<unknown>;
}

/** Strangers fail at a name while its owner logs in again and again. Answers what the owner was refused with. */
export async function besiege(world: World, { strangers, before }: Siege): Promise<readonly string[]> {
  const owner = await world.player();
  const [seen, faults]: [Set<string>, string[]] = [new Set(), []];
  let isOver = false;
  const turns = Array.from({ length: strangers }).values();
  const keepFailing = async (): Promise<void> => {
    for (const _ of turns) seen.add(await world.guest().refused(sessions.login, attempt(owner.name, "Wrong-horse-7")));
  };
  const siege = Promise.all(Array.from({ length: AT_ONCE }, keepFailing)).then(() => (isOver = true));
  const enter = async (): Promise<void> => {
    await before?.(world, owner.id);
    const { answer } = await owner.send(sessions.login, attempt(owner.name, owner.password));
    if (!answer.success) faults.push(`the owner was refused with ${answer.message}`);
  };
  for (let entries = 0; entries < ENTRIES_MAX; entries++) if (!isOver) await enter();
  await siege;
  await enter();
  await owner.call(accounts.me, {});
  return [...faults, ...(seen.has("sessions.captcha_required") ? [] : [`strangers were answered ${[...seen].join()} alone`])];
}

/** As if no browser had a count of its own. */
export const makeStranger = (world: World, accountId: bigint): Promise<unknown> =>
  asOwner(world.open.url, "delete from account_device where account_id = $1", [accountId]);
