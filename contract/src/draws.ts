import { z } from "zod";
import { contract, query } from "./core/endpoint.ts";
import { Moment } from "./core/ids.ts";
import { page, PageInput } from "./core/page.ts";
import { compared } from "./core/text.ts";

/** A draw's seed and hashes are 32 bytes as hex. */
export const Draw = z.object({
  series: z.string(),
  /** Such as 20261122-0713; one of its series. */
  number: z.string(),
  state: z.enum(["scheduled", "open", "closed", "acting", "drawn", "settled", "void"]),
  /** The anchor of the chain it draws from, and its place there. */
  anchor: z.string(),
  link: z.int(),
  /** What its seed hashes to: the link below it, which is the seed of the draw before and so null until that is drawn. The anchor promises it as well. */
  commitment: z.string().nullable(),
  salt: z.string(),
  /** Once it is drawn, or void. */
  seed: z.string().nullable(),
  /** In the shape of its game; null where nothing fell. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Why it was given back. */
  voidReason: z.string().nullable(),
  /** Of a lottery: what all its tickets hash to, in hex, written down before its seed was opened; null as long as they are sold. */
  ticketsRoot: z.string().nullable(),
  closesAt: Moment,
  drawsAt: Moment,
  drawnAt: Moment.nullable(),
});
export type Draw = z.infer<typeof Draw>;

/** A chain of seeds: its anchor was shown from `createdAt` on, before its salt was known. */
export const DrawChain = z.object({
  series: z.string(),
  anchor: z.string(),
  length: z.int(),
  /** How many of its links were drawn. */
  used: z.int(),
  createdAt: Moment,
  /** Null as long as it has none, and then it draws nothing. */
  salt: z.string().nullable(),
  saltSource: z.string().nullable(),
  saltedAt: Moment.nullable(),
});
export type DrawChain = z.infer<typeof DrawChain>;

const Series = compared(32);
/** A table or a lottery uses a chain a year. */
export const CHAINS_MAX = 50;

export const draws = contract("draws", {
  list: query({
    for: "guest",
    says: "The draws of a live table or a lottery, newest first, with what proves each: its promise, and its seed once it was drawn.",
    trial: true,
    input: PageInput.extend({ series: Series }),
    output: page(Draw),
  }),
  get: query({
    for: "guest",
    says: "One draw of a live table or a lottery by its number, with what proves it.",
    trial: true,
    input: z.object({ series: Series, number: compared(32) }),
    output: Draw,
    errors: ["draws.not_found"],
  }),
  chain: query({
    for: "guest",
    says: "The chains of seeds a live table or a lottery drew and will draw from, newest first.",
    trial: true,
    input: z.object({ series: Series }),
    output: z.object({ list: z.array(DrawChain).max(CHAINS_MAX) }),
  }),
});
