import { z } from "zod";
import { Balance } from "./money.ts";
import { registrationTypes } from "./registrationTypes.ts";

/** What the register popup asks for beside its fields, and what it says of the house. */
export const RegisterSettings = z.object({
  /** The ways to register that are open, the first one first; none while registration is closed. */
  types: z.array(z.enum(registrationTypes)),
  smsVerification: z.boolean(),
  /** This browser must solve a captcha. */
  captcha: z.boolean(),
  /** There are venues, and one of them must be chosen. */
  venue: z.boolean(),
  /** The declaration about the barred groups is asked for. */
  declaration: z.boolean(),
  minimumAge: z.int(),
  /** What newcomers get by a campaign that runs, where that is money: the most of several. */
  bonus: z.object({ amount: Balance, wagering: z.int().nullable() }).nullable(),
});
export type RegisterSettings = z.infer<typeof RegisterSettings>;
