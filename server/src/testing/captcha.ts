import { randomUUID } from "node:crypto";
import { captcha } from "@laro/contract/captcha";
import { asOwner } from "./owner.ts";
import type { World } from "./world.ts";

/** Draws a captcha and looks its answer up, as only its drawer can. */
export async function solveCaptcha(world: World): Promise<{ captcha: string; captchaKey: string }> {
  const captchaKey = randomUUID();
  await world.guest().call(captcha.image, { key: captchaKey });
  const [row] = await asOwner<{ answer: string }>(world.open.url, "select answer from captcha where key = $1", [captchaKey]);
  return { captcha: row!.answer, captchaKey };
}
