import type { Endpoint } from "@laro/contract/core/endpoint";
import { errorStatus, type ErrorCode } from "@laro/contract/core/errors";
import { SealedBody } from "@laro/contract/core/seal";
import type { FastifyInstance } from "fastify";
import { z } from "zod";

type JsonSchema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: "input", unrepresentable: "any", target: "draft-2020-12" });

/** The same inside the document: what a recursive schema defines for itself moves to the components, where its references find it. */
function hoistedSchema(schema: z.ZodType, name: string, components: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schemaOf(schema)), (key, value: unknown) => {
    if (key === "$schema") return undefined;
    if (key === "$ref") return String(value).replace("#/$defs/", `#/components/schemas/${name}.`);
    if (key !== "$defs") return value;
    for (const [id, definition] of Object.entries(value as JsonSchema)) components[`${name}.${id}`] = definition;
    return undefined;
  }) as JsonSchema;
}

/** The refusals every endpoint may answer, beside its own. */
const commonErrors: readonly ErrorCode[] = ["request.invalid", "request.malformed", "request.too_many", "server.unknown", "server.busy"];

function operationOf(endpoint: Endpoint, components: JsonSchema): JsonSchema {
  const input = hoistedSchema(endpoint.input, `${endpoint.name}.input`, components) as { properties?: Record<string, JsonSchema>; required?: string[] };
  const asQuery = endpoint.method === "GET";
  const body = endpoint.sealed === true ? { ...hoistedSchema(SealedBody, "sealed", components), "x-sealed-content": input } : input;
  const errors = [
    ...new Set([...(endpoint.errors ?? []), ...commonErrors, ...(endpoint.for === "guest" ? [] : (["sessions.required", "sessions.forbidden"] as const))]),
  ];
  return {
    operationId: endpoint.name,
    summary: endpoint.says,
    tags: [endpoint.name.split(".")[0]],
    "x-for": endpoint.for,
    ...(endpoint.for === "guest" ? {} : { security: [{ session: [] }] }),
    ...(asQuery
      ? {
          parameters: Object.entries(input.properties ?? {}).map(([name, schema]) => ({
            name,
            in: "query",
            required: input.required?.includes(name) ?? false,
            schema,
          })),
        }
      : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      "200": {
        description: "Done.",
        content:
          endpoint.file === undefined
            ? { "application/json": { schema: envelopeOf(endpoint, components) } }
            : { [endpoint.file]: { schema: { type: "string" } } },
      },
      ...refusalsByStatus(errors),
    },
  };
}

const envelopeOf = (endpoint: Endpoint, components: JsonSchema): JsonSchema => ({
  type: "object",
  required: ["success", "value"],
  properties: { success: { const: true }, value: hoistedSchema(endpoint.output, `${endpoint.name}.output`, components) },
});

function refusalsByStatus(errors: readonly ErrorCode[]): JsonSchema {
  const byStatus = Map.groupBy(errors, (code) => String(errorStatus[code]));
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(", "),
        content: { "application/json": { schema: { allOf: [{ $ref: "#/components/schemas/Refusal" }, { properties: { message: { enum: codes } } }] } } },
      },
    ]),
  );
}

/** The OpenAPI 3.1 document of these endpoints, made from their contracts. */
export function buildOpenApi(endpoints: readonly Endpoint[]): JsonSchema {
  const components: JsonSchema = {};
  const paths = Object.fromEntries(
    endpoints.map((endpoint) => [`/api/${endpoint.name}`, { [endpoint.method.toLowerCase()]: operationOf(endpoint, components) }]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Laro",
      version: "0.1.0",
      description: "Every call of the platform. Answers are { success, value } or { success: false, message, text, value, requestId }.",
    },
    paths,
    components: {
      securitySchemes: { session: { type: "http", scheme: "bearer" } },
      schemas: {
        ...components,
        Refusal: {
          type: "object",
          required: ["success", "message", "text", "value", "requestId"],
          properties: {
            success: { const: false },
            message: { type: "string" },
            text: { type: "string" },
            value: { type: "object" },
            requestId: { type: "string" },
          },
        },
      },
    },
  };
}

/** Serves the document at /api/openapi.json and a page for people at /api/docs. */
export function serveApiDocs(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const document = JSON.stringify(buildOpenApi(endpoints));
  const page = renderPage(endpoints);
  app.get("/api/openapi.json", (_request, reply) => reply.type("application/json").send(document));
  app.get("/api/docs.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  app.get("/api/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
}

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const STYLE = `:root{color-scheme:dark light;font:15px/1.6 system-ui,sans-serif}body{max-width:60rem;margin:0 auto;padding:2rem 1rem}
h2{margin:2.5rem 0 .5rem;border-bottom:1px solid #8886;text-transform:capitalize}h3{margin:1.5rem 0 .25rem;font:600 1rem ui-monospace,monospace}
small,code{font-family:ui-monospace,monospace}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}pre{overflow:auto;padding:.75rem;border:1px solid #8884;border-radius:8px;font-size:13px}p{margin:.25rem 0}`;

function renderPage(endpoints: readonly Endpoint[]): string {
  const byNoun = [...Map.groupBy(endpoints, ({ name }) => name.split(".")[0] ?? name)].sort(([a], [b]) => (a < b ? -1 : 1));
  const nav = byNoun.map(([noun]) => `<a href="#${noun}">${noun}</a>`).join(" ");
  const sections = byNoun.map(([noun, group]) => `<section id="${noun}"><h2>${noun}</h2>${group.map(renderEndpoint).join("")}</section>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laro API</title><link rel="stylesheet" href="/api/docs.css"><h1>Laro API</h1>
<p>Every call of the platform, made from its contracts. For machines: <a href="/api/openapi.json">openapi.json</a>. A session token travels as <code>Authorization: Bearer …</code>; amounts are decimal strings.</p>
<nav>${nav}</nav>${sections.join("")}</html>`;
}

function renderEndpoint(endpoint: Endpoint): string {
  const [input, output] = [endpoint.input, endpoint.output].map((schema) => escape(JSON.stringify({ ...schemaOf(schema), $schema: undefined }, null, 2)));
  const notes = [`for ${endpoint.for}`, ...(endpoint.sealed === true ? ["sealed"] : [])].join(", ");
  return `<article id="${endpoint.name}"><h3>${endpoint.method} /api/${endpoint.name}</h3><p>${escape(endpoint.says)} <small>(${notes})</small></p>
<details><summary>Input</summary><pre>${input}</pre></details><details><summary>Answer</summary><pre>${output}</pre></details>
${(endpoint.errors ?? []).length > 0 ? `<p>May refuse with ${(endpoint.errors ?? []).map((code) => `<code>${code}</code>`).join(", ")}.</p>` : ""}</article>`;
}
