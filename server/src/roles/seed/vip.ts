import { saveHost } from "../../features/vip/vip.hosts.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { record, type Past } from "./past.ts";

const host = { name: "Demo host", pictureId: null, hours: "Every day, 9:00 to 21:00", url: "/help#contact", active: true } as const;

/** The one host of the demo world, for whoever reaches the hosts' levels. */
export async function seedHost(tx: Tx, past: Past, { officer, now }: { officer: OperatorActor; now: Date }): Promise<void> {
  const known = await tx.selectFrom("vip_host").select("id").where("name", "=", host.name).executeTakeFirst();
  if (known !== undefined) return;
  const { id } = await saveHost(tx, { ...host, now });
  await record(tx, past, { id, officer, endpoint: "vip.saveHost", input: { ...host, reason: "The host of the demo" }, now });
}
