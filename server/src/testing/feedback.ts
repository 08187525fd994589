import { feedback, type FeedbackType } from "@laro/contract/feedback";
import { packs } from "../core/settings/packs.ts";
import { beginThread } from "../features/feedback/feedback.ts";
import { solveCaptcha } from "./captcha.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** A message to customer service as the form sends it, with a captcha that was read. */
export const writeToUs = async (world: World, person: Person, { content = "My deposit is missing", type = 1 as FeedbackType, email = "" } = {}) =>
  person.call(feedback.send, { content, type, ...(email === "" ? {} : { email }), ...(await solveCaptcha(world, person)) });

/** A member's thread: its id. */
export const beginThreadOf = async (world: World, person: Person, said: { content?: string; type?: FeedbackType } = {}): Promise<string> =>
  (await writeToUs(world, person, said)).id!;

/** The newest message of a thread, which an officer has seen. */
export const seenOf = async (officer: Person, id: string): Promise<string> => (await officer.call(feedback.case, { id })).messages.at(-1)!.id;

/** A thread of a member's whose words speak of harm, as the form would begin it. */
export async function writeOfHarm({ open: { platform }, clock }: World, accountId: bigint): Promise<void> {
  const { database, keys, config } = platform;
  const who = { accountId, email: null, language: "EN", type: 0 as const };
  await database.begin((tx) => beginThread(tx, { keys, pack: packs[config.pack], ...who, text: "I cannot stop and lost everything", now: clock.now() }));
}
