import { Refusal } from "@laro/contract/core/errors";
import { phones } from "@laro/contract/phones";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { packs } from "../settings/packs.ts";
import { maskEmail, maskPhone, parsePhone, prefixOf } from "./phones.ts";

const { phoneCountries: philippines } = packs.ph;
const parse = (mobileNum: string, countryDialingCode = "+63") => parsePhone({ countryDialingCode, mobileNum }, philippines);

async function refusalOf(reading: Promise<unknown>): Promise<Refusal> {
  const error = await reading.catch((thrown: unknown) => thrown);
  if (error instanceof Refusal) return error;
  throw new Error("The number was taken.");
}

describe("parsePhone", () => {
  test.each([["9171234567"], ["09171234567"], ["+639171234567"], [" 0917 123-4567 "], ["(0917) 123 4567"], ["٩١٧١٢٣٤٥٦٧"], ["９１７１２３４５６７"]])(
    "a Philippine mobile number is read as people write it (%s)",
    async (typed) => {
      expect(await parse(typed)).toEqual({ e164: "+639171234567", country: "PH" });
    },
  );

  test("the dialling code is read with and without its plus", async () => {
    expect(await parse("9171234567", "63")).toEqual({ e164: "+639171234567", country: "PH" });
  });

  test.each([
    ["917123456"],
    ["91712345678"],
    ["0281234567"],
    ["9171234567 ext. 3"],
    ["9171234567;ext=3"],
    ["call 9171234567 now"],
    ["abc"],
    ["9".repeat(300)],
    ["91712345６7'; drop"],
  ])("no mobile number is refused, and the field is named (%s) [ERR-17]", async (typed) => {
    expect(await refusalOf(parse(typed))).toMatchObject({ code: "codes.phone_invalid", values: { field: "mobileNum" } });
  });

  test.each([[""], ["   "]])("an empty one is missing [ERR-18]", async (typed) => {
    expect(await refusalOf(parse(typed))).toMatchObject({ code: "codes.phone_missing", values: { field: "mobileNum" } });
  });

  test.each([
    ["91234567", "+65"],
    ["+6591234567", "+63"],
  ])("a number of a country that is not the pack's is refused (%s) [ERR-24]", async (typed, dialing) => {
    expect(await refusalOf(parse(typed, dialing))).toMatchObject({ code: "codes.not_allowed", values: { field: "mobileNum" } });
    expect((await parsePhone({ countryDialingCode: dialing, mobileNum: typed }, packs.sandbox.phoneCountries)).country).toBe("SG");
  });

  test.each([["+999"], ["x"], [""], ["+6399999"]])("a dialling code that is none is refused (%s)", async (dialing) => {
    expect((await refusalOf(parse("9171234567", dialing))).code).toBe("codes.phone_invalid");
  });
});

test("a mask leaves the last digits of a number, the first letter and the domain of an address", () => {
  expect(maskPhone("+639171234567")).toBe("+63•••••4567");
  expect(maskEmail("maria.clara@example.com")).toBe("m•••••@example.com");
});

test("a prefix is the country and three digits, however long its dialling code is", async () => {
  expect(await prefixOf("+639171234567")).toBe("+63917");
  expect(await prefixOf("+85251234567")).toBe("+852512");
});

describe("phones.countries", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test("names the Philippines first, and every example is a number that is taken", async () => {
    const { list } = await world.guest().call(phones.countries, {});
    expect(list[0]).toMatchObject({ country: "PH", countryDialingCode: "+63", lengths: [10] });
    for (const { country, countryDialingCode, lengths, example } of list) {
      expect(lengths).toContain(example.length);
      expect((await parsePhone({ countryDialingCode, mobileNum: example }, packs.sandbox.phoneCountries)).country).toBe(country);
    }
  });
});
