import sharp from "sharp";
import { expect, test } from "vitest";
import { readPublicPicture } from "./pictures.ts";

const field = "picture";
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "teal" } });

test.each([
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a GIF", Buffer.from("GIF89a............")],
  ["the beginning of a PNG", Buffer.from("89504e470d0a1a0a0000000d", "hex")],
  ["the beginning of a WebP", Buffer.from("RIFF....WEBPVP8 ")],
])("%s is no picture, and is said so at its field", async (_what, bytes) => {
  await expect(readPublicPicture(bytes.toString("base64"), field)).rejects.toMatchObject({ code: "images.not_an_image", values: { field } });
});

test("60 million pixels are refused before they are drawn, and one byte above 5,242,880 is too large", async () => {
  const bomb = await blank(10_000, 6_000).png({ compressionLevel: 9 }).toBuffer();
  await expect(readPublicPicture(bomb.toString("base64"), field)).rejects.toMatchObject({ code: "images.not_an_image" });
  const small = await blank(4, 4).png().toBuffer();
  const padded = Buffer.concat([small, Buffer.alloc(5_242_881 - small.length)]).toString("base64");
  await expect(readPublicPicture(padded, field)).rejects.toMatchObject({ code: "images.too_large" });
});

test.each(["png", "jpeg", "webp"] as const)("a %s is drawn anew in four widths and two formats, without what it said of itself", async (format) => {
  const given = await blank(1_700, 1_000)
    .withExif({ IFD0: { Copyright: "a secret place" } })
    .toFormat(format)
    .toBuffer();
  const { files, width, height } = await readPublicPicture(given.toString("base64"), field);
  expect([width, height]).toEqual([1_560, 918]);
  expect(files.map((file) => `${file.width}.${file.format}`)).toEqual([
    "390.avif",
    "390.webp",
    "780.avif",
    "780.webp",
    "1170.avif",
    "1170.webp",
    "1560.avif",
    "1560.webp",
  ]);
  for (const { bytes, width: wide } of files) {
    const { width: drawn, exif } = await sharp(bytes).metadata();
    expect([drawn, exif, bytes.includes("a secret place")]).toEqual([wide, undefined, false]);
  }
});
