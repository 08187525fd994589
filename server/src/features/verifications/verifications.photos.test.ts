import { verifications } from "@laro/contract/verifications";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openImage } from "../../core/images/images.ts";
import { asOwner } from "../../testing/owner.ts";
import { dataUrl, form, handIn, photo, photos } from "../../testing/verifications.ts";
import { createWorld, type World } from "../../testing/world.ts";

const LIMIT_BYTES = 5_242_880;
const reason = "review" as const;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

type Member = Awaited<ReturnType<World["player"]>>;

async function drafted(): Promise<Member> {
  const ann = await world.player();
  await ann.call(verifications.setPersonalInfo, form({ payeename: `Ann ${"abcdefghij"[drafts % 10]!.repeat(1 + (drafts++ % 40))} Reyes` }));
  return ann;
}
let drafts = 0;

async function refusal(ann: Member, change: object) {
  const { code, text, values } = await ann.refusal(verifications.uploadIdImages, { ...(await photos()), ...change });
  return { code, text, field: values["field"] };
}

const kept = async (ann: Member) =>
  asOwner<{ purpose: string }>(world.open.url, "select purpose from image where account_id = $1 order by purpose = 'selfie', purpose = 'idBack'", [ann.id]);

const picture = (width = 640, height = 480) => sharp({ create: { width, height, channels: 3, background: "teal" } });

test("each missing picture has its own text, and nothing is kept of the others [VALID-35, ERR-33, ERR-34, ERR-35, CALL-19]", async () => {
  const ann = await drafted();
  expect(await refusal(ann, { idCardFront: undefined })).toEqual({
    code: "verifications.front_missing",
    text: "Please add the front of your ID.",
    field: "idCardFront",
  });
  expect(await refusal(ann, { idCardBack: "" })).toEqual({ code: "verifications.back_missing", text: "Please add the back of your ID.", field: "idCardBack" });
  expect(await refusal(ann, { idCardSelfie: undefined })).toEqual({
    code: "verifications.selfie_missing",
    text: "Please add your selfie.",
    field: "idCardSelfie",
  });
  expect(await kept(ann)).toEqual([]);
});

test("only jpeg, jpg and png are taken, by their content: gif, pdf, svg, heic, webp, text and odd base64 are refused in words of their own [VALID-33, VALID-55, ERR-31, CONST-19]", async () => {
  const ann = await drafted();
  const gif = await picture().gif().toBuffer();
  const webp = await picture().webp().toBuffer();
  const png = await picture().png().toBuffer();
  const wrong = [
    dataUrl(gif, "gif"),
    dataUrl(gif, "jpeg"),
    dataUrl(webp, "png"),
    dataUrl(Buffer.from("%PDF-1.7 ..."), "jpeg"),
    `data:application/pdf;base64,${Buffer.from("%PDF-1.7").toString("base64")}`,
    dataUrl(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "png"),
    dataUrl(Buffer.from("000000186674797068656963", "hex"), "jpeg"),
    png.toString("base64"),
    `data:image/png;base64,${png.toString("base64").slice(0, 400)}!!`,
    `data:image/png;charset=x;base64,${png.toString("base64")}`,
    // Only the beginning of a picture.
    dataUrl(png.subarray(0, 60), "png"),
    dataUrl((await picture().jpeg().toBuffer()).subarray(0, 500)),
  ];
  for (const idCardBack of wrong)
    expect({ idCardBack: idCardBack.slice(0, 40), ...(await refusal(ann, { idCardBack })) }).toMatchObject({
      code: "verifications.picture_type",
      text: "Only jpeg, jpg or png pictures.",
      field: "idCardBack",
    });
  expect(await kept(ann)).toEqual([]);
  const jpg = (await photo()).replace("image/jpeg", "image/jpg");
  expect(await ann.call(verifications.uploadIdImages, { ...(await photos()), idCardFront: jpg })).toEqual({ text: "upload_success" });
  expect(await kept(ann)).toEqual([{ purpose: "idFront" }, { purpose: "idBack" }, { purpose: "selfie" }]);
});

test("5,242,880 bytes are taken and one more is not; a fourth picture is refused, and another module too [VALID-34, VALID-55, ERR-32, CONST-19, ENTITY-27]", async () => {
  const ann = await drafted();
  const png = await picture().png().toBuffer();
  const padded = (bytes: number) => dataUrl(Buffer.concat([png, Buffer.alloc(bytes - png.length)]), "png");
  expect(await refusal(ann, { idCardSelfie: padded(LIMIT_BYTES + 1) })).toEqual({
    code: "verifications.picture_size",
    text: "Each picture has at most 5 MB.",
    field: "idCardSelfie",
  });
  expect((await refusal(ann, { idCardFront: padded(6 * 1024 * 1024) })).code).toBe("verifications.picture_size");
  const body = async (change: object) =>
    (await ann.request("POST", "/api/verifications.uploadIdImages", JSON.stringify({ ...(await photos()), ...change }))).answer;
  expect(await body({ idCardFourth: await photo() })).toMatchObject({ success: false, message: "request.invalid" });
  expect(await body({ module: "UPLOADID4" })).toMatchObject({ message: "request.invalid", value: { field: "module" } });
  const whole = padded(LIMIT_BYTES);
  expect(await ann.call(verifications.uploadIdImages, { idCardFront: whole, idCardBack: whole, idCardSelfie: whole, module: "UPLOADID3" })).toEqual({
    text: "upload_success",
  });
});

test("a picture whose shorter edge has fewer than 480 pixels is refused, and so is one that claims 900 million before it is drawn", async () => {
  const ann = await drafted();
  expect(await refusal(ann, { idCardFront: await photo("jpeg", 4_000, 479) })).toMatchObject({ code: "images.too_small", field: "idCardFront" });
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const bomb = Buffer.from(small);
  // The header of a PNG says how large it is: 30,000 by 30,000 here, with its checksum.
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  expect((await sharp(bomb, { limitInputPixels: false }).metadata()).width).toBe(30_000);
  const before = process.memoryUsage().rss;
  expect(await refusal(ann, { idCardSelfie: dataUrl(bomb, "png") })).toMatchObject({ code: "verifications.picture_type", field: "idCardSelfie" });
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  expect(await kept(ann)).toEqual([]);
});

test("ten uploads an hour are drawn, of many at once too; the next is refused unseen, whatever became of those before, and an hour later one is taken", async () => {
  const ann = await drafted();
  const broken = { ...(await photos()), idCardSelfie: dataUrl((await picture().jpeg().toBuffer()).subarray(0, 500)) };
  for (let count = 0; count < 8; count++) expect((await refusal(ann, broken)).code).toBe("verifications.picture_type");
  const codes = await Promise.all(Array.from({ length: 4 }, async () => (await refusal(ann, broken)).code));
  expect(codes.toSorted()).toEqual(["request.too_many", "request.too_many", "verifications.picture_type", "verifications.picture_type"]);
  expect(await ann.refusal(verifications.uploadIdImages, await photos())).toMatchObject({ code: "request.too_many", values: { retryAfter: 3_600 } });
  // What costs nothing to refuse is not counted and says what it lacks.
  expect((await refusal(ann, { idCardFront: undefined })).code).toBe("verifications.front_missing");
  const since = "update verification set uploads_since = uploads_since - interval '1 hour' where account_id = $1";
  await asOwner(world.open.url, since, [ann.id]);
  expect(await ann.call(verifications.uploadIdImages, await photos())).toEqual({ text: "upload_success" });
});

/** As PNG wants it (ISO 3309). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test("where a picture was taken, and whatever was hidden behind it, is gone: it is drawn anew and sealed", async () => {
  const ann = await drafted();
  const told = await picture()
    .withExif({ IFD0: { Copyright: "a secret place" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "14/1 35/1 0/1" } })
    .jpeg()
    .toBuffer();
  expect(told.includes("a secret place")).toBe(true);
  const polyglot = Buffer.concat([told, Buffer.from("PK\u0003\u0004<script>alert(1)</script>")]);
  await ann.call(verifications.uploadIdImages, { ...(await photos()), idCardFront: dataUrl(polyglot) });
  const rows = await asOwner<{ sealed: Buffer }>(world.open.url, "select sealed from image where account_id = $1", [ann.id]);
  const { database, keys } = world.open.platform;
  const { front } = await database.db.selectFrom("verification").select("front").where("account_id", "=", ann.id).executeTakeFirstOrThrow();
  // As it is kept, before any mark is drawn over it.
  const opened = Buffer.from((await openImage(database.db, keys, { id: front! })).base64, "base64");
  expect(await sharp(opened).metadata()).toMatchObject({ format: "jpeg", width: 640, height: 480 });
  expect((await sharp(opened).metadata()).exif).toBeUndefined();
  for (const secret of ["a secret place", "script", "PK\u0003\u0004"]) expect(opened.includes(secret)).toBe(false);
  // All three begin as this one does; a shorter mark stands in sealed bytes by chance.
  expect(rows.some(({ sealed }) => sealed.includes(opened.subarray(0, 16)) || sealed.includes("script"))).toBe(false);
});

test("of three uploads at once one is kept, whole", async () => {
  const ann = await drafted();
  const all = await Promise.all([photos(), photos(), photos()]);
  const outcomes = await Promise.allSettled(all.map((upload) => ann.call(verifications.uploadIdImages, upload)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await kept(ann)).toHaveLength(3);
  expect((await ann.call(verifications.mine, {})).submissionsLeft).toBe(4);
});

test("pictures before the form are refused, and so is anything while it is looked at", async () => {
  const ann = await world.player();
  expect((await refusal(ann, {})).code).toBe("verifications.form_first");
  await handIn(world, ann, { payeename: "Early Reyes" });
  expect((await refusal(ann, {})).code).toBe("verifications.under_review");
  expect(await ann.refused(verifications.setPersonalInfo, form())).toBe("verifications.under_review");
});

test("a look at the pictures stands in the staff's record before they are shown, is marked, and is kept by no cache; without a record nothing is shown", async () => {
  const [ann, kyc, support] = [await drafted(), await world.operator("kyc"), await world.operator("support")];
  const upload = await photos();
  await ann.call(verifications.uploadIdImages, upload);
  const { id } = (await kyc.call(verifications.queue, { state: "submitted", limit: 100 })).list.find(({ memberId }) => memberId === ann.id)!;
  expect(await support.refused(verifications.open, { id, reason })).toBe("sessions.forbidden");
  expect(await kyc.refused(verifications.open, { id, reason: "own" })).toBe("verifications.words_missing");
  const { headers, answer } = await kyc.send(verifications.open, { id, reason: "dispute" });
  expect(headers.get("cache-control")).toBe("no-store");
  const shown = answer.success ? (answer.value as { front: string }).front : "";
  // The picture was of one colour, and the mark over it is not.
  const { channels } = await sharp(Buffer.from(shown, "base64")).stats();
  expect(channels[0]!.stdev).toBeGreaterThan(3);
  const looks = await asOwner<{ kind: string; why: string }>(
    world.open.url,
    "select kind, input->>'reason' as why from audit_entry where endpoint = 'verifications.open' and input->>'id' = $1 order by id",
    [id],
  );
  expect(looks).toEqual([
    { kind: "begun", why: "own" },
    { kind: "refused", why: "own" },
    { kind: "begun", why: "dispute" },
    { kind: "command", why: "dispute" },
  ]);
  await asOwner(world.open.url, "alter table audit_entry add constraint nothing_more check (id < 0) not valid");
  const blind = await kyc.send(verifications.open, { id, reason });
  expect(blind.answer.success).toBe(false);
  expect(JSON.stringify(blind.answer)).not.toContain("base64");
  expect(JSON.stringify(blind.answer).length).toBeLessThan(1_000);
  await asOwner(world.open.url, "alter table audit_entry drop constraint nothing_more");
});
