import type { FastifyInstance } from "fastify";
import { bindRoutes } from "../platform/binder.ts";
import { serveApiDocs } from "../platform/openapi.ts";
import { allRoutes } from "./features.ts";
import type { OpenPlatform } from "./platform.ts";

/** The endpoints of every contract, and the documents that describe them. */
export function serveApi(app: FastifyInstance, { platform, gatekeeper }: OpenPlatform): void {
  bindRoutes(app, { platform, gatekeeper, routes: allRoutes });
  serveApiDocs(
    app,
    allRoutes.map(({ endpoint }) => endpoint),
  );
}
