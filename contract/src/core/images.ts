import { z } from "zod";

/** The largest picture taken, decoded: 5 MiB. */
export const IMAGE_BYTES_MAX = 5_242_880;
/** A picture travels as base64 inside JSON, so the body is a third longer, and has other fields. */
const IMAGE_BODY_BYTES_MAX = Math.ceil((IMAGE_BYTES_MAX * 4) / 3) + 16 * 1024;

/** Drawing a large picture anew takes a good part of a second. */
const IMAGE_RATE = { count: 20, windowMs: 60_000 } as const;

/** What an endpoint that takes a picture promises: it opens its own transactions, so that none waits for a picture. */
export const takesImage = { transaction: "own", bodyLimitBytes: IMAGE_BODY_BYTES_MAX, rate: IMAGE_RATE } as const;

/** A picture as base64, JPEG or PNG by its content. Refused with `images.not_an_image` or `images.too_large`. */
export const ImageUpload = z
  .string()
  .min(1)
  .max(IMAGE_BODY_BYTES_MAX)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);
