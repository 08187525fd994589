import { fairStream } from "@laro/engines/fair";
import { drawStop, findVipWheel, sliceAt, type Weighted } from "@laro/engines/prizes/wheel";
import type { Db } from "../../platform/db.ts";
import { hmacSha256 } from "../../platform/hmac.ts";
import { readEggs } from "./prizeDraws.eggs.ts";

const READ_AT_ONCE = 1_000;
/** As many faults are named. */
const FAULTS_MAX = 20;

const listDrawn = (db: Db, after: bigint) =>
  db
    .selectFrom("prize_ticket")
    .select(["id", "number", "draw", "version", "server_seed as serverSeed", "client_seed as clientSeed", "stop", "points"])
    .where("drawn_at", "is not", null)
    .where("number", ">", after)
    .orderBy("number")
    .limit(READ_AT_ONCE)
    .execute();
type Row = Awaited<ReturnType<typeof listDrawn>>[number];

/** Draws every drawn ticket again from its seeds: how many there are, and which stopped elsewhere or, of the wheel, gave other points. What an egg gave at its stop is A42's. */
export async function verifyStops(db: Db): Promise<{ readonly drawn: number; readonly wrong: readonly string[] }> {
  const eggs = new Map<number, readonly Weighted[]>();
  const wrong: string[] = [];
  let drawn = 0;
  for (let rows = await listDrawn(db, 0n); rows.length > 0; rows = await listDrawn(db, rows.at(-1)!.number)) {
    for (const row of rows) {
      if (row.draw === "egg" && !eggs.has(row.version)) eggs.set(row.version, await readEggs(db, row.version));
      if (wrong.length < FAULTS_MAX && !isAsDrawn(row, eggs.get(row.version) ?? [])) wrong.push(row.id);
    }
    drawn += rows.length;
  }
  return { drawn, wrong };
}

function isAsDrawn({ draw, version, serverSeed, clientSeed, stop, points }: Row, eggs: readonly Weighted[]): boolean {
  const stream = fairStream({ hmac: hmacSha256, serverSeed: serverSeed!, clientSeed: clientSeed!, nonce: 0n });
  if (draw === "egg") return eggs.length > 0 && drawStop({ slices: eggs }, stream) === stop;
  const wheel = findVipWheel(version);
  return wheel !== undefined && drawStop(wheel, stream) === stop && sliceAt(wheel, stop).points === points;
}
