import { pictureFormats, pictureWidths } from "@laro/contract/core/pictures";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { getPictureFile } from "../core/images/pictures.ts";
import { networkOf } from "../platform/addresses.ts";
import { Rates } from "../platform/rates.ts";
import type { Platform } from "../platform/routes.ts";

const FOREVER = "public, max-age=31536000, immutable";
const KEPT_BYTES_MAX = 64 * 1_024 * 1_024;
/** What is not kept is looked up: as many as a site shows, and not as many as a stranger likes. */
export const LOOK_UP_RATE = { count: 180, windowMs: 60_000 } as const;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILE = new RegExp(`^(${pictureWidths.join("|")})\\.(${pictureFormats.join("|")})$`);

/** Serves the public pictures, for good: what stands at an address never changes. Anything that is no picture's address answers 404. */
export function servePictures(app: FastifyInstance, { database }: Platform): void {
  const rates = new Rates();
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES_MAX, sizeCalculation: ({ length }) => length });
  const lookUp = async (ip: string, etag: string, picture: Parameters<typeof getPictureFile>[1]): Promise<Buffer | undefined> => {
    rates.count("pictures", networkOf(ip), LOOK_UP_RATE);
    const bytes = await getPictureFile(database, picture);
    if (bytes !== undefined) kept.set(etag, bytes);
    return bytes;
  };
  app.get<{ Params: { id: string; file: string } }>("/pictures/:id/:file", async (request, reply) => {
    const { id, file } = request.params;
    const [, wide, kind] = FILE.exec(file) ?? [];
    const width = pictureWidths.find((one) => String(one) === wide);
    const format = pictureFormats.find((one) => one === kind);
    if (!ID.test(id) || width === undefined || format === undefined) return reply.status(404).send();
    const etag = `"${id}.${file}"`;
    if (request.headers["if-none-match"] === etag) return reply.status(304).headers({ "cache-control": FOREVER, etag }).send();
    const bytes = kept.get(etag) ?? (await lookUp(request.ip, etag, { id, width, format }));
    if (bytes === undefined) return reply.status(404).send();
    return reply.headers({ "cache-control": FOREVER, etag }).type(`image/${format}`).send(bytes);
  });
}
