import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** A run's databases, browsers and files together stay under half of this. */
const ROOM_BYTES = 2_000_000_000;

/** Where a run keeps what nobody reads after it: in memory if there is room, because a disk takes ten times as long to make and forget a database's thousand files. */
export const scratchDir = hasRoom(MEMORY) ? MEMORY : tmpdir();

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
