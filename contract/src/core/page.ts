import { z } from "zod";
import { compared } from "./text.ts";

export const PAGE_LIMIT_MAX = 100;
export const PAGE_LIMIT_DEFAULT = 20;
/** A queue counts no further: this many means this many or more, and costs the same however long the queue is. */
export const QUEUE_COUNT_MAX = 1_000;

/** Asks for the rows after `cursor` (given by the page before), at most `limit` (20 when left out). Cost does not grow with the page's number. */
export const PageInput = z.object({
  cursor: compared(200).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).optional(),
});
export type PageInput = z.infer<typeof PageInput>;

/** A page of rows and the cursor of the next one; `next` is null on the last. */
export const page = <Item extends z.ZodType>(item: Item) => z.object({ list: z.array(item), next: z.string().nullable() });
