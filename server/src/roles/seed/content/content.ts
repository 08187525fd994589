import type { Detail } from "@laro/contract/core/contentKinds";
import { keepDrawing } from "../../../core/images/pictures.ts";
import { packs } from "../../../core/settings/packs.ts";
import { isContentEmpty, shipContent, type ShippedItem } from "../../../features/content/content.ship.ts";
import type { Tx } from "../../../platform/db.ts";
import type { Platform } from "../../../platform/routes.ts";
import { shippedForAgents } from "./agents.ts";
import { drawScene, type Size, tall, wide } from "./art.ts";
import { shippedHelp } from "./help.ts";
import type { Said, Shipped } from "./items.ts";
import { demoMatches } from "./matches.ts";
import { shippedTexts } from "./texts.ts";

/** What stands on the sites at the first start of any pack: help, terms, texts, banners, guides. Once; afterwards it is the operator's. */
export async function seedContent({ database, clock, config, timeZone }: Platform): Promise<void> {
  const now = clock.now();
  const pack = packs[config.pack];
  const day = now.toLocaleDateString("en-CA", { timeZone });
  await database.begin(async (tx) => {
    if (!(await isContentEmpty(tx))) return;
    const items: ShippedItem[] = [];
    for (const shipped of [...shippedHelp(pack), ...shippedTexts(pack, day), ...(pack.playMoney ? demoMatches(now) : []), ...shippedForAgents(pack)])
      items.push(await draw(tx, shipped, now));
    await shipContent(tx, { items, now });
  });
}

async function draw(tx: Tx, { code, detail, scene, en, tl }: Shipped, now: Date): Promise<ShippedItem> {
  const texts = [textOf("EN", en), textOf("TY", tl)];
  if (scene === undefined) return { code, detail, texts };
  const keep = (size: Size) => keepDrawing(tx, { svg: drawScene(scene, size), ...size, now });
  const pictureId = await keep(wide);
  return { code, detail: await withPictures(detail, pictureId, () => keep(tall)), texts };
}

async function withPictures(detail: Detail, pictureId: string, drawTall: () => Promise<string>): Promise<Detail> {
  if (detail.kind === "banner") return { ...detail, pictureId, phonePictureId: await drawTall() };
  if (detail.kind === "promotion") return { ...detail, images: [{ sequence: 1, pictureId }] };
  return "pictureId" in detail ? { ...detail, pictureId } : detail;
}

const textOf = (language: string, { title, summary = "", html = "", alt = "" }: Said) => ({ language, title, summary, html, alt });
