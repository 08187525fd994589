import { images } from "@laro/contract/images";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BODY_LIMIT_BYTES } from "../../platform/http.ts";
import { allRoutes } from "../../roles/features.ts";
import { asOwner } from "../../testing/owner.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { readUpload, storeImage } from "./images.ts";

const KIND_BYTES = 5_242_880;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "teal" } });

async function keep(accountId: bigint, picture: Buffer, purpose: "slip" | "receipt" | "idFront" | "idBack" | "selfie" | "feedback" = "slip"): Promise<string> {
  const { database, keys } = world.open.platform;
  return database.begin((tx) => storeImage(tx, keys, { accountId, purpose, picture, now: world.clock.now() }));
}

test.each(["jpeg", "png"] as const)("a %s picture is drawn anew, without what it said of itself", async (format) => {
  const given = await blank(40, 30)
    .withExif({ IFD0: { Copyright: "a secret place" } })
    .toFormat(format)
    .toBuffer();
  const kept = await readUpload(given.toString("base64"), "slip");
  expect(await sharp(kept).metadata()).toMatchObject({ format: "jpeg", width: 40, height: 30 });
  expect((await sharp(kept).metadata()).exif).toBeUndefined();
  expect(kept.includes("a secret place")).toBe(false);
});

test.each([
  ["text", Buffer.from("this is no picture")],
  ["a PDF", Buffer.from("%PDF-1.7 ...")],
  ["a GIF", Buffer.from("GIF89a............")],
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["only the beginning of a JPEG", Buffer.from("ffd8ffe000104a464946", "hex")],
  ["only the beginning of a PNG", Buffer.from("89504e470d0a1a0a0000000d", "hex")],
])("%s is no picture, and is said so at its field", async (_what, bytes) => {
  await expect(readUpload(bytes.toString("base64"), "slip")).rejects.toMatchObject({ code: "images.not_an_image", values: { field: "slip" } });
});

test("a picture of exactly 5,242,880 bytes is taken, and one byte more is not", async () => {
  const png = await blank(4, 4).png().toBuffer();
  const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]).toString("base64");
  await expect(readUpload(padded(KIND_BYTES), "slip")).resolves.toBeInstanceOf(Buffer);
  await expect(readUpload(padded(KIND_BYTES + 1), "slip")).rejects.toMatchObject({ code: "images.too_large" });
});

test("a few bytes that claim to be 100 million pixels are refused before they are drawn", async () => {
  const bomb = await blank(10_001, 10_000).png({ compressionLevel: 9 }).toBuffer();
  await expect(readUpload(bomb.toString("base64"), "slip")).rejects.toMatchObject({ code: "images.not_an_image" });
});

test("every endpoint whose body may hold a picture opens its own transactions, so that none stays open while a picture is drawn", () => {
  const taking = allRoutes.map(({ endpoint }) => endpoint).filter(({ bodyLimitBytes = 0 }) => bodyLimitBytes > BODY_LIMIT_BYTES);
  expect(taking.map(({ name }) => name)).toContain("withdrawals.addProof");
  expect(taking.filter(({ transaction }) => transaction !== "own").map(({ name }) => name)).toEqual([]);
});

test("pictures are drawn one after the other, and past thirty that wait one is refused", async () => {
  const picture = (await blank(40, 40).png().toBuffer()).toString("base64");
  const outcomes = await Promise.allSettled(Array.from({ length: 32 }, () => readUpload(picture, "slip")));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(31);
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: "server.busy", values: { retryAfter: 1 } } });
});

test("a member sees their own picture and nobody else's, and an officer's look is on record with its reason", async () => {
  const [ann, ben, officer] = [await world.player(), await world.player(), await world.operator("superadmin")];
  const picture = await blank(20, 20).jpeg().toBuffer();
  const id = await keep(ann.id, picture);
  expect(await ann.call(images.mine, { id })).toEqual({ id, base64: picture.toString("base64") });
  expect(await ben.refused(images.mine, { id })).toBe("images.not_found");
  // Who looks, and when, is drawn over it.
  const shown = Buffer.from((await officer.call(images.view, { id, reason: "checks the slip" })).base64, "base64");
  expect(shown.equals(picture)).toBe(false);
  expect(await sharp(shown).metadata()).toMatchObject({ format: "jpeg", width: 20, height: 20 });
  expect(await asOwner(world.open.url, "select kind, input->>'reason' as reason from audit_entry where endpoint = 'images.view' order by id")).toEqual([
    { kind: "begun", reason: "checks the slip" },
    { kind: "command", reason: "checks the slip" },
  ]);
});

test("an officer who may look at slips and receipts sees no picture of an identity or a message by its id", async () => {
  const [ann, officer] = [await world.player(), await world.operator("finance")];
  const picture = await blank(20, 20).jpeg().toBuffer();
  const reason = "looks around";
  for (const purpose of ["idFront", "idBack", "selfie", "feedback"] as const)
    expect(await officer.refused(images.view, { id: await keep(ann.id, picture, purpose), reason })).toBe("images.not_found");
  for (const purpose of ["slip", "receipt"] as const)
    expect((await officer.call(images.view, { id: await keep(ann.id, picture, purpose), reason })).base64).not.toBe("");
});

test("what the database holds of a picture is neither the picture nor openable under another id", async () => {
  const ann = await world.player();
  const picture = await blank(20, 20).jpeg().toBuffer();
  const [one, two] = [await keep(ann.id, picture), await keep(ann.id, picture)];
  const [row] = await asOwner<{ sealed: Buffer }>(world.open.url, "select sealed from image where id = $1", [one]);
  expect(row!.sealed.includes(picture.subarray(0, 16))).toBe(false);
  await asOwner(world.open.url, "update image set sealed = (select sealed from image where id = $1) where id = $2", [one, two]);
  expect((await ann.request("GET", `/api/images.mine?id=${two}`)).status).toBe(500);
});
