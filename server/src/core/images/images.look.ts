import type { Platform } from "../../platform/routes.ts";
import { openImage } from "./images.ts";
import { drawMark } from "./watermark.ts";

/** Of a member's pictures these are the cashier's; those of an identity and of a message have an entrance, and a permission, of their own. */
const CASHIERS = ["slip", "receipt"] as const;
const ID_SHOWN = 8;

interface Look {
  readonly id: string;
  readonly officer: string;
  readonly now: Date;
}

/** A slip or a receipt with who looks, when and at which drawn over it; the look stands in the chain before this is begun. Refuses with `images.not_found`. */
export async function lookAtImage({ database: { db }, keys, timeZone }: Platform, { id, officer, now }: Look): Promise<{ id: string; base64: string }> {
  const { base64 } = await openImage(db, keys, { id, purposes: CASHIERS });
  const at = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
  const drawn = await drawMark(Buffer.from(base64, "base64"), `${officer} ${at} ${id.slice(-ID_SHOWN)}`);
  return { id, base64: drawn.toString("base64") };
}
