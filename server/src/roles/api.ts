import type { FastifyInstance } from "fastify";
import { bindRoutes } from "../platform/binder.ts";
import { serveApiDocs } from "../platform/docs.ts";
import type { InFlightBounds } from "../platform/inFlight.ts";
import { allRoutes } from "./features.ts";
import type { OpenPlatform } from "./platform.ts";

/** The endpoints of every contract. */
export const openApi = ({ platform, gatekeeper }: OpenPlatform, bounds?: InFlightBounds): ReturnType<typeof bindRoutes> =>
  bindRoutes({ platform, gatekeeper, routes: allRoutes, bounds });

/** The documents that describe them. */
export function serveDocs(app: FastifyInstance): void {
  serveApiDocs(
    app,
    allRoutes.map(({ endpoint }) => endpoint),
  );
}
