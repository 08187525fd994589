import type { Endpoint } from "@laro/contract/core/endpoint";
import { errorStatus } from "@laro/contract/core/errors";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { specifiedCalls } from "@laro/contract/core/specifiedCalls";
import { renderSealedCalls } from "./docs.sealed.ts";
import { buildOpenApi, schemaOf, type JsonSchema } from "./openapi.ts";

/** Serves the OpenAPI document at /api/openapi.json and a page for people at /api/docs. */
export function serveApiDocs(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const document = once(() => JSON.stringify(buildOpenApi(endpoints)));
  const page = once(() => renderPage(endpoints));
  app.get("/api/openapi.json", (_request, reply) => reply.type("application/json").send(document()));
  app.get("/api/docs.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  app.get("/api/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(page()));
}

/** Written when it is first asked for: a start need not wait for what few read. */
function once(write: () => string): () => string {
  let written: string | undefined;
  return () => (written ??= write());
}

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function renderPage(endpoints: readonly Endpoint[]): string {
  const nouns = [...Map.groupBy(endpoints, ({ name }) => name.split(".")[0] ?? name)].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = nouns.map(([noun, group]) => `<a href="#${noun}">${noun} <small>${group.length}</small></a>`);
  const sections = nouns.map(([noun, group]) => `<section id="${noun}"><h2>${noun}</h2>${group.map(renderEndpoint).join("")}</section>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laro API</title>
<link rel="stylesheet" href="/api/docs.css"></head><body><header><h1>Laro API</h1>
<p>Every call of the platform, made from its contracts: ${endpoints.length} of them. For machines: <a href="/api/openapi.json">openapi.json</a>.</p><dl>
<dt>Session</dt><dd><code>Authorization: Bearer …</code>, from a login. Who may call stands beside each call.</dd>
<dt>Answers</dt><dd><code>{ success: true, value }</code> or <code>{ success: false, message, text, value, requestId }</code>: the code, the sentence for people, the field.</dd>
<dt>GET</dt><dd>Input in the address. Everything else takes a JSON body; <a href="#sealed">sealed calls</a> have a worked example.</dd>
<dt>Words</dt><dd>An <i>amount</i> is a decimal string such as <code>"20.00"</code>, a <i>number</i> a string of digits, a <i>moment</i> ISO 8601 in UTC, a <i>day</i> in the market's time zone. What others will read is one line of characters that can be seen.</dd>
</dl></header><nav aria-label="Nouns"><a href="#sealed">Sealed calls</a>${entries.join("")}</nav><main>${renderSealedCalls(escape)}${sections.join("")}</main></body></html>`;
}

/** What the specification calls it. */
const specifiedAs = (endpoint: string): readonly string[] =>
  Object.entries(specifiedCalls).flatMap(([id, call]) => (call.endpoints.includes(endpoint) ? [`${call.name} (${id})`] : []));

function renderEndpoint({ name, method, says, input, output, errors = [], sealed, file, ...endpoint }: Endpoint): string {
  const notes = [`for ${endpoint.for}`, ...specifiedAs(name), ...(sealed === true ? ['<a href="#sealed">sealed</a>'] : [])]
    .map((note) => `<small>${note}</small>`)
    .join(" ");
  const refusals = errors.map((code) => `<li><code>${code}</code> ${errorStatus[code]}</li>`).join("");
  return `<article id="${name}"><h3><a href="#${name}"><span>${method}</span> /api/${name}</a> ${notes}</h3><p>${escape(says)}</p>
${renderShape("Input", input)}${file === undefined ? renderShape("Answer", output) : `<p>Answers a file: <code>${file}</code>.</p>`}
${refusals === "" ? "" : `<details><summary>Refusals of its own</summary><ul>${refusals}</ul></details>`}</article>`;
}

const renderShape = (title: string, schema: z.ZodType): string =>
  `<details><summary>${title}</summary><pre tabindex="0">${escape(shapeOf(schemaOf(schema)))}</pre></details>`;

/** Where in a shape we write: how deep, and what is named in it. */
interface Place {
  readonly indent: string;
  readonly named: Readonly<Record<string, JsonSchema>>;
  /** The named ones being written: a schema may hold itself. */
  readonly open: readonly string[];
}

/** A JSON Schema as a person would write it down: `{ stake: amount, note?: string(..200) }`. */
function shapeOf(schema: JsonSchema, place: Place = { indent: "", named: (schema["$defs"] ?? {}) as Place["named"], open: [] }): string {
  const { title, $ref, const: only, enum: values, anyOf, type, format, items = {} } = schema as Words;
  if (title !== undefined) return title;
  if ($ref !== undefined) return namedOf($ref.replace("#/$defs/", ""), place);
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf !== undefined) return anyOf.map((one) => shapeOf(one, place)).join(" | ");
  if (Array.isArray(type)) return type.map((one: string) => shapeOf({ ...schema, type: one }, place)).join(" | ");
  if (type === "array") return listOf(shapeOf(items, place));
  if (type === "object") return objectOf(schema as Words, place);
  return `${format ?? type ?? "any"}${boundsOf(schema as Words)}`;
}

/** What we read of a JSON Schema. */
interface Words {
  readonly title?: string;
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

function namedOf(name: string, place: Place): string {
  const schema = place.named[name];
  return schema === undefined || place.open.includes(name) ? "the same again" : shapeOf(schema, { ...place, open: [...place.open, name] });
}

const listOf = (item: string): string => (item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`);

function objectOf({ properties = {}, required = [] }: Words, place: Place): string {
  const indent = `${place.indent}  `;
  const lines = Object.entries(properties).map(
    ([name, property]) => `${indent}${name}${required.includes(name) ? "" : "?"}: ${shapeOf(property, { ...place, indent })}\n`,
  );
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${place.indent}}`;
}

/** Length or range, where the contract sets one; the limits of a double, and a length of at least nothing, are nobody's wish. */
function boundsOf({ minLength = 0, maxLength, minimum = minLength === 0 ? undefined : minLength, maximum = maxLength }: Words): string {
  const [least, most] = [minimum, maximum].map((bound) => (bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? "" : bound));
  return least === "" && most === "" ? "" : `(${least}..${most})`;
}

// Colours and sizes are those of the sites; the page follows the system's theme and runs no script.
const STYLE = `:root{color-scheme:dark light;--ground:light-dark(#fbf7ef,#0a0e1a);--card:light-dark(#fff,#18203a);--line:light-dark(#e6decf,#263154);--text:light-dark(#171a2b,#f3f1ea);--muted:light-dark(#5c6480,#9aa6c6);--accent:light-dark(#8a5700,#ffb627);font:15px/1.6 system-ui,sans-serif;scroll-padding-top:16px}
body{background:var(--ground);color:var(--text);display:grid;grid-template-columns:minmax(0,1fr);gap:0 32px;max-width:1200px;margin:0 auto;padding:32px 16px}
h1{margin:0;font-size:32px}h1::before{content:"";display:block;width:56px;height:6px;margin-bottom:12px;border-radius:3px;background:linear-gradient(90deg,#ffb627 34%,#f0436a 34% 67%,#22c493 67%)}
h2{margin:40px 0 12px;font-size:24px;text-transform:capitalize}h3{margin:0;font-size:15px;overflow-wrap:anywhere}h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}h3 a,code,pre{font-family:ui-monospace,monospace}h3 span{color:var(--accent)}
p{margin:4px 0;color:var(--muted)}header p{font-size:16px}dl{display:grid;grid-template-columns:minmax(0,1fr);gap:4px 16px;margin:16px 0}dt{font-weight:600}dd{margin:0;color:var(--muted)}a{color:var(--accent)}
small{color:var(--muted);font:12px system-ui,sans-serif}h3 small{border:1px solid var(--line);border-radius:99px;padding:1px 8px;white-space:nowrap}
nav{display:flex;flex-wrap:wrap;gap:2px 4px;margin-top:16px}nav a{padding:4px 10px;border-radius:8px;color:var(--text);text-decoration:none}nav a:hover{background:var(--card)}
article{margin-bottom:12px;padding:16px;border:1px solid var(--line);border-radius:14px;background:var(--card)}article:target{border-color:var(--accent)}
summary{padding:4px 0;cursor:pointer;font-weight:600}pre{overflow:auto;max-height:420px;margin:4px 0 8px;padding:12px;border:1px solid var(--line);border-radius:8px;background:var(--ground);font-size:13px}ul{margin:4px 0;padding-left:20px}
@media(min-width:960px){body{grid-template-columns:200px minmax(0,1fr)}header{grid-column:1/-1}dl{grid-template-columns:90px minmax(0,1fr)}nav{position:sticky;top:16px;flex-direction:column;flex-wrap:nowrap;align-self:start;max-height:calc(100vh - 32px);overflow:auto;margin-top:40px}}`;
