import { z } from "zod";

const ID_LENGTH_MAX = 255;

/** What a partner calls something of its own: compared byte for byte, so it is a text whose bytes say it again. */
export const Id = z
  .string()
  .min(1)
  .max(ID_LENGTH_MAX)
  .regex(/^\P{Cc}*$/u)
  .refine((text) => text.isWellFormed());
