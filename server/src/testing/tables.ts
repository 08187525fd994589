import type { LiveBlackjackResult } from "@laro/contract/core/plays/tables";
import { blackjackTable } from "@laro/engines/tables/blackjack";
import { computeResult, findLatestDraw, flightOf } from "../core/draws/draws.ts";
import { TableLeader } from "../features/tables/tables.leader.ts";
import type { World } from "./world.ts";

/** Who leads a world's live tables, or some of them: a draw goes on when it is told to look, so that no test hurries. */
export const leadTables = ({ open }: World, ...only: readonly string[]): Pick<TableLeader, "look" | "close"> =>
  new TableLeader(open.platform, open.url, only.length === 0 ? {} : { only });

/** How long the newest draw of a table will fly, in milliseconds: a test takes one that lasts as long as it needs. */
export async function foreseeFlight({ open: { platform } }: World, series: string): Promise<number> {
  const { db } = platform.database;
  const draw = (await findLatestDraw(db, series))!;
  const { result } = await computeResult(db, platform.keys, draw);
  return flightOf(draw)!.lastsMs(result);
}

/** What the newest draw of a table will come to: a test takes one whose cards it needs, and looks for them where they may not be. */
export async function foreseeResult({ open: { platform } }: World, series: string): Promise<unknown> {
  const { db } = platform.database;
  return (await computeResult(db, platform.keys, (await findLatestDraw(db, series))!)).result;
}

/** Whether the newest draw of a blackjack table will ask how its hand is played, and nothing before that. */
export async function isHandAsked(world: World, series: string): Promise<boolean> {
  const result = (await foreseeResult(world, series)) as LiveBlackjackResult;
  const { turns } = blackjackTable;
  return turns!.next({ result, shown: turns!.deal(result), acted: [[]] })?.asks === "hands";
}
