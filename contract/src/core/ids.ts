import { z } from "zod";

/** An account, wallet or node number as a decimal string: 64-bit numbers do not survive a JSON number. */
export const Id = z.codec(
  z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/)
    .meta({ title: "number", examples: ["1001"] }),
  z.bigint(),
  {
    decode: (text) => BigInt(text),
    encode: (id) => id.toString(),
  },
);

/** The caller's own id for a command: the same id with the same input answers the same and does nothing twice. UUID of version 4 or 7, read without case. */
export const RequestId = z
  .uuid()
  .regex(/^.{14}[47]/)
  .toLowerCase();

/** A server-made UUID, read without case: one of version 7 sorts by the time it was made. */
export const Uuid = z.uuid().toLowerCase();

/** A moment as an ISO string in UTC on the wire, from 1970 on: before it nothing of ours was, and the database has no year 0. */
export const Moment = z.iso
  .datetime()
  .regex(/^(?:19[7-9]|[2-9])/)
  .meta({ title: "moment", examples: ["2026-11-22T01:30:00.000Z"] });

/** A calendar day in the pack's time zone, yyyy-mm-dd, from the year 2000 on: nothing of ours is older. */
export const Day = z.iso
  .date()
  .regex(/^[2-9]/)
  .meta({ title: "day", examples: ["2026-11-22"] });

/** The day somebody was born, yyyy-mm-dd. */
export const Birthday = z.iso
  .date()
  .regex(/^(19|20)/)
  .meta({ title: "birthday", examples: ["1990-05-05"] });
