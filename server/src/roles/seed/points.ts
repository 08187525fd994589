import { keepDrawing } from "../../core/images/pictures.ts";
import { givePoints } from "../../core/points/points.ts";
import { packs } from "../../core/settings/packs.ts";
import { saveItem } from "../../features/points/points.items.ts";
import { approveRedeem, rejectRedeem, sendRedeem } from "../../features/points/points.queue.ts";
import { takeItem } from "../../features/points/points.redeem.ts";
import type { OperatorActor } from "../../platform/actor.ts";
import type { Tx } from "../../platform/db.ts";
import { derivedId } from "../../platform/ids.ts";
import { later, type Past, record } from "./past.ts";
import { mallItems, mallRedeems, POINTS_WON, WON_AGO_MS } from "./plan.points.ts";

const PICTURE = { width: 800, height: 600 } as const;

interface Mall {
  readonly accountId: bigint;
  /** Who wrote the items, and who decides what is redeemed of them: never one. */
  readonly writer: OperatorActor;
  readonly decider: OperatorActor;
}

/** The mall with its items, and what the demo player redeemed; in one transaction, so it is there once or not at all. */
export async function seedPoints(tx: Tx, past: Past, mall: Mall): Promise<void> {
  if ((await tx.selectFrom("points_item").select("id").limit(1).executeTakeFirst()) !== undefined) return;
  const ids = await seedItems(tx, past, mall.writer);
  const costs = new Map(mallItems.map(({ code, points }) => [code, points]));
  const now = later(past.end, -WON_AGO_MS);
  const detail = { names: { EN: "Fiesta draw", TY: "Draw ng pista" } };
  await givePoints(tx, { accountId: mall.accountId, ref: derivedId("demo-points", String(mall.accountId)), kind: "won", points: POINTS_WON, detail, now });
  for (const planned of mallRedeems)
    await seedRedeem(tx, past, { ...planned, ...mall, itemId: ids.get(planned.code)!, pointsRequirement: costs.get(planned.code)! });
}

async function seedItems(tx: Tx, past: Past, by: OperatorActor): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const now = past.begin;
  for (const [sort, { code, svg, points, amountMinor, ...plain }] of mallItems.entries()) {
    const pictureId = await keepDrawing(tx, { ...PICTURE, svg, now });
    const item = { ...plain, version: 0, state: "open", pictureId, pointsRequirement: points, amountRequirement: amountMinor, permit: "", sort } as const;
    const { id } = await saveItem(tx, { item, pack: packs[past.platform.config.pack], by, now });
    await record(tx, past, { id, officer: by, endpoint: "points.saveItem", input: { id, reason: "For the mall" }, now });
    ids.set(code, id);
  }
  return ids;
}

type Planned = (typeof mallRedeems)[number] & Mall & { readonly itemId: string; readonly pointsRequirement: number };

async function seedRedeem(tx: Tx, past: Past, { code, itemId, pointsRequirement, agoMs, becomes, remark, accountId, decider: by }: Planned): Promise<void> {
  const { platform } = past;
  const id = derivedId("points-redeem", String(accountId), code);
  const now = later(past.end, -agoMs);
  const request = {
    requestId: code,
    itemId,
    pointsRequirement,
    quantity: 1,
    address: "12 Mabini Street, Quezon City",
    countryDialingCode: "+63",
    mobileNum: "0917 123 4567",
  };
  await takeItem(tx, platform, { id, accountId, request, mobile: "+639171234567", now });
  if (becomes === "inProcess") return;
  const decision = { id, remark, by, keys: platform.keys, pack: packs[platform.config.pack], now: later(now, agoMs / 4) };
  await (becomes === "sent" ? approveRedeem : rejectRedeem)(tx, decision);
  await record(tx, past, { ...decision, officer: by, endpoint: `points.${becomes === "sent" ? "approve" : "reject"}`, input: { id, remark } });
  const kind = becomes === "sent" ? "approved" : "rejected";
  await past.write(tx, "points.redeemMoved", { moveId: `${id} ${kind}`, accountId: String(accountId), kind }, decision.now);
  if (becomes !== "sent") return;
  const sent = { id, carrier: "Fiesta Express", trackingNumber: "FX-20417", now: later(now, agoMs / 2) };
  await sendRedeem(tx, platform.keys, sent);
  await record(tx, past, { ...sent, officer: by, endpoint: "points.sent", input: { id, carrier: sent.carrier, trackingNumber: sent.trackingNumber } });
  await past.write(tx, "points.redeemMoved", { moveId: `${id} sent`, accountId: String(accountId), kind: "sent" }, sent.now);
}
