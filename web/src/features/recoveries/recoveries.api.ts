import { type ComponentType, useState } from "react";

export interface CaptchaAnswer {
  key: string;
  answer: string;
}

/** The picture to read, as the login has it too. */
export type CaptchaField = ComponentType<{ value: CaptchaAnswer; error: string | undefined; onChange: (value: CaptchaAnswer) => void }>;

const fresh = (): CaptchaAnswer => ({ key: crypto.randomUUID(), answer: "" });

/** A captcha that every request brings; one look uses it up. */
export function useCaptcha() {
  const [value, setValue] = useState(fresh);
  return {
    value,
    setValue,
    renew: () => setValue(fresh()),
    sent: { captcha: value.answer.trim(), captchaKey: value.key },
    isMissing: value.answer.trim() === "",
  };
}
