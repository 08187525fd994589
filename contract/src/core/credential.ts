import { z } from "zod";
import { compared } from "./text.ts";

/** Bytes as browsers write them into JSON. */
export const base64Url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);
/** What names a credential in every answer of an authenticator. */
export const credential = { id: base64Url(1_400), rawId: base64Url(1_400), type: z.literal("public-key") } as const;

/** What an authenticator answers when a passkey is shown. */
export const ShownCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(8_192),
    authenticatorData: base64Url(4_096),
    signature: base64Url(4_096),
    userHandle: base64Url(256).nullish(),
  }),
});
export type ShownCredential = z.infer<typeof ShownCredential>;

/** Six digits of the authenticator, or a recovery code. */
export const FactorAnswer = compared(32, { min: 1 });
