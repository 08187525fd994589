import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Refusal } from "@laro/contract/core/errors";
import { answerError, type Refusing } from "./refusals.ts";

/** What a machine asks for by an address of its own, to learn whether we live. */
const PROBES: ReadonlySet<string> = new Set(["/health", "/ready"]);
const MISDIRECTED = 421;

/** Refuses what is asked of a host that is none of ours: a call by its code, anything else with a page that has nothing of the site; false for any other (ERR-09). */
export function unknownHosts(domains: readonly string[], security: OutgoingHttpHeaders, refusing: Refusing & { readonly newRequestId: () => string }) {
  const known = new Set(domains);
  return ({ headers, method = "GET", url = "/" }: IncomingMessage, response: ServerResponse): boolean => {
    const [path = "/"] = url.split("?", 1);
    if (known.size === 0 || known.has(nameOf(headers.host ?? "")) || PROBES.has(path)) return false;
    const isCall = path.startsWith("/api/");
    const { body } = answerError(new Refusal("request.unknown_host"), { requestId: refusing.newRequestId(), method, url, headers }, refusing);
    const type = isCall ? "application/json" : "text/html; charset=utf-8";
    response.writeHead(MISDIRECTED, { ...security, "content-type": type, "cache-control": "no-store", connection: "close" });
    response.end(method === "HEAD" ? undefined : isCall ? body : pageOf(refusing));
    return true;
  };
}

/** A host without its port, as a setting names it. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");

function pageOf({ sentence }: Refusing): string {
  const [english, tagalog] = ["EN", "TY"].map((language) => sentence("request.unknown_host", {}, language));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>421</title></head><body><p>${english}</p><p lang="tl">${tagalog}</p></body></html>`;
}
