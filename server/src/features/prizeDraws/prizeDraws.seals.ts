import { SEALED_IN_A_RUN_MAX } from "../../core/wallet/seeds.sealed.ts";
import type { Db, Tx } from "../../platform/db.ts";
import type { Keys } from "../../platform/keys.ts";
import type { Platform } from "../../platform/routes.ts";
import { workThrough } from "../../platform/rows.ts";
import { openText, sealText } from "../../platform/sealing.ts";

const AT_ONCE_MAX = 200;

const sealOf = (ticketId: string) => ({ use: "prize-ticket", context: ticketId });

/** A ticket's seed as it is kept until the ticket is drawn. */
export const sealSeed = (keys: Keys, ticketId: string, seed: Buffer): Buffer => sealText(keys, sealOf(ticketId), seed.toString("hex"));

/** The seed of a ticket that is drawn now. */
export const openSeed = (keys: Keys, ticketId: string, sealed: Buffer): Buffer => Buffer.from(openText(keys, sealOf(ticketId), sealed), "hex");

/** Seals the seeds of tickets that waited before seeds were sealed: so many, and the next run goes on; later it finds none. Safe at any time, by any number of processes, and to be cut off. */
export async function sealWaiting(
  platform: Pick<Platform, "database" | "keys" | "log">,
  { atMost = SEALED_IN_A_RUN_MAX }: { readonly atMost?: number } = {},
): Promise<void> {
  const { database, keys } = platform;
  const find = (after: bigint) => listOpen(database.db, after);
  await workThrough(platform, { job: "prizeDraws:seal", find, each: (tx, { id }) => seal(tx, keys, id), atMost });
}

const listOpen = (db: Db, after: bigint) =>
  db
    .selectFrom("prize_ticket")
    .select(["id", "number"])
    .where("drawn_at", "is", null)
    .where("seed_sealed", "is", null)
    .where("number", ">", after)
    .orderBy("number")
    .limit(AT_ONCE_MAX)
    .execute();

async function seal(tx: Tx, keys: Keys, id: string): Promise<void> {
  const ticket = await tx
    .selectFrom("prize_ticket")
    .select("server_seed as seed")
    .where("id", "=", id)
    .where("drawn_at", "is", null)
    .where("seed_sealed", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (ticket === undefined) return;
  await tx
    .updateTable("prize_ticket")
    .set({ seed_sealed: sealSeed(keys, id, ticket.seed!), server_seed: null })
    .where("id", "=", id)
    .execute();
}
