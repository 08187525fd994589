import { pictureFormats, pictureWidths } from "@laro/contract/core/pictures";
import type { FastifyInstance } from "fastify";
import { getPictureFile } from "../core/images/pictures.ts";
import type { Platform } from "../platform/routes.ts";

const FOREVER = "public, max-age=31536000, immutable";
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FILE = new RegExp(`^(${pictureWidths.join("|")})\\.(${pictureFormats.join("|")})$`);

/** Serves the public pictures, for good: what stands at an address never changes. Anything that is no picture's address answers 404. */
export function servePictures(app: FastifyInstance, { database }: Platform): void {
  app.get<{ Params: { id: string; file: string } }>("/pictures/:id/:file", async (request, reply) => {
    const { id, file } = request.params;
    const [, wide, kind] = FILE.exec(file) ?? [];
    const width = pictureWidths.find((one) => String(one) === wide);
    const format = pictureFormats.find((one) => one === kind);
    if (!ID.test(id) || width === undefined || format === undefined) return reply.status(404).send();
    const bytes = await getPictureFile(database, { id, width, format });
    if (bytes === undefined) return reply.status(404).send();
    return reply.header("cache-control", FOREVER).header("etag", `"${id}.${width}.${format}"`).type(`image/${format}`).send(bytes);
  });
}
