import { adjustments } from "@laro/contract/adjustments";
import { command } from "@laro/contract/core/endpoint";
import { text } from "@laro/contract/core/text";
import { payoutAccounts } from "@laro/contract/payoutAccounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { allRoutes } from "../roles/features.ts";
import { bindPayoutAccount, PAYMENT_PASSWORD } from "../testing/cashier.ts";
import { asOwner } from "../testing/owner.ts";
import { createWorld, type World } from "../testing/world.ts";
import { schemaOf, type JsonSchema } from "./openapi.ts";

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

interface Part extends JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
}

/** What says of a string which ones it takes, or that nobody reads it. */
const SAID = ["pattern", "allOf", "format", "enum", "const", "x-text"];
/** Strings that a codec of `core/money.ts` reads digit by digit. */
const DECODED = ["amount"];

/** The fields of a schema, however deep, that take any text at all. */
function findPlainTexts(schema: Part, path = ""): readonly string[] {
  const isText = schema.type === "string" || (Array.isArray(schema.type) && schema.type.includes("string"));
  const isPlain = isText && !SAID.some((word) => word in schema) && !DECODED.includes(schema.title ?? "");
  const inner = Object.entries(schema).flatMap(([key, part]): readonly string[] => {
    if (typeof part !== "object" || part === null || key === "propertyNames" || key === "x-text") return [];
    if (key === "properties" || key === "$defs") return Object.entries(part).flatMap(([name, one]) => findPlainTexts(one as Part, `${path}.${name}`));
    return (Array.isArray(part) ? part : [part]).flatMap((one: unknown) => (typeof one === "object" && one !== null ? findPlainTexts(one as Part, path) : []));
  });
  return [...(isPlain ? [path] : []), ...inner];
}

test("every text that a call takes is `text`, or says why nobody reads it", () => {
  const plain = allRoutes.flatMap(({ endpoint }) => findPlainTexts(schemaOf(endpoint.input)).map((path) => endpoint.name + path));
  expect(plain, "write text({ max }) of contract/src/core/text.ts, or compared(max) for what is never shown").toEqual([]);
});

test("a plain text is found wherever it hides", () => {
  const plain = z.string().max(20);
  const { input } = command({
    for: "member",
    says: "…",
    input: z.object({
      a: plain,
      b: plain.optional(),
      c: z.array(plain),
      d: z.union([z.int(), plain]),
      e: z.record(z.string(), plain),
      f: z.object({ g: plain.nullable() }),
      h: text({ max: 20 }),
    }),
    output: z.object({}),
  });
  expect([...new Set(findPlainTexts(schemaOf(input)))]).toEqual([".a", ".b", ".c", ".d", ".e", ".f.g"]);
});

const unseen = {
  "turned round": "Ann \u202Eseyer",
  "of another direction": "Ann\u200F Reyes",
  "with nothing in it": "\u200B\u2060\u200D",
  "of blanks that are no spaces": "\u3164\u3164\u2800",
  "of spaces": " \u3000\u00A0 ",
  "with a control": "Ann\u0007 Reyes",
  "with a soft hyphen": "An\u00ADn Reyes",
  "with a hidden tag": "Ann\u{E0041} Reyes",
  "of private signs": "Ann \uE000 Reyes",
  "that covers its neighbours": "A\u0301\u0302\u0303\u0304\u0305\u0306\u0307nn",
  "of marks alone": "\u0301\u0302\u0303",
};

test.each(Object.entries(unseen))("a payout holder and a reason %s are refused at the field", async (_how, holder) => {
  const [ann, officer] = [await world.player(), await world.operator("finance")];
  await bindPayoutAccount(ann);
  const sealed = await ann.seal(payoutAccounts.add.name, { bank: "MAYA", holder, number: "09170001235", paymentPassword: PAYMENT_PASSWORD });
  const bind = await ann.request("POST", "/api/payoutAccounts.add", JSON.stringify({ sealed }));
  expect(bind.answer).toMatchObject({ success: false, message: "request.invalid", value: { field: "holder" } });
  const propose = await officer.request(
    "POST",
    "/api/adjustments.propose",
    JSON.stringify({ requestId: crypto.randomUUID(), memberName: ann.name, kind: "credit", amount: "5.00", reason: holder }),
  );
  expect(propose.answer).toMatchObject({ success: false, message: "request.invalid", value: { field: "reason" } });
  expect((await ann.call(payoutAccounts.mine, {})).list).toHaveLength(1);
});

test("what a person writes is kept as one line, with its accents, its ñ and its emoji", async () => {
  const [ann, officer] = [await world.player(), await world.operator("finance")];
  const reason = "  Sen\u0303ora  Niño\npaid twice;\tsee W-1042 👍\uFE0F ";
  const { reason: kept } = await officer.call(adjustments.propose, {
    requestId: crypto.randomUUID(),
    memberName: ann.name,
    kind: "credit",
    amount: 5_00n,
    reason,
  });
  expect(kept).toBe("Señora Niño paid twice; see W-1042 👍");
  expect(await asOwner(world.open.url, "select reason from adjustment where reason = $1", [kept])).toHaveLength(1);
});
