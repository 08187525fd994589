import type { Endpoint } from "@laro/contract/core/endpoint";
import { errorStatus, type ErrorCode } from "@laro/contract/core/errors";
import { SealedBody } from "@laro/contract/core/seal";
import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/** The shape of what a schema reads, as JSON Schema. */
export const schemaOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: "input", unrepresentable: "any", target: "draft-2020-12" });

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
