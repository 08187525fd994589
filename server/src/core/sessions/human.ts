import { refuse } from "@laro/contract/core/errors";
import { Uuid } from "@laro/contract/core/ids";
import type { Database } from "../../platform/db.ts";
import { checkCaptcha } from "./captcha.ts";

/** What somebody answered to a captcha's picture, and which one it was. */
export interface CaptchaAnswer {
  readonly captcha: string | undefined;
  readonly captchaKey: string | undefined;
}

/**
 * The check `sendCode` asks for where it wants a human, made of a captcha's answer. Right or wrong, the captcha is used up.
 * It refuses with `sessions.captcha_required` where nothing was answered and with `codes.captcha_failed` where it was wrong.
 */
export const humanCheck =
  (begin: Database["begin"], { captcha, captchaKey, now }: CaptchaAnswer & { now: Date }): (() => Promise<void>) =>
  async () => {
    const values = { captcha: true, field: "captcha" };
    if (captcha === undefined || captchaKey === undefined) return refuse("sessions.captcha_required", values);
    const isKey = Uuid.safeParse(captchaKey).success;
    if (!isKey || !(await begin((tx) => checkCaptcha(tx, { key: captchaKey, answer: captcha, now })))) refuse("codes.captcha_failed", values);
  };
