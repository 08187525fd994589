/** What an agent's team page costs by the size of its line, in the tree the bench of agents has filled. */
import { teams } from "@laro/contract/teams";
import type { Platform } from "@laro/server/platform/routes";
import { allRoutes } from "@laro/server/roles/features";
import { type Figure, medianOf, secondsOf } from "./identity.figures.ts";

const LOOKS = 25;

interface Looked {
  readonly day: string;
  readonly now: Date;
  /** The agent at the top, and one in the middle. */
  readonly top: bigint;
  readonly small: bigint;
}

/** The landing page of the agent at the top beside a small one's, looked at in turn. */
export async function benchTeamPage(platform: Platform, { day, now, top, small }: Looked): Promise<Figure> {
  const page = allRoutes.find(({ endpoint }) => endpoint.name === teams.dashboard.name)!;
  const { db } = platform.database;
  const look = (id: bigint): Promise<number> =>
    secondsOf(() => page.handle({ db, platform, now, actor: { id }, input: { from: day, to: day } } as unknown as Parameters<typeof page.handle>[0]));
  const [most, least]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < LOOKS; turn++) {
    most.push(await look(top));
    least.push(await look(small));
  }
  const [slow, fast] = [medianOf(most), medianOf(least)];
  const told = [slow, fast].map((seconds) => `${(seconds * 1_000).toFixed(1)} ms`).join(", ");
  return { what: `the top agent's team page against a small one's (${told})`, value: slow / fast, unit: "×", goal: 1.5, limit: 2 };
}
