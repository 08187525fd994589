import { networkOf } from "../platform/addresses.ts";
import { boundedQueue } from "../platform/boundedQueue.ts";
import { Kept } from "../platform/kept.ts";
import { brand } from "../core/settings/packs.ts";
import { getPictureFile } from "../core/images/pictures.ts";
import { Rates } from "../platform/rates.ts";
import type { Platform } from "../platform/routes.ts";
import type { FastifyInstance } from "fastify";
import { LOOK_UP_RATE } from "./pictures.ts";

/** The size other sites show a shared page's picture in. */
const SIZE = { width: 1_200, height: 630 } as const;
const JPEG_QUALITY = 80;
const KEPT_MAX = 60;
const KEPT_BYTES_MAX = 32 * 1_024 * 1_024;
const DAY_S = 86_400;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The house's lettering. */
const LETTERING = 0;

/** What a section's picture says, and which drawing it shows. */
const sections: Readonly<Record<string, { readonly name: string; readonly motif: string; readonly nodeId: number }>> = {
  home: { name: brand.name, motif: "parol", nodeId: 0 },
  games: { name: "Games", motif: "seven", nodeId: 1 },
  promotions: { name: "Offers", motif: "parol", nodeId: 2 },
  help: { name: "Help", motif: "parol", nodeId: 3 },
  blog: { name: "Blog", motif: "parol", nodeId: 4 },
  news: { name: "News", motif: "parol", nodeId: 5 },
  download: { name: "App", motif: "parol", nodeId: 6 },
};

/** Serves the pictures that other sites show of a shared page: one drawn for each section, and each public picture cut to that size. */
export function serveShare(app: FastifyInstance, { database }: Pick<Platform, "database">): void {
  const kept = new Kept<Buffer>({ countMax: KEPT_MAX, bytesMax: KEPT_BYTES_MAX, bytesOf: ({ length }) => length });
  const rates = new Rates();
  const drawing = boundedQueue({ atOnceMax: 1, waitingMax: 20 });
  const keep = (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => kept.get(key, () => drawing(draw));
  /** Whoever makes up numbers of pictures holds nobody up: only one that is there waits its turn to be cut. */
  const cutOf = async (id: string, ip: string): Promise<Buffer | undefined> => {
    rates.count("pictures", networkOf(ip), LOOK_UP_RATE);
    const bytes = await getPictureFile(database, { id, width: 1_560, format: "webp" });
    return bytes && keep(id, () => cut(bytes));
  };
  app.get<{ Params: { name: string } }>("/share/:name.png", async (request, reply) => {
    const { name } = request.params;
    const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
    if (section === undefined) return reply.status(404).send();
    return reply
      .header("cache-control", `public, max-age=${DAY_S}`)
      .type("image/png")
      .send(await keep(name, () => drawSection(section)));
  });
  app.get<{ Params: { id: string } }>("/share/picture/:id.jpg", async (request, reply) => {
    const { id } = request.params;
    const bytes = ID.test(id) ? await (kept.find(id) ?? cutOf(id, request.ip)) : undefined;
    if (bytes === undefined) return reply.status(404).send();
    return reply.header("cache-control", `public, max-age=${DAY_S}`).type("image/jpeg").send(bytes);
  });
}

async function cut(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(bytes).resize(SIZE).jpeg({ quality: JPEG_QUALITY }).toBuffer();
}

/** A cover of the section's name on the house's ground. */
async function drawSection({ name, motif, nodeId }: (typeof sections)[string]): Promise<Buffer> {
  const [{ drawCover }, { default: sharp }] = await Promise.all([import("../core/catalogue/covers/covers.ts"), import("sharp")]);
  const cover = await sharp(Buffer.from(drawCover({ nodeId, name, gameType: "", lettering: LETTERING, motif })))
    .resize({ width: SIZE.width })
    .toBuffer();
  const ground = await sharp(cover).resize(SIZE).blur(24).modulate({ brightness: 0.6 }).toBuffer();
  const front = await sharp(cover).resize({ height: SIZE.height }).toBuffer();
  return sharp(ground)
    .composite([{ input: front, gravity: "centre" }])
    .png({ palette: true })
    .toBuffer();
}
