import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { type CoverGame, coverDigest, markDigest } from "../core/catalogue/covers/address.ts";
import { brand } from "../core/settings/packs.ts";
import { isNode } from "../core/catalogue/rows.ts";
import { coverOf, findCover, readCatalogue } from "../core/catalogue/view.ts";
import type { Db } from "../platform/db.ts";
import { networkOf } from "../platform/addresses.ts";
import { type InTurn, queuePerCaller } from "../platform/boundedQueue.ts";
import { Kept } from "../platform/kept.ts";
import { pack, takesBrotli } from "../platform/packed.ts";
import { Rates } from "../platform/rates.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** What is drawn is asked for by a name that somebody knows; another has no picture. */
export interface ArtSources {
  readonly findGame: (nodeId: string) => Promise<CoverGame | undefined>;
  /** A game that the catalogue does not show, for whom the address says its cover's digest. */
  readonly findHidden: (nodeId: string, digest: string) => Promise<CoverGame | undefined>;
  readonly hasVendor: (code: string) => boolean | Promise<boolean>;
}

/** What the catalogue shows, and of a game that it hides the cover for whoever has its digest: a page that is open shows the game still. */
export const artOf = (db: Db): ArtSources => ({
  findGame: async (nodeId) => {
    const shown = (await readCatalogue(db)).byNode.get(nodeId);
    return shown && coverOf(shown);
  },
  findHidden: async (nodeId, digest) => {
    const hidden = isNode(nodeId) ? await findCover(db, Number(nodeId)) : undefined;
    return hidden !== undefined && coverDigest(hidden) === digest ? hidden : undefined;
  },
  hasVendor: async (code) => (await readCatalogue(db)).studios.some((studio) => studio.code === code || studio.vendor.code === code),
});

/** The brand's own picture is lettered like the house's games. */
const HOUSE_LETTERING = 0;
const ART_MAX = 2_000;
const ART_BYTES_MAX = 16 * 1_024 * 1_024;
const YEAR_S = 31_536_000;
/** How long a picture is kept that was asked for without its digest, or by an old one. */
const SHORT_S = 300;
/** The highest saves half a per cent more and takes three times as long. */
const BROTLI_QUALITY = 10;
const DEFAULT_WIDTH = 656;
/** What the catalogue does not know is looked up in the database: as many as a page shows, and not as many as a stranger likes. */
const HIDDEN_RATE = { count: 120, windowMs: 60_000 } as const;

/** What is not kept is drawn so many at a time for each network: the first who looks through a lobby waits, and nobody beside them. */
const DRAWING = { atOnceMax: 2, waitingMax: 300 } as const;

const unpack = promisify(brotliDecompress);

/** Pictures are kept packed; the few who take no brotli have theirs unpacked. A digest says all that is drawn: of servers that stand in one process, as in tests, each has what another drew. */
const drawings = new Kept<Buffer>({ countMax: ART_MAX, bytesMax: ART_BYTES_MAX, bytesOf: ({ length }) => length });

const keepDrawing = (digest: string, draw: () => Promise<string>, inTurn: InTurn): Promise<Buffer> =>
  drawings.get(digest, async () => pack(await draw(), BROTLI_QUALITY), { inTurn });

/** The reader of fonts is loaded with the first picture. */
const covers = () => import("../core/catalogue/covers/covers.ts");
const marks = () => import("../core/catalogue/covers/marks.ts");

/** Serves what is drawn of games and vendors, at the addresses that `coverAddress` and `markAddress` make; drawn when first asked for. */
export function serveArt(app: FastifyInstance, { findGame, findHidden, hasVendor }: ArtSources): void {
  const [rates, drawing] = [new Rates(), queuePerCaller(DRAWING)];
  const findCounted = ({ ip, params }: FastifyRequest<{ Params: { name: string } }>, digest: string) => {
    rates.count("hidden", networkOf(ip), HIDDEN_RATE);
    return findHidden(params.name, digest);
  };
  app.get("/TCG_GAME_ICONS/default.png", async (_request, reply) => {
    const picture = await instead();
    return reply.header("cache-control", `public, max-age=${SHORT_S}`).type("image/png").send(picture);
  });
  app.get<{ Params: { name: string } }>("/TCG_GAME_ICONS/:name.svg", async (request, reply) => {
    const asked = digestAsked(request);
    const game = (await findGame(request.params.name)) ?? (asked === undefined ? undefined : await findCounted(request, asked));
    if (game === undefined) return reply.status(404).send();
    const digest = coverDigest(game);
    return sendDrawing(request, reply, {
      digest,
      packed: await keepDrawing(digest, async () => (await covers()).drawCover(game), drawing(networkOf(request.ip))),
    });
  });
  app.get<{ Params: { name: string } }>("/TCG_GAME_ICONS/vendors/:name.svg", async (request, reply) => {
    const code = request.params.name;
    if (!(await hasVendor(code))) return reply.status(404).send();
    const digest = markDigest(code);
    return sendDrawing(request, reply, {
      digest,
      packed: await keepDrawing(digest, async () => (await marks()).drawMark({ code }), drawing(networkOf(request.ip))),
    });
  });
}

/** The digest in the address of what is asked for. */
function digestAsked({ query }: FastifyRequest): string | undefined {
  const { v } = query as Readonly<Record<string, unknown>>;
  return typeof v === "string" ? v : undefined;
}

async function sendDrawing(request: FastifyRequest, reply: FastifyReply, { digest, packed }: { digest: string; packed: Buffer }): Promise<FastifyReply> {
  const lasting = digestAsked(request) === digest ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${SHORT_S}`;
  const isPacked = takesBrotli(request.headers);
  const etag = `"${digest}${isPacked ? "-br" : ""}"`;
  reply.headers({ "cache-control": lasting, vary: "accept-encoding", etag });
  if (request.headers["if-none-match"] === etag) return reply.status(304).send();
  reply.type("image/svg+xml");
  return isPacked ? reply.header("content-encoding", "br").send(packed) : reply.send(await unpack(packed));
}

/** What stands where a game's picture is not to be had: a lantern and the house's name. */
async function drawInstead(): Promise<Buffer> {
  const [{ drawCover }, { default: sharp }] = await Promise.all([covers(), import("sharp")]);
  const svg = drawCover({ nodeId: 0, name: brand.name, gameType: "", lettering: HOUSE_LETTERING, motif: "parol" });
  return sharp(Buffer.from(svg)).resize({ width: DEFAULT_WIDTH }).png({ palette: true }).toBuffer();
}

const instead = onceDone(drawInstead);

/** Made once, by the first who asks; a failure is not kept. */
function onceDone<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
