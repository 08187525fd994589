import { refuse } from "@laro/contract/core/errors";
import type { PhoneCountry } from "@laro/contract/phones";
import type { NumberingPlan } from "libphonenumber-js/mobile";
import type { PhoneCountryCode } from "../settings/packs.ts";

/** 100 KB of numbering plans, read by the first who brings a number. */
const loadNumbers = () => import("libphonenumber-js/mobile");

/** Longer is no number, however many blanks stand in it. */
const TYPED_LENGTH_MAX = 40;

export interface Phone {
  /** Such as `+639171234567`. */
  readonly e164: string;
  readonly country: string;
}

/**
 * Reads a mobile number as people write it: digits of any script, blanks, a 0 or the dialling code in front. `allowed` are the pack's countries.
 * Refuses with `codes.phone_missing`, `codes.phone_invalid` and, for a number of another country, `codes.not_allowed`; the field is `mobileNum`.
 */
export async function parsePhone(
  { countryDialingCode, mobileNum }: { countryDialingCode: string; mobileNum: string },
  allowed: readonly PhoneCountryCode[],
): Promise<Phone> {
  const field = "mobileNum";
  const typed = mobileNum.trim();
  if (typed === "") refuse("codes.phone_missing", { field });
  const dialing = /^\s*\+?(\d{1,3})\s*$/.exec(countryDialingCode.normalize("NFKC"))?.[1];
  if (dialing === undefined || typed.length > TYPED_LENGTH_MAX) refuse("codes.phone_invalid", { field });
  const { getCountries, getCountryCallingCode, parsePhoneNumberFromString } = await loadNumbers();
  // The parser throws on a dialling code that nobody has.
  if (!getCountries().some((country) => getCountryCallingCode(country) === dialing)) refuse("codes.phone_invalid", { field });
  const phone = parsePhoneNumberFromString(typed, { defaultCallingCode: dialing, extract: false });
  if (phone === undefined || phone.ext !== undefined || !phone.isValid() || phone.getType() !== "MOBILE") return refuse("codes.phone_invalid", { field });
  const country = phone.country;
  if (country === undefined || !(allowed as readonly string[]).includes(country)) return refuse("codes.not_allowed", { field });
  return { e164: phone.number, country };
}

/** Country and first three digits of a number (E.164), which an SMS farm's numbers share. */
export async function prefixOf(e164: string): Promise<string> {
  const { parsePhoneNumberFromString } = await loadNumbers();
  const phone = parsePhoneNumberFromString(e164);
  return phone === undefined ? e164.slice(0, 6) : `+${phone.countryCallingCode}${phone.nationalNumber.slice(0, 3)}`;
}

/** A numbering plan knows its parts, of which the package's types say nothing. */
interface MobilePlan {
  readonly type: (type: "MOBILE") => { readonly possibleLengths: () => number[] } | undefined;
}

/** The pack's countries in its order, with what their mobile numbers look like. */
export async function listPhoneCountries(allowed: readonly PhoneCountryCode[]): Promise<PhoneCountry[]> {
  const [{ getExampleNumber, Metadata }, { default: examples }] = await Promise.all([loadNumbers(), import("libphonenumber-js/examples.mobile")]);
  return allowed.map((country) => {
    const metadata = new Metadata();
    metadata.selectNumberingPlan(country);
    const example = getExampleNumber(country, examples);
    if (metadata.numberingPlan === undefined || example === undefined) throw new Error(`No numbering plan is known for ${country}.`);
    const mobile = (metadata.numberingPlan as NumberingPlan & MobilePlan).type("MOBILE");
    const lengths = mobile?.possibleLengths() ?? [example.nationalNumber.length];
    return { country, countryDialingCode: `+${example.countryCallingCode}`, lengths, example: example.nationalNumber };
  });
}

const SHOWN = 4;
const DIALING_LENGTH = 3;

/** A number (E.164) with its last four digits and the beginning of its dialling code alone: `+63•••••4567`. */
export const maskPhone = (e164: string): string => `${e164.slice(0, DIALING_LENGTH)}•••••${e164.slice(-SHOWN)}`;

/** An address with the first letter of its name and its domain alone: `a•••••@example.com`. */
export function maskEmail(email: string): string {
  const first = /^[^@]/u.exec(email)?.[0] ?? "";
  return `${first}•••••${email.slice(email.lastIndexOf("@"))}`;
}
