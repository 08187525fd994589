import { openStanding, unproved, type MemberActor } from "@laro/server/platform/actor";
import { readConfig } from "@laro/server/platform/config";
import { systemClock } from "@laro/server/platform/clock";
import { loadKeys } from "@laro/server/platform/keys";
import { createLog } from "@laro/server/platform/log";
import type { BoundRoute } from "@laro/server/platform/routes";
import { allRoutes } from "@laro/server/roles/features";
import { openPlatform, type OpenPlatform } from "@laro/server/roles/platform";

/** The product's own platform, inside a process of the benchmark. */
export async function openBenchPlatform(): Promise<OpenPlatform> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) throw new Error("A process of the benchmark is given its database.");
  return openPlatform({ config, keys: await loadKeys(config), url: config.databaseUrl, clock: systemClock, log: createLog() });
}

/** The product's handler of an endpoint, as the binder finds it. */
export function findRoute(name: string): BoundRoute {
  const route = allRoutes.find(({ endpoint }) => endpoint.name === name);
  if (route === undefined) throw new Error(`There is no endpoint ${name}.`);
  return route;
}

/** A player of the bench as the binder would hand them to a handler. */
export const actorOf = (id: bigint): MemberActor => ({
  kind: "member",
  id,
  name: "",
  type: 0,
  language: "EN",
  mustChangePassword: false,
  standing: openStanding,
  ip: "127.0.0.1",
  session: "",
  ...unproved,
});
