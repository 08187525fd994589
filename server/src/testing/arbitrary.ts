import fc from "fast-check";
import { z } from "zod";

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly allOf?: readonly Schema[];
  readonly title?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const PATTERN_LENGTH_MAX = 40;
const INTEGER_MAX = 2 ** 31;

/** Words that mean something somewhere, so that generated inputs also get past the door. */
const words = ["1.00", "100.00", "250.50", "DICE", "MANGO_RUSH", "1001", "EN", "TY", "Correct-horse-7", "bdo", "gcash", "usernameRegister", "banners"];

/** What follows from a schema alone is found out once: proofs ask of each hundreds of times. */
function once<Found>(find: (schema: z.ZodType) => Found): (schema: z.ZodType) => Found {
  const found = new WeakMap<z.ZodType, Found>();
  return (schema) => {
    if (!found.has(schema)) found.set(schema, find(schema));
    return found.get(schema)!;
  };
}

const describe = once((schema) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema);

/** Inputs an endpoint's own schema takes. */
export const validInput = once((schema) => arbitraryOf(describe(schema)));

/** Whether an endpoint's own schema has a field of this name. */
export const hasField = (schema: z.ZodType, name: string): boolean => Object.hasOwn(describe(schema).properties ?? {}, name);

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  switch (schema.type) {
    case "string":
      return stringOf(schema);
    case "integer":
    case "number":
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -INTEGER_MAX), max: Math.min(schema.maximum ?? INTEGER_MAX, INTEGER_MAX) });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 5 });
    case "object":
      return objectOf(schema);
    default:
      return fc.jsonValue();
  }
}

function stringOf({ format, title, pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "date")
    return fc.date({ min: new Date("2000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10));
  if (title === "moment") return fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }).map((moment) => moment.toISOString());
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern), { size: "-1" }).filter(({ length }) => length <= Math.min(maxLength, PATTERN_LENGTH_MAX));
  return fc
    .oneof(fc.constantFrom(...words), fc.string({ minLength, maxLength, unit: "grapheme" }), fc.string({ minLength, maxLength, unit: "binary" }))
    .filter(({ length }) => length >= minLength && length <= maxLength);
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema)]));
  if (Object.keys(fields).length === 0)
    return fc.oneof(fc.constant({}), fc.constant({ target: 5_000, side: "under" }), fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }));
  return fc.record(fields, { requiredKeys: [...required] });
}

/** Ids and numbers of nothing at all. */
export const UNKNOWN_ID = "01890000-0000-7000-8000-000000000000";
export const UNKNOWN_NUMBER = "999999999999";

const plainTexts: Readonly<Record<string, string>> = {
  number: UNKNOWN_NUMBER,
  amount: "1.00",
  day: "2026-10-01",
  moment: "2026-10-01T00:00:00.000Z",
  uuid: UNKNOWN_ID,
};

/** The least an endpoint's own schema takes, always the same, which names nothing there is. */
export const plainInput = once((schema) => plainOf(describe(schema)));

function plainOf(schema: Schema): unknown {
  const { type, minimum = 0, items = {}, minItems = 0, properties = {}, required = [] } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return plainOf(schema.anyOf[0]!);
  if (type === "string") return plainTextOf(schema);
  if (type === "integer" || type === "number") return Math.max(minimum, 0);
  if (type === "boolean") return false;
  if (type === "array") return Array.from({ length: minItems }, () => plainOf(items));
  return Object.fromEntries(required.map((name) => [name, plainOf(properties[name] ?? {})]));
}

function plainTextOf(schema: Schema): string {
  const { format = "", title = "", allOf, pattern, minLength = 0 } = schema;
  const known = plainTexts[title] ?? plainTexts[format];
  if (known !== undefined) return known;
  if (allOf !== undefined) return UNKNOWN_ID;
  return pattern === undefined ? "x".repeat(minLength) : fc.sample(stringOf(schema), { numRuns: 1, seed: 1 })[0]!;
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] });

/** What no honest client sends. */
export const hostileValue: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53 + 1,
  1e308,
  -0,
  [],
  [1, 2],
  {},
  nested(6),
  nested(200),
  { constructor: { prototype: 1 } },
  { toString: 1 },
  "",
  " ",
  "NaN",
  "Infinity",
  "-5.00",
  "1e3",
  "0x10",
  "1.001",
  "99999999999999999999",
  "١٢٣.٠٠",
  "１２３",
  "\0",
  "a\0b",
  "\ud800",
  "\u202eevil",
  "\u001b[31m",
  "\r\nset-cookie: a=b",
  "' or 1=1; drop table account; --",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "{0}",
  "${jndi:x}",
  "x".repeat(5_000),
  "😀".repeat(1_000),
  "0000-01-01",
  "9999-12-31",
  "------------------------------------",
);

/** Inputs near an endpoint's own: one field hostile, one missing, some too many, or nothing like it at all. */
export const hostileInput = once((schema): fc.Arbitrary<unknown> => {
  const names = Object.keys(describe(schema).properties ?? {});
  const field = fc.constantFrom(...names, "extra", "constructor", "toString", "hasOwnProperty");
  const changed = fc.tuple(validInput(schema), field, hostileValue).map(([input, name, value]) => ({ ...(input as object), [name]: value }));
  const lacking = fc
    .tuple(validInput(schema), field)
    .map(([input, name]) => Object.fromEntries(Object.entries(input as object).filter(([key]) => key !== name)));
  return fc.oneof({ weight: 5, arbitrary: changed }, { weight: 1, arbitrary: lacking }, { weight: 1, arbitrary: hostileValue });
});
