import { refuse } from "@laro/contract/core/errors";
import type { PartnerFreeLine } from "@laro/contract/partners";
import { crashPoint } from "../../platform/crash.ts";
import type { Platform } from "../../platform/routes.ts";
import { describeFree, endFree, findFree, type KeptFree, lockFree } from "./partners.free.ts";
import { after, gapOf, later, looksAt } from "./partners.send.ts";
import { findPartner, type PartnerInForce } from "./partners.view.ts";
import { isPartnerOutOfReach, SEND_MS, sendFreeEnd, type WalletSaid } from "./partners.wire.ts";

/** Ends free rounds whose time is over, tells an end that is due, and answers where they stand then. Whoever comes second finds that the first is at it. */
export async function continueFree(platform: Platform, partner: PartnerInForce, id: string): Promise<KeptFree> {
  const { database, clock } = platform;
  const free = (await findFree(database.db, id))!;
  if (free.lookAt === null || free.lookAt > clock.now()) return free;
  if (free.state === "issued") {
    await database.begin(async (tx) => endFree(tx, await lockFree(tx, id), { as: "expired", now: clock.now() }));
    return continueFree(platform, partner, id);
  }
  if (isPartnerOutOfReach(platform, partner)) return free;
  await tellEnd(platform, partner, free);
  return (await findFree(database.db, id))!;
}

/** Tells what free rounds won, unless somebody did since they were read. */
async function tellEnd(platform: Platform, partner: PartnerInForce, free: KeptFree): Promise<void> {
  const { database, clock } = platform;
  const sends = free.sends + 1;
  const lookAt = after(clock.now(), SEND_MS + gapOf("win", sends));
  const isClaimed = await database.begin(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("partner_free_round")
      .set({ sends, look_at: lookAt })
      .where("id", "=", free.id)
      .where("state", "=", "ending")
      .where("sends", "=", free.sends)
      .where("held_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await looksAt(tx, free.id, lookAt);
    return numUpdatedRows > 0n;
  });
  if (!isClaimed) return;
  crashPoint("partner.before_free_end");
  const said = await sendFreeEnd(platform, partner, { ...free, session: null }, { issue: free.issue, amountMinor: free.won });
  crashPoint("partner.after_free_end");
  const next = hear({ ...free, sends }, said, clock.now());
  await database.begin(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("partner_free_round")
      .set(next)
      .where("id", "=", free.id)
      .where("state", "=", "ending")
      // What was taken is taken, whoever asks again meanwhile.
      .$if(said?.said !== "done", (query) => query.where("sends", "=", sends))
      .executeTakeFirst();
    if (numUpdatedRows > 0n && next.look_at !== null) await looksAt(tx, free.id, next.look_at);
  });
}

/** What was won is owed: a refusal waits for an officer, silence is asked again. */
function hear({ sends, endingAt }: KeptFree, said: WalletSaid, now: Date) {
  if (said?.said === "done") return { state: "closed", look_at: null, held_at: null, ended_at: now, balance: said.balanceMinor };
  if (said?.said === "refused") return { look_at: null, held_at: now, refusal: said.words };
  return later({ sends, since: endingAt!, now });
}

/** Tells an end that is held once more. Refuses with `partners.free_not_held`. */
export async function tellAgain(platform: Platform, id: string): Promise<PartnerFreeLine> {
  const { database, clock } = platform;
  const { numUpdatedRows } = await database.begin((tx) =>
    tx
      .updateTable("partner_free_round")
      .set({ held_at: null, look_at: clock.now() })
      .where("id", "=", id)
      .where("ended_at", "is", null)
      .where("held_at", "is not", null)
      .executeTakeFirst(),
  );
  const free = await findFree(database.db, id);
  if (numUpdatedRows === 0n || free === undefined) refuse("partners.free_not_held", { field: "id" });
  const partner = (await findPartner(platform, { id: free.partnerId }))!;
  return describeFree(partner.code, await continueFree(platform, partner, id));
}
