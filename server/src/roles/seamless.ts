import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";

/** Where a vendor's game may lead its own frame: what that page tells the page around it, and where it leads where there is none. */
const pages = {
  "/seamless/return": { says: "laro.close", leadsTo: "/" },
  "/seamless/cashier": { says: "laro.cashier", leadsTo: "/member/depositv2" },
} as const;

export const SEAMLESS_PAGES = Object.keys(pages);

const scriptOf = ({ says, leadsTo }: (typeof pages)[keyof typeof pages]): string =>
  `if(parent===window)location.replace("${leadsTo}");else parent.postMessage({type:"${says}",v:1},location.origin)`;

/** Serves the two pages that alone may stand in a frame of ours beside the game; nobody's input reaches them. */
export function serveSeamless(app: FastifyInstance): void {
  for (const [path, page] of Object.entries(pages)) {
    const script = scriptOf(page);
    const digest = createHash("sha256").update(script).digest("base64");
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none';script-src 'sha256-${digest}';base-uri 'none';form-action 'none';frame-ancestors 'self';sandbox allow-scripts`,
      // Sandboxed, it is of no origin, so that none can be its key.
      "origin-agent-cluster": "?0",
      "cache-control": "no-cache",
      "x-robots-tag": "noindex",
    };
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Laro</title></head><body><script>${script}</script></body></html>`;
    app.get(path, async (_request, reply) => reply.headers(headers).send(html));
  }
}
