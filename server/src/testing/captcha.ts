import { randomUUID } from "node:crypto";
import { captcha } from "@laro/contract/captcha";
import { asOwner } from "./owner.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** Draws a captcha and looks its answer up, as only its drawer can. */
export async function readCaptcha(world: World, person: Person = world.guest()): Promise<{ captcha: string; captchaKey: string }> {
  const captchaKey = randomUUID();
  await person.call(captcha.image, { key: captchaKey });
  const [drawn] = await asOwner<{ answer: string }>(world.open.url, "select answer from captcha where key = $1", [captchaKey]);
  return { captcha: drawn!.answer, captchaKey };
}

/** The same as most calls take it: the picture's key among what the human check left. */
export async function solveCaptcha(world: World, person?: Person): Promise<{ captcha: string; verification: { captchaKey: string } }> {
  const { captcha: answer, captchaKey } = await readCaptcha(world, person);
  return { captcha: answer, verification: { captchaKey } };
}
