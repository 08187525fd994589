import { refuse } from "@laro/contract/core/errors";
import type { OutputOf } from "@laro/contract/core/endpoint";
import type { sessions } from "@laro/contract/sessions";
import type { MemberActor } from "../../platform/actor.ts";
import type { Database, Db, Tx } from "../../platform/db.ts";
import { maskAddress } from "../../platform/addresses.ts";
import { describeAgent } from "../devices/devices.ts";
import { endSession, SESSION_IDLE_MS } from "./sessions.ts";

/** The member's open sessions, newest first. There are at most as many as the setting of sessions per member allows. */
export async function listMySessions(db: Db, { id, session }: MemberActor, now: Date): Promise<OutputOf<typeof sessions.mine>> {
  const rows = await db
    .selectFrom("session")
    .select(["token_hash as tokenHash", "agent", "country", "ip", "method", "created_at as createdAt", "seen_at as seenAt"])
    .where("kind", "=", "member")
    .where("subject_id", "=", id)
    .where("ended_at", "is", null)
    .where("seen_at", ">=", new Date(now.getTime() - SESSION_IDLE_MS))
    .orderBy("created_at", "desc")
    .orderBy("token_hash")
    .execute();
  const list = rows.map(({ tokenHash, agent, country, ip, method, createdAt, seenAt }) => ({
    id: tokenHash.toString("base64url"),
    isThis: tokenHash.toString("base64url") === session,
    ...describeAgent(agent ?? ""),
    country,
    address: maskAddress(ip),
    method,
    since: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
  return { list };
}

/** Ends one of the member's own sessions. Refuses with `sessions.not_found`, for somebody else's too. */
export async function endMySession(begin: Database["begin"], { accountId, session, now }: { accountId: bigint; session: string; now: Date }): Promise<void> {
  await begin(async (tx: Tx) => {
    const own = await tx
      .selectFrom("session")
      .select("kind")
      .where("token_hash", "=", Buffer.from(session, "base64url"))
      .where("kind", "=", "member")
      .where("subject_id", "=", accountId)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (own === undefined) refuse("sessions.not_found");
    await endSession(tx, { session, now });
  });
}
