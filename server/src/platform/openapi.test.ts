import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "@laro/contract/core/endpoint";
import { errorStatus } from "@laro/contract/core/errors";
import { specifiedCalls } from "@laro/contract/core/specifiedCalls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allRoutes } from "../roles/features.ts";
import { createWorld, type World } from "../testing/world.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Readonly<Record<string, { readonly schema: object }>> }>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const endpoints: readonly Endpoint[] = allRoutes.map(({ endpoint }) => endpoint);

let world: World;
let document: Document;
let page: string;
beforeAll(async () => {
  world = await createWorld();
  document = (await (await fetch(`${world.address}/api/openapi.json`)).json()) as Document;
  page = await (await fetch(`${world.address}/api/docs`)).text();
});
afterAll(() => world.close());

test("the OpenAPI document is of version 3.1 and names every endpoint with its method, its input and its answer, and no other", () => {
  expect(document).toMatchObject({ openapi: "3.1.0", info: { title: expect.any(String), version: expect.any(String) } });
  expect(Object.keys(document.paths).sort()).toEqual(endpoints.map(({ name }) => `/api/${name}`).sort());
  expect(endpoints.some(({ file }) => file !== undefined)).toBe(true);
  for (const { name, method, says, file, for: audience } of endpoints) {
    const operation = document.paths[`/api/${name}`]![method.toLowerCase()]!;
    const content = file === undefined ? { "application/json": { schema: { required: ["success", "value"] } } } : { [file]: { schema: { type: "string" } } };
    expect(operation).toMatchObject({ operationId: name, summary: says, responses: { 200: { content } } });
    expect(operation.security !== undefined).toBe(audience !== "guest");
    expect(operation.parameters !== undefined).toBe(method === "GET");
    expect(operation.requestBody !== undefined).toBe(method !== "GET");
  }
});

test("every refusal a contract promises stands in the document under its status", () => {
  for (const { name, method, errors = [] } of endpoints) {
    const { responses } = document.paths[`/api/${name}`]![method.toLowerCase()]!;
    for (const code of errors) expect(responses[String(errorStatus[code])]?.description.split(", "), `${name} ${code}`).toContain(code);
  }
});

/** The calls the specification names, one row each; what follows them is said of all. */
const namedRows = [...readFileSync(join(import.meta.dirname, "../../../docs/requirements.md"), "utf8").matchAll(/^\| (CALL-\d\d) \| ([^:;|(]+).*$/gm)]
  .map(([line, id, name]) => ({ id: id as keyof typeof specifiedCalls, named: name!.trim(), line }))
  .filter(({ id }) => id < "CALL-67");

test("each call the specification names stands in our list with an endpoint of its method, and the page says its name [CALL-67]", () => {
  expect(namedRows.map(({ id }) => id)).toEqual(Object.keys(specifiedCalls));
  for (const { id, named, line } of namedRows) {
    const { name, endpoints: ours } = specifiedCalls[id]!;
    expect([id, named.startsWith(name)]).toEqual([id, true]);
    expect(ours.length, id).toBeGreaterThan(0);
    const seen = /: (GET|POST|PUT|DELETE)\b/.exec(line)?.[1];
    for (const one of ours) {
      const found = endpoints.find((endpoint) => endpoint.name === one);
      expect([id, found?.method]).toEqual([id, seen ?? found?.method ?? "an endpoint"]);
      expect(page).toContain(`${name} (${id})`);
    }
  }
});

test("every reference of the document resolves inside it", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
  expect(references.some((reference) => reference.includes("site.permission"))).toBe(true);
  for (const reference of new Set(references)) {
    const steps = reference.split("/").slice(1);
    const found = steps.reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    );
    expect(found, reference).toBeTypeOf("object");
  }
});

test("the page for people shows every endpoint with what it does, and runs no script", () => {
  expect(page).toMatch(/^<!doctype html><html lang="en">.*<title>Laro API<\/title>/);
  expect(page).not.toMatch(/<script|javascript:|<[^>]+\son\w+=|(src|href)="(https?:)?\/\//i);
  for (const { name, method } of endpoints) expect(page).toContain(`<a href="#${name}"><span>${method}</span> /api/${name}</a>`);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
});

test("the page writes a call's input and answer as a person would: what is optional, bounded, chosen from a list or the same again", () => {
  const shapeAt = (name: string) => page.slice(page.indexOf(`<article id="${name}">`), page.indexOf("</article>", page.indexOf(`<article id="${name}">`)));
  for (const line of ["stake: amount\n", "gameCode: string(..32)\n", "balance: signed amount\n", "at: moment\n"])
    expect(shapeAt("rounds.play")).toContain(line);
  expect(shapeAt("withdrawals.mine")).toContain("cursor?: string(..200)\n");
  expect(shapeAt("withdrawals.mine")).toContain("state: &quot;pending&quot; | &quot;checked&quot;");
  expect(shapeAt("site.permission")).toContain("childrenNodes: the same again[]\n");
  expect(page).not.toMatch(/9007199254740991|\[object/);
});
