import { captcha } from "@laro/contract/captcha";
import { drawCaptcha, setWork } from "../../core/sessions/captcha.ts";
import { routes } from "../../platform/routes.ts";

export const captchaRoutes = routes(captcha, {
  image: async ({ begin, input, now }) => drawCaptcha(begin, { key: input.key, now }),
  work: async ({ begin, input, now }) => setWork(begin, { key: input.key, now }),
});
