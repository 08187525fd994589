import { readdirSync } from "node:fs";
import type { Endpoint } from "@laro/contract/core/endpoint";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { z as wire } from "./wire.ts";

afterAll(() => vi.doUnmock("zod"));

const nouns = readdirSync(new URL("../../../contract/src", import.meta.url)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

/** Every endpoint of the contract, its schemas made by whatever stands for zod just now. */
async function loadEndpoints(): Promise<ReadonlyMap<string, Endpoint>> {
  vi.resetModules();
  const files = await Promise.all(
    nouns.map((file) => import(/* @vite-ignore */ new URL(`../../../contract/src/${file}`, import.meta.url).pathname) as Promise<Record<string, unknown>>),
  );
  const contracts = files.flatMap((file) => Object.values(file)).filter((value) => typeof value === "object" && value !== null);
  const found = contracts
    .flatMap((contract) => Object.values(contract))
    .filter((one): one is Endpoint => typeof one === "object" && one !== null && "input" in one && "name" in one);
  return new Map(found.map((endpoint) => [endpoint.name, endpoint]));
}

/** Texts of every shape the contract knows; a leaf takes those that are its own. */
const texts = [
  "",
  "a",
  "Ab1",
  "abcdefgh",
  " A text  of several words ",
  "ÑANDÚ ✓",
  "1001",
  "20.00",
  "-20.00",
  "99.12",
  "123456",
  "2026-11-22",
  "2026-11-22T01:30:00.000Z",
  "019ABCDE-0000-7000-8000-00000000000A",
  "0190abcd-0000-4000-8000-000000000001",
  "https://example.com/a?b=c",
  "abc@example.com",
  "+639171234567",
  "09171234567",
  "aB3_-".repeat(8) + "xyz",
  "aGVsbG8=",
  "ab".repeat(32),
  "0123456789abcdef",
  "PH",
  "ABCDEFGH234567AB",
  "DICE",
  "10.0.0.1",
  "en",
  "A-1",
];
const numbers = [0, 1, 2, 3, 5, 10, 21, 42, 100, 1_000, 1_800_000_000_000, -1, 1.5];

type Def = Readonly<Record<string, unknown>> & { readonly type: string };
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;
const leaf = (schema: z.ZodType, pool: readonly unknown[]): fc.Arbitrary<unknown> => {
  const own = pool.filter((value) => schema.safeParse(value).success);
  if (own.length > 0) return fc.constantFrom(...own);
  const { pattern } = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
  if (pattern === undefined) throw new Error("A leaf has no sample: add one above.");
  return fc.stringMatching(new RegExp(pattern)).filter((text) => schema.safeParse(text).success);
};

/** Deep enough for every shape of ours; one that holds itself ends here. */
const DEPTH_MAX = 8;

/** Values as they travel, of a schema's kind. */
function travelling(schema: z.ZodType, depth = 0): fc.Arbitrary<unknown> {
  const within = (inner: z.ZodType) => travelling(inner, depth + 1);
  const def = defOf(schema);
  const part = (name: string) => def[name] as z.ZodType;
  switch (def.type) {
    case "object": {
      const shape = Object.entries((schema as z.ZodObject).shape as Record<string, z.ZodType>);
      const required = shape
        .filter(
          ([
            ,
            {
              def: { type },
            },
          ]) => type !== "optional",
        )
        .map(([name]) => name);
      const model = Object.fromEntries(shape.map(([name, one]) => [name, within(one)]));
      return fc.record(model, { requiredKeys: required }).chain((made) => fc.constantFrom(made, { ...made, unasked: "stripped" }));
    }
    case "array":
      if (depth > DEPTH_MAX) return fc.constant([]);
      {
        const { minItems: minimum = 0 } = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" });
        return fc.array(within(part("element")), { minLength: minimum, maxLength: minimum + 2 }).filter((list) => schema.safeParse(list).success);
      }
    case "optional":
      return within(part("innerType"));
    case "nullable":
      return fc.option(within(part("innerType")), { nil: null });
    case "union":
      return fc.oneof(...(def["options"] as z.ZodType[]).map(within));
    case "record": {
      const values = within(part("valueType"));
      const { entries } = defOf(part("keyType"));
      if (typeof entries === "object" && entries !== null) return fc.record(Object.fromEntries(Object.keys(entries).map((key) => [key, values])));
      return fc.dictionary(within(part("keyType")) as fc.Arbitrary<string>, values, { maxKeys: 2 });
    }
    case "pipe":
      return leaf(schema, texts);
    case "lazy":
      return fc.constant(undefined);
    case "unknown":
    case "custom":
      return fc.constantFrom("anything", 1, { a: [1] });
    case "boolean":
      return fc.boolean();
    case "number":
      return leaf(schema, numbers);
    case "enum":
    case "literal":
      return fc.constantFrom(...((def["values"] as unknown[] | undefined) ?? Object.values(def["entries"] as object)));
    default:
      return leaf(schema, texts);
  }
}

const RUNS = 60;

/** Objects as they are sent: what is not there and what is undefined are the same. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? `${inner}n` : inner)) ?? "null");

test("the browser reads and writes every call as the contract does, for 60 values of each", async () => {
  const judged = await loadEndpoints();
  vi.doMock("zod", () => ({ z: wire }));
  const carried = await loadEndpoints();
  expect(carried.size).toBe(judged.size);
  expect(judged.size).toBeGreaterThan(150);
  for (const [name, endpoint] of judged) {
    const other = carried.get(name);
    if (other === undefined) throw new Error(`${name} is missing.`);
    for (const side of ["input", "output"] as const) {
      if (endpoint.file !== undefined && side === "output") continue;
      const values = fc.sample(travelling(endpoint[side]), { numRuns: RUNS, seed: 7 }).filter((value) => endpoint[side].safeParse(value).success);
      expect(values.length, `${name} ${side}`).toBeGreaterThan(0);
      for (const value of values) {
        const meant = endpoint[side].parse(value);
        expect(other[side].parse(value), `${name} ${side} read`).toEqual(meant);
        // Only inputs are ever written here.
        if (side === "input") expect(sent(wire.encode(other[side] as never, meant)), `${name} ${side} written`).toEqual(sent(z.encode(endpoint[side], meant)));
      }
    }
  }
}, 120_000);
