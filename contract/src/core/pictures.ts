import { z } from "zod";
import { Uuid } from "./ids.ts";

/** The widths in pixels a public picture is kept in: a telephone's, twice and three times it, and a desk's. */
export const pictureWidths = [390, 780, 1_170, 1_560] as const;
export type PictureWidth = (typeof pictureWidths)[number];
export const pictureFormats = ["avif", "webp"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Where a width of a public picture is; what stands there never changes. */
export const pictureUrl = (id: string, width: PictureWidth, format: PictureFormat): string => `/pictures/${id}/${width}.${format}`;

/** The `srcset` of a public picture in one format. */
export const pictureSet = (id: string, format: PictureFormat): string => pictureWidths.map((width) => `${pictureUrl(id, width, format)} ${width}w`).join(", ");

/** A picture everyone may see: its size says how much room to keep, its focus (0 to 100 per cent from the left and the top) what a narrower frame keeps. */
export const PublicPicture = z.object({
  id: Uuid,
  width: z.int(),
  height: z.int(),
  focusX: z.int(),
  focusY: z.int(),
  /** What it shows, for whoever does not see it. */
  alt: z.string(),
});
export type PublicPicture = z.infer<typeof PublicPicture>;
