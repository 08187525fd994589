import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";

/** A country whose mobile numbers are taken. */
export const PhoneCountry = z.object({
  /** ISO 3166-1 alpha-2; its name is the browser's to say. */
  country: z.string(),
  countryDialingCode: z.string().meta({ examples: ["+63"] }),
  /** How many digits a mobile number has after the dialling code. */
  lengths: z.array(z.int()),
  example: z.string(),
});
export type PhoneCountry = z.infer<typeof PhoneCountry>;

const HOUR_MS = 60 * 60_000;

export const phones = contract("phones", {
  countries: query({
    for: "guest",
    says: "The countries whose mobile numbers are taken, the Philippines first.",
    sharedForMs: HOUR_MS,
    trial: true,
    unfinished: true,
    input: z.object({}),
    output: z.object({ list: z.array(PhoneCountry) }),
  }),
});
