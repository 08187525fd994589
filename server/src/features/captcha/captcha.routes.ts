import { captcha } from "@laro/contract/captcha";
import { drawCaptcha } from "../../core/sessions/captcha.ts";
import { routes } from "../../platform/routes.ts";

export const captchaRoutes = routes(captcha, {
  image: async ({ begin, input, now }) => drawCaptcha(begin, { key: input.key, now }),
});
